// Make of each module, and what it imports, one script that needs no module.
//   node bundle.mjs OUTPUT-FOLDER MODULE...
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const [outdir, ...entryPoints] = process.argv.slice(2);
const inject = [fileURLToPath(new URL("address.mjs", import.meta.url))];
try {
  await build({ entryPoints, outdir, inject, bundle: true, format: "iife", charset: "utf8" });
} catch {
  process.exitCode = 1; // esbuild has said why
}
