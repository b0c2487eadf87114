import { Builder, type Window } from './build.ts';
import type { Frozen } from './network.ts';
import { type OnnxGraph, type OnnxNode, type OnnxTensor, readOnnx } from './onnx-file.ts';

/** Why a model of ONNX is not run on our kernels: an operation, or a form of it, that none of them is. */
export class NotOurs extends Error {}

/** What the only output is called, whatever the file calls it. */
export const OUTPUT = 'output';

/** A graph that is being written down from a file. */
interface Translation {
  to: Builder;
  /** What was computed before: the file's name to ours. */
  made: Map<string, string>;
  tensors: OnnxGraph['tensors'];
}

/**
 * A model of ONNX with one image in and one vector out, in the operations of our kernels. The file has
 * channels first and the kernels have them last: filters are turned here, and a vector may only be made of
 * what has one value for each channel.
 */
export function readOnnxModel(file: Uint8Array): Frozen {
  const { nodes, tensors, inputs, outputs } = readOnnx(file);
  const to = new Builder();
  if (inputs.length !== 1) throw new NotOurs(`${inputs.length} inputs`);
  const made = new Map([[inputs[0]!, to.op('Placeholder', [])]]);
  for (const node of needed(nodes, outputs[0]!)) {
    const write = WRITE[node.op];
    if (!write) throw new NotOurs(node.op);
    made.set(node.output[0]!, write(node, { to, made, tensors }));
  }
  to.op('Vector', [made.get(outputs[0]!)!], {}, OUTPUT);
  return to;
}

/** Without those that only compute the length of a vector. */
function needed(nodes: readonly OnnxNode[], output: string): OnnxNode[] {
  const wanted = new Set([output]);
  const found = nodes.toReversed().filter(({ op, input, output: names }) => {
    if (!names.some((name) => wanted.has(name))) return false;
    for (const name of op === 'Reshape' ? input.slice(0, 1) : input) wanted.add(name);
    return true;
  });
  return found.reverse();
}

function computed({ op, input }: OnnxNode, { made }: Translation, place = 0): string {
  const name = made.get(input[place] ?? '');
  if (!name) throw new NotOurs(`${op} with a constant`);
  return name;
}

function constant({ op, input }: OnnxNode, { tensors }: Translation, place: number): OnnxTensor {
  const tensor = tensors.get(input[place] ?? '');
  const length = tensor?.shape.reduce((product, side) => product * side, 1);
  if (!tensor || tensor.values.length !== length) throw new NotOurs(`${op} without its numbers`);
  return tensor;
}

type Write = (node: OnnxNode, at: Translation) => string;

const same =
  (op: string, places: readonly number[] = [0]): Write =>
  (node, at) =>
    at.to.op(
      op,
      places.map((place) => computed(node, at, place)),
    );

const WRITE: Record<string, Write> = {
  Relu: same('Relu'),
  Sigmoid: same('Sigmoid'),
  GlobalAveragePool: same('GlobalAvgPool'),
  Add: same('AddV2', [0, 1]),
  Mul: same('Mul', [0, 1]),
  Flatten: same('Vector'),
  Reshape(node, at) {
    const wanted = at.tensors.get(node.input[1]!);
    if (wanted && wanted.values.length !== 2) throw new NotOurs('Reshape to anything but vectors');
    return at.to.op('Vector', [computed(node, at)]);
  },
  PRelu(node, at) {
    const { shape, values } = constant(node, at, 1);
    if (shape.length !== 3 || shape[1] !== 1 || shape[2] !== 1) throw new NotOurs('PRelu within a channel');
    return at.to.op('Prelu', [computed(node, at), at.to.weight(values, [values.length])]);
  },
  Conv(node, at) {
    const { shape, values } = constant(node, at, 1);
    const [outer, inner, rows, columns] = shape as [number, number, number, number];
    const group = node.numbers.get('group')?.[0] ?? 1;
    if (shape.length !== 4 || (group !== 1 && (group !== outer || inner !== 1)))
      throw new NotOurs('Conv in groups');
    if (node.words.has('auto_pad')) throw new NotOurs('Conv with a border of its own');
    const bias = node.input[2] ? constant(node, at, 2).values : new Float32Array(outer);
    const filter = {
      shape: group === 1 ? [rows, columns, inner, outer] : [rows, columns, outer, 1],
      values: turned(values, outer, inner * rows * columns, group === 1 ? inner : 1),
    };
    return at.to.convolution(computed(node, at), filter, bias, windowOf(node));
  },
  MatMul(node, at) {
    const { shape, values } = constant(node, at, 1);
    if (shape.length !== 2) throw new NotOurs('MatMul of more than a table');
    const vector = at.to.op('Vector', [computed(node, at)]);
    return at.to.convolution(vector, { shape: [1, 1, ...shape], values }, new Float32Array(shape[1]!));
  },
  BatchNormalization(node, at) {
    const [scale, bias, mean, variance] = [1, 2, 3, 4].map((place) => constant(node, at, place).values);
    const epsilon = node.numbers.get('epsilon')?.[0] ?? 1e-5;
    const factor = scale!.map((value, i) => value / Math.sqrt(variance![i]! + epsilon));
    const offset = bias!.map((value, i) => value - mean![i]! * factor[i]!);
    const shape = [1, 1, 1, factor.length];
    const scaled = at.to.op('Mul', [computed(node, at), at.to.weight(factor, shape)]);
    return at.to.op('AddV2', [scaled, at.to.weight(offset, shape)]);
  },
};

function windowOf({ numbers }: OnnxNode): Window {
  const named = ['strides', 'dilations', 'pads'].map((name) => [name, numbers.get(name)]);
  return Object.fromEntries(named.filter(([, values]) => values)) as Window;
}

/** Filters as (out, in, place) to (place, in, out). */
function turned(values: Float32Array, outer: number, each: number, inner: number): Float32Array {
  const to = new Float32Array(values.length);
  const area = each / inner;
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++)
      for (let place = 0; place < area; place++)
        to[(place * inner + i) * outer + o] = values[o * each + i * area + place]!;
  return to;
}
