// A GPT that writes character by character: the course's, or one that the reader has trained.
import { fetched, metadata, nested, once, runtime } from "./onnx.js";

const GRAPH = "characters.onnx";
const KIND = "payattention writer"; // as `payattention.export` names it
export const UNKNOWN = "\ufffd"; // stands for each character that a model has not met

const computer = once(runtime); // for all models

/** The course's GPT, fetched now. */
export const load = once(async (at) => {
  const [bytes] = await Promise.all([fetched(at, GRAPH), computer(at)]);
  return opened(at, bytes, GRAPH);
});

export const isLoaded = load.begun;

/**
 * The GPT of a file, given its bytes and its name:
 * { symbols, max_len, tokens(text), step(tokens) → logits and maps[layer][head][query][key] }.
 * Throws NoWriter, which says what is wrong with the file.
 */
export async function opened(at, bytes, name) {
  const facts = described(bytes, name);
  const { InferenceSession, Tensor } = await computer(at);
  const ids = new Map(facts.symbols.map((symbol, id) => [symbol, id]));
  try {
    const session = await InferenceSession.create(bytes);
    const step = async (tokens) => {
      const { logits, weights } = await session.run({
        tokens: new Tensor("int64", BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      });
      return { logits: [...logits.data], maps: nested(weights) };
    };
    const { logits } = await step([0]);
    if (logits.length !== facts.symbols.length) throw new Error(`${logits.length} logits for ${facts.symbols.length} characters`);
    return { ...facts, ...coder(ids, facts.max_len), step };
  } catch (error) {
    throw new NoWriter(`“${name}” cannot be run: ${error.message}`);
  }
}

/** How a text becomes tokens: those of its last characters that a model can read at once. */
export function coder(ids, max_len) {
  const unknown = ids.get(UNKNOWN);
  return {
    tokens: (text) => Array.from(text).slice(-max_len).map((letter) => ids.get(letter) ?? unknown),
    knows: (letter) => ids.has(letter),
  };
}

export class NoWriter extends Error {}

/** What a file says of its model, if it is one of a writer. */
function described(bytes, name) {
  const wanted = "“python -m payattention.export gpt” writes one that can be opened here.";
  const [p, k] = new Uint8Array(bytes);
  if (p === 0x50 && k === 0x4b) throw new NoWriter(`“${name}” is a zip archive, as PyTorch’s checkpoints are, and no ONNX file. ${wanted}`);
  let facts;
  try {
    facts = metadata(bytes);
  } catch {
    throw new NoWriter(`“${name}” is no ONNX file, or one that is cut short. ${wanted}`);
  }
  if (facts.kind !== KIND) throw new NoWriter(`“${name}” holds no GPT that writes character by character. ${wanted}`);
  return { symbols: JSON.parse(facts.symbols), max_len: Number(facts.max_len) };
}
