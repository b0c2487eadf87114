/** A tensor that an ONNX file carries. Whole numbers of 64 bits are given as floats: they only ever count. */
export interface OnnxTensor {
  shape: readonly number[];
  values: Float32Array;
}

export interface OnnxNode {
  op: string;
  input: readonly string[];
  output: readonly string[];
  /** Attributes that are numbers or lists of them, and those that are words. */
  numbers: ReadonlyMap<string, readonly number[]>;
  words: ReadonlyMap<string, string>;
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  tensors: ReadonlyMap<string, OnnxTensor>;
  /** What has to be fed, and what comes out. */
  inputs: readonly string[];
  outputs: readonly string[];
}

/** One field of a message of Protocol Buffers: its number, and a number or the bytes of what it holds. */
interface Field {
  field: number;
  value: bigint;
  bytes: Uint8Array;
}

const [VARINT, EIGHT, LENGTH, FOUR] = [0, 1, 2, 5];
const NONE = new Uint8Array(0);

function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('the model ends within a number');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, value);
    }
  };
  const bytes = (length: number): Uint8Array => {
    if (at + length > message.length) throw new Error('the model ends within a field');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const [field, kind] = [tag >>> 3, tag & 7];
    if (kind === VARINT) yield { field, value: varint(), bytes: NONE };
    else if (kind === LENGTH) yield { field, value: 0n, bytes: bytes(Number(varint())) };
    else if (kind === FOUR || kind === EIGHT) yield { field, value: 0n, bytes: bytes(kind === FOUR ? 4 : 8) };
    else throw new Error('the model is no ONNX file');
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

/** Whole numbers that are written one by one, or all in one field. */
function* wholes({ value, bytes }: Field): Generator<number> {
  if (bytes.length === 0) return yield Number(value);
  // A list is a message of nothing but numbers: each is read as if it had the tag of field 1.
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! >= 128) continue;
    const [one] = fieldsOf(Uint8Array.of(8, ...bytes.subarray(from, at + 1)));
    yield Number(one!.value);
    from = at + 1;
  }
}

function tensorOf(message: Uint8Array): OnnxTensor & { name: string } {
  let [name, type] = ['', 0];
  let raw: Uint8Array = NONE;
  const [shape, values]: number[][] = [[], []];
  for (const each of fieldsOf(message)) {
    if (each.field === 1) shape!.push(...wholes(each));
    else if (each.field === 2) type = Number(each.value);
    else if (each.field === 4) values!.push(...floats(each.bytes));
    else if (each.field === 7) values!.push(...wholes(each));
    else if (each.field === 8) name = text(each.bytes);
    else if (each.field === 9) raw = each.bytes;
  }
  if (raw.length === 0) return { name, shape: shape!, values: Float32Array.from(values!) };
  if (type === 1) return { name, shape: shape!, values: floats(raw) };
  if (type === 7)
    return {
      name,
      shape: shape!,
      values: Float32Array.from(new BigInt64Array(new Uint8Array(raw).buffer), Number),
    };
  // A type that none of our operations takes: empty, so that whoever needs it sees that its length is wrong.
  return { name, shape: shape!, values: new Float32Array(0) };
}

function nodeOf(message: Uint8Array): OnnxNode {
  const node = {
    op: '',
    input: [] as string[],
    output: [] as string[],
    numbers: new Map<string, number[]>(),
    words: new Map<string, string>(),
  };
  for (const { field, bytes } of fieldsOf(message)) {
    if (field === 1) node.input.push(text(bytes));
    else if (field === 2) node.output.push(text(bytes));
    else if (field === 4) node.op = text(bytes);
    else if (field === 5) {
      const parts = [...fieldsOf(bytes)];
      const name = text(parts.find((part) => part.field === 1)?.bytes ?? NONE);
      const word = parts.find((part) => part.field === 4);
      if (word) node.words.set(name, text(word.bytes));
      node.numbers.set(
        name,
        parts.flatMap((part) => {
          if (part.field === 2 || part.field === 7) return [...floats(part.bytes)];
          return part.field === 3 || part.field === 8 ? [...wholes(part)] : [];
        }),
      );
    }
  }
  return node;
}

const nameOf = (message: Uint8Array): string =>
  text([...fieldsOf(message)].find(({ field }) => field === 1)?.bytes ?? NONE);

/**
 * A model as ONNX writes it (onnx.proto): the field of the graph, and within it nodes, tensors, inputs and
 * outputs.
 */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const graph = [...fieldsOf(file)].find(({ field }) => field === 7);
  if (!graph) throw new Error('the model is no ONNX file');
  const parts = [...fieldsOf(graph.bytes)];
  const of = (wanted: number) => parts.filter(({ field }) => field === wanted).map(({ bytes }) => bytes);
  const tensors = new Map(
    of(5)
      .map(tensorOf)
      .map((tensor) => [tensor.name, tensor]),
  );
  return {
    nodes: of(1).map(nodeOf),
    tensors,
    inputs: of(11)
      .map(nameOf)
      .filter((name) => !tensors.has(name)),
    outputs: of(12).map(nameOf),
  };
}
