// Keep of style sheets the rules that some page or script can match, and none of Font Awesome's.
//   node prune.mjs HTML-FOLDER OUTPUT-FOLDER STYLE-SHEET...
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PurgeCSS } from "purgecss";

const [pages, output, ...css] = process.argv.slice(2);
const pruned = await new PurgeCSS().purge({
  css,
  content: [`${pages}/**/*.html`, `${pages}/_static/**/*.js`],
  blocklist: [/^fa[srb]?$/, /^fa-/],
  fontFace: true,
});
for (const { file, css } of pruned) writeFileSync(join(output, basename(file)), css);
