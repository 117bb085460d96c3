// Attention weights as a map: a row for each query, a column for each key, darker where it looks more.

export const escaped = (letter) => letter.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt()};`).replace(" ", "·");

const EDGE = 1.3; // cells left for the letters, above and to the left
const SMALLEST = 11; // pixels of a cell: smaller letters cannot be read
const LEAST = 0.01; // a smaller weight cannot be seen

/**
 * Draw a map with the letters of its rows and columns, in a square of `size` cells where it is given.
 * Where the letters would be too small to read, they are left out.
 * A cell's opacity is its weight to the `power`: below 1, small weights can be seen beside large ones.
 */
export function drawMap(svg, rows, columns, weights, { power = 1, size } = {}) {
  const cells = rows.flatMap((_, i) => columns.map((_, j) => (weights[i][j] < LEAST ? ""
    : `<rect x="${j}" y="${i}" width="1" height="1" opacity="${(weights[i][j] ** power).toFixed(3)}"/>`)));
  const [width, height] = [size ?? columns.length, size ?? Math.max(1, rows.length)].map((n) => n + EDGE + 0.2);
  const readable = !svg.clientWidth || svg.clientWidth / width >= SMALLEST;
  const edges = readable ? [
    ...columns.map((letter, j) => `<text x="${j + 0.5}" y="-0.3">${escaped(letter)}</text>`),
    ...rows.map((letter, i) => `<text x="-0.6" y="${i + 0.8}">${escaped(letter)}</text>`),
  ] : [];
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${width} ${height}`);
  svg.innerHTML = [...cells, ...edges].join("");
}

/** Where a pointer is, in the units of a drawing. */
export const placeIn = (svg, { clientX, clientY }) =>
  new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());

/** The row of a map below a pointer, which may lie outside of it. */
export const rowAt = (svg, pointer) => Math.floor(placeIn(svg, pointer).y);

/** The largest weights of a map in words: the first `n`. */
export const described = (rows, columns, weights, n = 2) => rows
  .flatMap((row, i) => columns.map((column, j) => ({ row, column, weight: weights[i][j] })))
  .sort((a, b) => b.weight - a.weight).slice(0, n)
  .map(({ row, column, weight }) => `${row} looks at ${column} by ${Math.round(100 * weight)} %`).join(", ");
