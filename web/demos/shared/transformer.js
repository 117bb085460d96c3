// The date Transformer in the page: one ONNX graph, in which each of the 24 heads has a gate.
import { nested, sessions } from "./onnx.js";

const GRAPH = "dates-heads.onnx";
export const HEADS = 4; // of each layer
export const ATTENTIONS = 6; // layers with heads: encoder 1 and 2; decoder and cross-attention 1, then 2
const ALL_ON = Array(ATTENTIONS * HEADS).fill(1);

let model; // what is loading or loaded, one for all demos of a page

export const isLoaded = () => model !== undefined;

/** A function (source's ids, ids written so far, gates) → logits of the next letter, and all maps. */
export function load(at) {
  model ??= sessions(at, [GRAPH]).then(([ort, session]) => {
    const ids = (list) => new ort.Tensor("int64", BigInt64Array.from(list, BigInt), [1, list.length]);
    return async (source, target, gates = ALL_ON) => {
      const { logits, ...maps } = await session.run({
        source: ids(source),
        target: ids(target),
        gates: new ort.Tensor("float32", Float32Array.from(gates), [ATTENTIONS, HEADS]),
      });
      return { logits: [...logits.data], maps: Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, nested(map)])) };
    };
  }).catch((error) => {
    model = undefined; // so that the next try begins anew
    throw error;
  });
  return model;
}
