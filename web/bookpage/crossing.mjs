// Draw a translation: JSON [its data, options] from the standard input, the SVG to the standard output.
import { readFileSync } from "node:fs";
import { crossing } from "../demos/shared/crossing.js";

process.stdout.write(crossing(...JSON.parse(readFileSync(0, "utf8"))));
