// Trained models in the page: ONNX graphs, and onnxruntime-web, which computes them.

const RUNTIME = "ort.wasm.bundle.min.mjs";
const BINARY = "ort-wasm-simd-threaded.wasm";

/** The runtime and a session for each graph, fetched now. `at` turns a file's name into its address. */
export async function sessions(at, names) {
  const [ort, binary, ...graphs] = await Promise.all([
    import(at(RUNTIME)),
    ...[BINARY, ...names].map(async (name) => {
      const response = await fetch(at(name));
      if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
      return response.arrayBuffer();
    }),
  ]);
  Object.assign(ort.env.wasm, { numThreads: 1, wasmBinary: binary });
  return [ort, ...await Promise.all(graphs.map((graph) => ort.InferenceSession.create(graph)))];
}

/**
 * A function that calls `load` when it is first called; later calls get the same. A failure is
 * forgotten, so that the next call tries again.
 */
export function once(load) {
  let loading;
  return () => (loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  }));
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
