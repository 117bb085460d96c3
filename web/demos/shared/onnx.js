// Trained models in the page: ONNX graphs, and onnxruntime-web, which computes them.

const RUNTIME = "ort.wasm.bundle.min.mjs";
const BINARY = "ort-wasm-simd-threaded.wasm";

/** The bytes of a file that lies beside the demo. `at` turns its name into its address. */
export async function fetched(at, name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** The runtime, fetched now. */
export async function runtime(at) {
  const [ort, wasmBinary] = await Promise.all([import(at(RUNTIME)), fetched(at, BINARY)]);
  Object.assign(ort.env.wasm, { numThreads: 1, wasmBinary });
  return ort;
}

/** The runtime and a session for each graph, fetched now. */
export async function sessions(at, names) {
  const [ort, ...graphs] = await Promise.all([runtime(at), ...names.map((name) => fetched(at, name))]);
  return [ort, ...await Promise.all(graphs.map((graph) => ort.InferenceSession.create(graph)))];
}

/** A tensor as nested lists. */
export function nested({ data, dims }) {
  const cut = (list, [length, ...rest]) => {
    if (!rest.length) return [...list];
    const step = list.length / length;
    return Array.from({ length }, (_, i) => cut(list.slice(i * step, (i + 1) * step), rest));
  };
  return cut(data, dims);
}

const METADATA = 14; // of ModelProto, in the file format's own numbers

/**
 * What a graph's file says of itself, by name: its metadata, which the runtime does not show.
 * Throws RangeError where the bytes are not those of a whole protocol buffer.
 */
export function metadata(bytes) {
  const entries = fields(new Uint8Array(bytes)).filter(([number]) => number === METADATA);
  const text = new TextDecoder();
  return Object.fromEntries(entries.map(([, entry]) => {
    const { 1: name, 2: value } = Object.fromEntries(fields(entry));
    return [text.decode(name), text.decode(value)];
  }));
}

/** The fields of a protocol buffer: [number, its bytes, or nothing where it is a plain number]. */
function fields(bytes) {
  const found = [];
  let at = 0;
  const skip = (length) => {
    at += length;
    if (!(at <= bytes.length)) throw new RangeError("the file ends too early");
  };
  const varint = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      skip(1);
      value += (bytes[at - 1] & 127) * factor;
      if (bytes[at - 1] < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const [number, kind] = [Math.floor(tag / 8), tag % 8];
    if (number === 0 || ![0, 1, 2, 5].includes(kind)) throw new RangeError("no protocol buffer");
    let field;
    if (kind === 0) varint();
    else if (kind === 2) {
      const length = varint();
      skip(length);
      field = bytes.subarray(at - length, at);
    } else skip(kind === 1 ? 8 : 4);
    found.push([number, field]);
  }
  return found;
}

/**
 * A function that calls `load` when it is first called; later calls get the same. A failure is
 * forgotten, so that the next call tries again. `begun()` says whether it was called.
 */
export function once(load) {
  let loading;
  const get = (...given) => (loading ??= load(...given).catch((error) => {
    loading = undefined;
    throw error;
  }));
  return Object.assign(get, { begun: () => loading !== undefined });
}

/**
 * A function that hands values to `work`, one at a time and the newest only: what comes while it
 * works waits, and what comes after replaces what waits.
 */
export function newest(work) {
  let [busy, waiting] = [false, []];
  return async (value) => {
    waiting = [value];
    if (busy) return;
    busy = true;
    while (waiting.length) await work(waiting.pop());
    busy = false;
  };
}

/** What a page says that was opened as a file. */
export const fromAFile = (page) => "From a page that was opened as a file, the browser may not load the model. Open a "
  + `terminal in the folder of the book, run “python3 -m http.server --bind 127.0.0.1”, and open http://127.0.0.1:8000/${page}.`;
