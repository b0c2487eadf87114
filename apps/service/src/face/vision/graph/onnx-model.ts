import { Builder, type Window } from './build.ts';
import type { Frozen } from './network.ts';
import { type OnnxGraph, type OnnxNode, type OnnxTensor, readOnnx } from './onnx-file.ts';

/** The model has an operation, or a form of an operation, that our kernels cannot compute. */
export class UnsupportedModel extends Error {}

/** The name of the only output of the graph that is built, whatever the file calls it. */
export const OUTPUT = 'output';

/** A graph that is being built from a file. */
interface Translation {
  to: Builder;
  /** Results so far: the name in the file to the name in the graph. */
  results: Map<string, string>;
  tensors: OnnxGraph['tensors'];
}

/**
 * Translates an ONNX model with one image as input and one vector as output into the operations of our
 * kernels. The file has channels first and the kernels have them last, so filters are transposed, and only a
 * tensor with one value per channel may become a vector. Throws `UnsupportedModel`, or another Error for a
 * file that is not well formed.
 */
export function readOnnxModel(file: Uint8Array): Frozen {
  const { nodes, tensors, inputs, outputs } = readOnnx(file);
  const [input, output] = [inputs[0], outputs[0]];
  if (input === undefined || inputs.length > 1) throw new UnsupportedModel(`${inputs.length} inputs`);
  if (output === undefined) throw new Error('the model has no output');
  const to = new Builder();
  const results = new Map([[input, to.op('Placeholder', [])]]);
  for (const node of nodesFor(output, nodes)) {
    const translate = TRANSLATIONS.get(node.op);
    if (!translate) throw new UnsupportedModel(node.op);
    results.set(node.output[0]!, translate(node, { to, results, tensors }));
  }
  const result = results.get(output);
  if (result === undefined) throw new Error('the model does not compute its output');
  to.op('Vector', [result], {}, OUTPUT);
  return to;
}

/**
 * The nodes that the output depends on, in the order of the file. The second input of Reshape is left out:
 * nodes may compute it, and all that it says here is the length of a vector.
 */
function nodesFor(output: string, nodes: readonly OnnxNode[]): OnnxNode[] {
  const wanted = new Set([output]);
  const needed = nodes.toReversed().filter(({ op, input, output: names }) => {
    if (!names.some((name) => wanted.has(name))) return false;
    for (const name of op === 'Reshape' ? input.slice(0, 1) : input) wanted.add(name);
    return true;
  });
  return needed.reverse();
}

function resultAt({ op, input }: OnnxNode, { results }: Translation, place = 0): string {
  const name = results.get(input[place] ?? '');
  if (!name) throw new UnsupportedModel(`${op} with a constant`);
  return name;
}

/** A tensor of the file. `shape`: what it has to be; null stands for any length of at least 1. */
function constantAt(
  { op, input }: OnnxNode,
  { tensors }: Translation,
  place: number,
  shape: readonly (number | null)[],
): OnnxTensor {
  const tensor = tensors.get(input[place] ?? '');
  const length = tensor?.shape.reduce((product, side) => product * side, 1);
  if (!tensor || tensor.values.length !== length) throw new UnsupportedModel(`${op} without its numbers`);
  // Two negative lengths have a positive product, and every kernel believes the shape that it is told.
  const fits = tensor.shape.every((side, i) => side >= 1 && (shape[i] ?? side) === side);
  if (tensor.shape.length !== shape.length || !fits)
    throw new UnsupportedModel(`${op} with numbers of the shape [${tensor.shape}]`);
  return tensor;
}

type Translate = (node: OnnxNode, at: Translation) => string;

const renamed =
  (op: string, places: readonly number[] = [0]): Translate =>
  (node, at) =>
    at.to.op(
      op,
      places.map((place) => resultAt(node, at, place)),
    );

const TRANSLATIONS = new Map<string, Translate>([
  ['Relu', renamed('Relu')],
  ['Sigmoid', renamed('Sigmoid')],
  ['GlobalAveragePool', renamed('GlobalAvgPool')],
  ['Add', renamed('AddV2', [0, 1])],
  ['Mul', renamed('Mul', [0, 1])],
  ['Flatten', renamed('Vector')],
  ['Reshape', reshape],
  ['PRelu', prelu],
  ['Conv', convolution],
  ['MatMul', matrixProduct],
  ['BatchNormalization', batchNormalization],
]);

function reshape(node: OnnxNode, at: Translation): string {
  const wanted = at.tensors.get(node.input[1] ?? '');
  if (wanted && wanted.values.length !== 2) throw new UnsupportedModel('Reshape to anything but vectors');
  return at.to.op('Vector', [resultAt(node, at)]);
}

function prelu(node: OnnxNode, at: Translation): string {
  const { values } = constantAt(node, at, 1, [null, 1, 1]);
  return at.to.op('Prelu', [resultAt(node, at), at.to.weight(values, [values.length])]);
}

function convolution(node: OnnxNode, at: Translation): string {
  const { shape, values } = constantAt(node, at, 1, [null, null, null, null]);
  const [outer, inner, rows, columns] = shape as [number, number, number, number];
  const group = node.numbers.get('group')?.[0] ?? 1;
  if (group !== 1 && (group !== outer || inner !== 1)) throw new UnsupportedModel('Conv in groups');
  if (node.words.has('auto_pad')) throw new UnsupportedModel('Conv with auto_pad');
  const bias = node.input[2] ? constantAt(node, at, 2, [outer]).values : new Float32Array(outer);
  const filter = {
    shape: group === 1 ? [rows, columns, inner, outer] : [rows, columns, outer, 1],
    values: transposed(values, outer, inner * rows * columns, group === 1 ? inner : 1),
  };
  return at.to.convolution(resultAt(node, at), filter, bias, windowOf(node));
}

function matrixProduct(node: OnnxNode, at: Translation): string {
  const { shape, values } = constantAt(node, at, 1, [null, null]);
  const vector = at.to.op('Vector', [resultAt(node, at)]);
  return at.to.convolution(vector, { shape: [1, 1, ...shape], values }, new Float32Array(shape[1]!));
}

function batchNormalization(node: OnnxNode, at: Translation): string {
  const scale = constantAt(node, at, 1, [null]).values;
  const [bias, mean, variance] = [2, 3, 4].map((place) => constantAt(node, at, place, [scale.length]).values);
  const epsilon = node.numbers.get('epsilon')?.[0] ?? 1e-5;
  const factor = scale.map((value, i) => value / Math.sqrt(variance![i]! + epsilon));
  const offset = bias!.map((value, i) => value - mean![i]! * factor[i]!);
  const shape = [1, 1, 1, factor.length];
  const scaled = at.to.op('Mul', [resultAt(node, at), at.to.weight(factor, shape)]);
  return at.to.op('AddV2', [scaled, at.to.weight(offset, shape)]);
}

/** The window of a convolution in the image's two directions. */
function windowOf({ op, numbers }: OnnxNode): Window {
  const read = (name: string, length: number, least: number) => {
    const values = numbers.get(name);
    const usable = values?.every((value) => Number.isInteger(value) && value >= least);
    if (values && (values.length !== length || !usable))
      throw new UnsupportedModel(`${op} with ${name} of [${values}]`);
    return values && { [name]: values };
  };
  return { ...read('strides', 2, 1), ...read('dilations', 2, 1), ...read('pads', 4, 0) };
}

/** Filters as (out, in, place) to (place, in, out). */
function transposed(values: Float32Array, outer: number, each: number, inner: number): Float32Array {
  const to = new Float32Array(values.length);
  const area = each / inner;
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++)
      for (let place = 0; place < area; place++)
        to[(place * inner + i) * outer + o] = values[o * each + i * area + place]!;
  return to;
}
