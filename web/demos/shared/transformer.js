// The date Transformer in the page: one ONNX graph, in which each of the 24 heads has a gate.
import { nested, once, sessions } from "./onnx.js";

const GRAPH = "dates-heads.onnx";
export const HEADS = 4; // of each layer
export const ATTENTIONS = 6; // layers with heads: encoder 1 and 2; decoder and cross-attention 1, then 2
const ALL_ON = Array(ATTENTIONS * HEADS).fill(1);

/**
 * A function (source's ids, ids written so far, gates) → logits of the next letter, and all maps;
 * one for all demos of a page.
 */
export const load = once(async (at) => {
  const [ort, session] = await sessions(at, [GRAPH]);
  const ids = (list) => new ort.Tensor("int64", BigInt64Array.from(list, BigInt), [1, list.length]);
  return async (source, target, gates = ALL_ON) => {
    const { logits, ...maps } = await session.run({
      source: ids(source),
      target: ids(target),
      gates: new ort.Tensor("float32", Float32Array.from(gates), [ATTENTIONS, HEADS]),
    });
    return { logits: [...logits.data], maps: Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, nested(map)])) };
  };
});

export const isLoaded = load.begun;
