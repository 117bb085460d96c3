// Images of few pixels as SVG, one unit a pixel, and a field in which a reader points at a pixel.
import { placeIn } from "./map.js";

const LEAST = 0.01; // a paler pixel, or a smaller square, cannot be seen
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** An image's rows of values, from 0 (paper) to 1 (ink), as squares of grey. */
export const grey = (rows) => rows.flatMap((row, y) => row.map((value, x) => (value < LEAST ? ""
  : `<rect class="grey" x="${x}" y="${y}" width="1" height="1" opacity="${clamp(value, 0, 1).toFixed(3)}"/>`))).join("");

/** The pixels of an image that are not 0, as the path of one area. */
export const area = (rows) => rows.flatMap((row, y) => row.map((value, x) => (value ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** The edges of that area, as a path. */
export function outline(rows) {
  const held = (x, y) => Boolean(rows[y]?.[x]);
  return rows.flatMap((row, y) => row.map((_, x) => (held(x, y) ? [
    held(x, y - 1) ? "" : `M${x} ${y}h1`,
    held(x, y + 1) ? "" : `M${x} ${y + 1}h1`,
    held(x - 1, y) ? "" : `M${x} ${y}v1`,
    held(x + 1, y) ? "" : `M${x + 1} ${y}v1`,
  ].join("") : ""))).join("");
}

/**
 * Shares of the regions of an image, row by row: in the middle of each a square whose area is its
 * share. The largest fills its region, which is `side` pixels wide.
 */
export function squares(shares, side) {
  const [columns, largest] = [Math.sqrt(shares.length), Math.max(...shares)];
  return shares.map((share, i) => {
    const [wide, x, y] = [side * Math.sqrt(share / largest), i % columns, Math.floor(i / columns)];
    const corner = (at) => (side * (at + 0.5) - wide / 2).toFixed(3);
    return share < LEAST * largest ? ""
      : `<rect class="share" x="${corner(x)}" y="${corner(y)}" width="${wide.toFixed(3)}" height="${wide.toFixed(3)}"/>`;
  }).join("");
}

/** A list of numbers as rows of `columns`. */
export const rowsOf = (values, columns) => Array.from({ length: values.length / columns }, (_, y) => values.slice(y * columns, (y + 1) * columns));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A place in a grid of `size` × `size`, moved and kept inside. */
const moved = ([x, y], [dx, dy], size) => [clamp(x + dx, 0, size - 1), clamp(y + dy, 0, size - 1)];

/** Call `step(way, event)` for an arrow key that is pressed in an element, and `key(event)` for others: was it used? */
function arrows(element, step, key = () => false) {
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (way) step(way, event);
    if (way || key(event)) event.preventDefault();
  });
}

/**
 * Let a reader point in an element that shows `size` × `size` pixels. `line(from, to)` hears of every
 * line that a pressed pointer draws, in pixels from the top left, first of one without length;
 * `lift()` of its end; `go(pixel, before, event)` of the pixel that an arrow key leads to, beginning
 * at `start`; `key` as for `arrows`. Returns a function (pixel) that moves the keyboard's place there.
 */
export function field(element, size, { start, line, lift = () => {}, go, key }) {
  const svg = element.querySelector("svg");
  let [cursor, pointer, last] = [start];
  const place = (event) => {
    const { x, y } = placeIn(svg, event);
    return [x, y];
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button || pointer !== undefined) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer); // a line may leave the field and come back
    last = place(event);
    line(last, last);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    // A fast pointer moves several times between two frames.
    for (const each of [...event.getCoalescedEvents?.() ?? [], event]) {
      const next = place(each);
      line(last, next);
      last = next;
    }
  });
  element.addEventListener("lostpointercapture", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    lift();
  });
  arrows(element, (way, event) => {
    const before = cursor;
    cursor = moved(cursor, way, size);
    go(cursor, before, event);
  }, key);
  return (pixel) => { cursor = pixel; };
}

/** Make buttons in `columns` columns one stop for the Tab key; arrows move between them. */
export function grid(group, columns) {
  const buttons = [...group.querySelectorAll("button")];
  const stop = (at) => buttons.forEach((button, i) => { button.tabIndex = i === at ? 0 : -1; });
  group.addEventListener("focusin", ({ target }) => stop(buttons.indexOf(target)));
  arrows(group, (way, { target }) => {
    const at = buttons.indexOf(target);
    const [x, y] = moved([at % columns, Math.floor(at / columns)], way, columns);
    buttons[y * columns + x].focus();
  });
  stop(0);
}
