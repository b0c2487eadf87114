import { type Field, fieldsOf, floatsIn, integersIn, textIn } from './protobuf.ts';

/** A tensor that an ONNX file carries. Integers of 64 bits become floats, because they are only lengths. */
export interface OnnxTensor {
  shape: readonly number[];
  values: Float32Array;
}

export interface OnnxNode {
  op: string;
  input: readonly string[];
  output: readonly string[];
  /** Attributes that are a number or a list of numbers. */
  numbers: ReadonlyMap<string, readonly number[]>;
  /** Attributes that are text. */
  words: ReadonlyMap<string, string>;
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  tensors: ReadonlyMap<string, OnnxTensor>;
  /** Names of the inputs that a caller has to feed: those that are not tensors of the file. */
  inputs: readonly string[];
  outputs: readonly string[];
}

// Numbers of the fields and types in onnx.proto.
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, op_type: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, f: 2, i: 3, s: 4, floats: 7, ints: 8 };
const TENSOR = { dims: 1, data_type: 2, float_data: 4, int64_data: 7, name: 8, raw_data: 9 };
const VALUE_INFO = { name: 1 };
const DATA_TYPE = { FLOAT: 1, INT64: 7 };

const firstOf = (fields: readonly Field[], number: number): Field | undefined =>
  fields.find((field) => field.number === number);
const textOf = (fields: readonly Field[], number: number): string =>
  textIn(firstOf(fields, number)?.bytes ?? new Uint8Array(0));

function readTensor(message: Uint8Array): [name: string, tensor: OnnxTensor] {
  const fields = [...fieldsOf(message)];
  const of = (number: number) => fields.filter((field) => field.number === number);
  const shape = of(TENSOR.dims).flatMap((field) => [...integersIn(field)]);
  return [textOf(fields, TENSOR.name), { shape, values: valuesOf(fields, of) }];
}

function valuesOf(fields: readonly Field[], of: (number: number) => Field[]): Float32Array {
  const raw = firstOf(fields, TENSOR.raw_data)?.bytes;
  if (!raw) {
    const floats = of(TENSOR.float_data).flatMap(({ bytes }) => [...floatsIn(bytes)]);
    return Float32Array.from(floats.concat(of(TENSOR.int64_data).flatMap((field) => [...integersIn(field)])));
  }
  const type = Number(firstOf(fields, TENSOR.data_type)?.integer ?? 0);
  if (type === DATA_TYPE.FLOAT) return floatsIn(raw);
  if (type === DATA_TYPE.INT64 && raw.length % 8 === 0)
    return Float32Array.from(new BigInt64Array(new Uint8Array(raw).buffer), Number);
  // None of our operations takes another type. An operation that needs this tensor finds too few values.
  return new Float32Array(0);
}

function readNode(message: Uint8Array): OnnxNode {
  const node = {
    op: '',
    input: [] as string[],
    output: [] as string[],
    numbers: new Map<string, readonly number[]>(),
    words: new Map<string, string>(),
  };
  for (const { number, bytes } of fieldsOf(message)) {
    if (number === NODE.input) node.input.push(textIn(bytes));
    else if (number === NODE.output) node.output.push(textIn(bytes));
    else if (number === NODE.op_type) node.op = textIn(bytes);
    else if (number === NODE.attribute) {
      const fields = [...fieldsOf(bytes)];
      const name = textOf(fields, ATTRIBUTE.name);
      if (firstOf(fields, ATTRIBUTE.s)) node.words.set(name, textOf(fields, ATTRIBUTE.s));
      node.numbers.set(name, fields.flatMap(numbersOf));
    }
  }
  return node;
}

function numbersOf(field: Field): number[] {
  if (field.number === ATTRIBUTE.f || field.number === ATTRIBUTE.floats) return [...floatsIn(field.bytes)];
  return field.number === ATTRIBUTE.i || field.number === ATTRIBUTE.ints ? [...integersIn(field)] : [];
}

/**
 * Reads a model in the format of ONNX (onnx.proto): nodes, tensors, inputs and outputs of its graph. Throws
 * an Error on bytes that are not such a file; the time it takes grows with the length of the file and no
 * faster.
 */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const graph = firstOf([...fieldsOf(file)], MODEL.graph);
  if (!graph) throw new Error('the model is not an ONNX file');
  const fields = [...fieldsOf(graph.bytes)];
  const of = (wanted: number) => fields.filter(({ number }) => number === wanted).map(({ bytes }) => bytes);
  const tensors = new Map(of(GRAPH.initializer).map(readTensor));
  const nameOf = (message: Uint8Array) => textOf([...fieldsOf(message)], VALUE_INFO.name);
  return {
    nodes: of(GRAPH.node).map(readNode),
    tensors,
    inputs: of(GRAPH.input)
      .map(nameOf)
      .filter((name) => !tensors.has(name)),
    outputs: of(GRAPH.output).map(nameOf),
  };
}
