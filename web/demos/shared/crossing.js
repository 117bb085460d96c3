// A translation as a drawing: the letters that were read above, those that were written below, and a
// curve for each attention weight between them. The drawing needs no script: its own style writes the
// letters one after the other. Where motion is reduced, all of them stand there at once.

const CELL = 20, FEWEST_CELLS = 24; // the width of a letter; of the narrowest drawing, in letters
const MARGIN = 10, HEIGHT = 220;
const READ = 34, WRITTEN = 206; // the base lines of the two texts
const TOP = 46, BOTTOM = 178; // the ends of a curve
const LEAST = 0.08; // a smaller weight cannot be seen

const STYLE = `
.crossing { display: block; width: 100%; height: auto; overflow: visible;
  font: 27px ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.crossing text { text-anchor: middle; white-space: pre; }
.crossing .source { fill: var(--key); }
.crossing .target { fill: var(--query); }
.crossing.crossing .lines path { fill: none; stroke: url(#crossing-fade); stroke-linecap: round; stroke-dasharray: 1; }
.crossing-key { stop-color: var(--key); }
.crossing-query { stop-color: var(--query); }
.crossing.chosen .lines g:not(.at) { opacity: 0.1; }
@media (prefers-reduced-motion: no-preference) {
.crossing.writes .target text { animation: crossing-write 0.2s calc(0.4s + 0.11s * var(--i)) backwards; }
.crossing.writes .lines path { animation: crossing-draw 0.5s calc(0.4s + 0.11s * var(--i)) backwards; }
}
@keyframes crossing-write { from { opacity: 0; } }
@keyframes crossing-draw { from { opacity: 0; stroke-dashoffset: 1; } }`;

// A picture of its own has no page that sets the colours.
const ALONE = `
.alone { --paper: #fdfcf9; --key: #a9470a; --query: #1468ac; }
@media (prefers-color-scheme: dark) { .alone { --paper: #15181d; --key: #f29a66; --query: #7fbcf0; } }
.alone .paper { fill: var(--paper); }`;

const xml = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

/**
 * The SVG of a translation. `weights[i][j]` is how much target letter i looks at source letter j.
 * `writes`: it draws itself. `alone`: as a file of its own, with paper below it.
 */
export function crossing({ source, target, weights }, { label, writes = false, alone = false }) {
  const [read, written] = [Array.from(source), Array.from(target)];
  const cells = Math.max(read.length, written.length, FEWEST_CELLS);
  const width = cells * CELL + 2 * MARGIN;
  const x = (i, { length }) => MARGIN + CELL * (i + 0.5 + (cells - length) / 2);
  const letters = (text, y) => text.map((letter, i) =>
    `<text x="${x(i, text)}" y="${y}" style="--i:${i}">${xml(letter)}</text>`).join("");
  const curve = (i, j) => {
    const [from, to, middle] = [x(i, written), x(j, read), (TOP + BOTTOM) / 2];
    const [thickness, ink] = [0.8 + 4 * weights[i][j], 0.15 + 0.75 * weights[i][j]].map((n) => n.toFixed(2));
    return `<path d="M${from} ${BOTTOM}C${from} ${middle} ${to} ${middle} ${to} ${TOP}" pathLength="1" stroke-width="${thickness}" stroke-opacity="${ink}"/>`;
  };
  const lines = written.map((_, i) => `<g style="--i:${i}">${read
    .map((_, j) => (weights[i][j] < LEAST ? "" : curve(i, j))).join("")}</g>`).join("");
  const size = alone ? ` xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"` : "";
  return `<svg${size} class="crossing${writes ? " writes" : ""}${alone ? " alone" : ""}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${xml(label)}">
<style>${STYLE}${alone ? ALONE : ""}</style>
<linearGradient id="crossing-fade" gradientUnits="userSpaceOnUse" x1="0" y1="${TOP}" x2="0" y2="${BOTTOM}"><stop class="crossing-key"/><stop offset="1" class="crossing-query"/></linearGradient>
${alone ? `<rect class="paper" width="${width}" height="${HEIGHT}" rx="12"/>` : ""}<g class="lines">${lines}</g>
<g class="source" aria-hidden="true">${letters(read, READ)}</g>
<g class="target">${letters(written, WRITTEN)}</g>
</svg>`;
}
