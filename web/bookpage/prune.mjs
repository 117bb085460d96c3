// Make one style sheet of several: the rules that some page or script can match, and none of Font Awesome's.
//   node prune.mjs HTML-FOLDER OUTPUT STYLE-SHEET...
import { writeFileSync } from "node:fs";
import { PurgeCSS } from "purgecss";

const [pages, output, ...css] = process.argv.slice(2);
const pruned = await new PurgeCSS().purge({
  css,
  content: [`${pages}/**/*.html`, `${pages}/_static/**/*.js`],
  blocklist: [/^fa[srb]?$/, /^fa-/],
  fontFace: true,
});
writeFileSync(output, pruned.map(({ css }) => css).join("\n"));
