import type { Kernels } from './kernels.ts';

/** A node of a frozen TensorFlow.js graph. */
export interface Node {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, { s?: string; list?: { i?: string[]; s?: string[] } }>;
}

/** A tensor in the memory of the kernels. */
export interface Placed {
  /** The number under which the kernels know it. */
  id: number;
  shape: readonly number[];
  /** Bytes from the start of the memory. */
  offset: number;
}

/** A node and everything that its kernel call needs. */
export interface Site {
  kernels: Kernels;
  node: Node;
  inputs: readonly Placed[];
  /** The values of an input that is a constant. */
  values(input: number): readonly number[];
  /** Reserves memory for the result. Throws where a length is not a positive integer. */
  make(shape: readonly number[]): Placed;
  /** Writes integers into memory, for kernels that take a list of them, and returns their offset. */
  list(values: readonly number[]): number;
}

type Call = () => void;
type Four = [number, number, number, number];

const FLOAT32 = 0;
const ACTIVATIONS: Record<string, number> = { BiasAdd: 0, Relu: 1, Prelu: 3 };

/**
 * How each operation of a graph becomes a call of a kernel with all its arguments. Kernels believe the
 * lengths that they are given and read and write past the ends of tensors that are shorter: every operation
 * checks the shapes of its inputs here, once, when the call is prepared.
 */
export const OPERATIONS: Record<string, (site: Site) => Call> = {
  AddV2: (site) => elementwise(site, site.kernels._Add),
  Mul: (site) => elementwise(site, site.kernels._Multiply),
  Relu: ({ kernels, inputs, make }) => {
    const [x] = inputs as [Placed];
    const to = make(x.shape);
    return () => kernels._Relu(x.id, FLOAT32, to.id);
  },
  Prelu: ({ kernels, node, inputs, make }) => {
    const [x, slope] = inputs as [Placed, Placed];
    check(node, isPerChannel(slope, x.shape.at(-1)!), inputs);
    const to = make(x.shape);
    return () => kernels._Prelu(x.id, slope.id, to.id);
  },
  Sigmoid: ({ kernels, inputs, make }) => {
    const [x] = inputs as [Placed];
    const to = make(x.shape);
    return () => kernels._Sigmoid(x.id, to.id);
  },
  Pad: pad,
  MaxPool: ({ kernels, node, inputs, make }) => {
    const [x] = inputs as [Placed];
    const [height, width, channels] = imageOf(node, inputs);
    const [, rows, columns] = integersAt(node, 'ksize') as Four;
    const s = slide(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels]);
    const rest = [...s.pad, ...s.dilation, ...s.stride, channels, channels, to.id];
    return () => kernels._MaxPool(x.id, 1, height, width, rows, columns, ...rest);
  },
  AvgPool: (site) => average(site, integersAt(site.node, 'ksize') as Four),
  /** One value for each channel. */
  GlobalAvgPool: (site) => average(site, site.inputs[0]!.shape as Four),
  DepthwiseConv2dNative: ({ kernels, node, inputs, make }) => {
    const [x, filter] = inputs as [Placed, Placed];
    const [height, width] = imageOf(node, inputs);
    const [rows, columns, channels, times] = filterOf(node, inputs);
    const s = slide(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels * times]);
    const rest = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, channels * times, to.id];
    return () => kernels._DepthwiseConv2dNative(x.id, 1, height, width, filter.id, rows, columns, ...rest);
  },
  FusedDepthwiseConv2dNative: ({ kernels, node, inputs, make }) => {
    const [x, filter, bias] = inputs as [Placed, Placed, Placed];
    const [height, width] = imageOf(node, inputs);
    const [rows, columns, channels, times] = filterOf(node, inputs);
    check(node, sizeOf(bias.shape) === channels * times, inputs);
    const s = slide(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels * times]);
    const ends = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, channels * times];
    const rest = [...ends, ACTIVATIONS.BiasAdd!, 0, 0, to.id];
    return () =>
      kernels._FusedDepthwiseConv2D(x.id, 1, height, width, filter.id, rows, columns, bias.id, ...rest);
  },
  _FusedConv2D: ({ kernels, node, inputs, make }) => {
    const [x, filter, bias, slope] = inputs as [Placed, Placed, Placed, Placed?];
    const [height, width] = imageOf(node, inputs);
    const [rows, columns, channels, outer] = filterOf(node, inputs);
    check(node, sizeOf(bias.shape) === outer && (!slope || isPerChannel(slope, outer)), inputs);
    const s = slide(node, x.shape, rows, columns);
    const last = atob(node.attr?.fused_ops?.list?.s?.at(-1) ?? '');
    const activation = ACTIVATIONS[last];
    if (activation === undefined) throw new Error(`unknown activation ${last}`);
    const to = make([1, s.height, s.width, outer]);
    const ends = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, outer];
    const rest = [...ends, activation, slope?.id ?? 0, 0, to.id];
    return () => kernels._FusedConv2D(x.id, 1, height, width, filter.id, rows, columns, bias.id, ...rest);
  },
};

const integersAt = (node: Node, name: string): number[] => (node.attr?.[name]?.list?.i ?? []).map(Number);

/** The number of values in a tensor of this shape. */
export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1);

function check({ name }: Node, fits: boolean, inputs: readonly Placed[]): void {
  if (fits) return;
  const shapes = inputs.map(({ shape }) => `[${shape}]`).join(', ');
  throw new Error(`${name}: the shapes ${shapes} do not fit together`);
}

const isPerChannel = ({ shape }: Placed, channels: number): boolean => [1, channels].includes(sizeOf(shape));

/** Height, width and channels of the one image that is the first input. */
function imageOf(node: Node, inputs: readonly Placed[]): [height: number, width: number, channels: number] {
  const [count, height, width, channels] = inputs[0]!.shape as Four;
  check(node, inputs[0]!.shape.length === 4 && count === 1, inputs);
  return [height, width, channels];
}

/** Rows, columns, channels of the image and filters per channel or in all: the shape of the second input. */
function filterOf(node: Node, inputs: readonly Placed[]): Four {
  const [x, filter] = inputs as [Placed, Placed];
  check(node, filter.shape.length === 4 && filter.shape[2] === x.shape[3], inputs);
  return filter.shape as Four;
}

/** Combines two tensors value by value; a length of 1 in one stands for every place of the other. */
function elementwise({ node, inputs, make, list }: Site, kernel: Kernels['_Add']): Call {
  const [x, y] = inputs as [Placed, Placed];
  const broadcasts = x.shape.every((length, i) => length === y.shape[i] || length === 1 || y.shape[i] === 1);
  check(node, x.shape.length === y.shape.length && broadcasts, inputs);
  const [a, b] = [list(x.shape), list(y.shape)];
  const to = make(x.shape.map((length, i) => Math.max(length, y.shape[i]!)));
  return () => kernel(x.id, a, x.shape.length, y.id, b, y.shape.length, FLOAT32, to.id);
}

/** Puts zeros around a tensor; the second input says how many before and after, for each of its axes. */
function pad({ kernels, node, inputs, values, make, list }: Site): Call {
  const [x] = inputs as [Placed];
  const around = values(1);
  check(node, around.length === 2 * x.shape.length && around.every((count) => count >= 0), inputs);
  const [before, after] = [0, 1].map((k) => x.shape.map((_, i) => around[2 * i + k]!)) as [
    number[],
    number[],
  ];
  const [own, pre, post] = [list(x.shape), list(before), list(after)];
  const to = make(x.shape.map((length, i) => before[i]! + length + after[i]!));
  return () => kernels._PadV2(x.id, own, x.shape.length, FLOAT32, pre, post, 0, to.id);
}

function average({ kernels, node, inputs, make }: Site, [, rows, columns]: Four): Call {
  const [x] = inputs as [Placed];
  const [height, width, channels] = imageOf(node, inputs);
  const s = slide(node, x.shape, rows, columns);
  const to = make([1, s.height, s.width, channels]);
  const rest = [...s.pad, ...s.stride, channels, to.id];
  return () => kernels._AvgPool(x.id, 1, height, width, rows, columns, ...rest);
}

interface Sliding {
  /** Of the result. */
  height: number;
  width: number;
  /** Top, right, bottom, left. */
  pad: [number, number, number, number];
  same: number;
  dilation: [number, number];
  stride: [number, number];
}

/**
 * Moves a window of `kh` × `kw` over an image, as TensorFlow counts: SAME keeps the size, VALID stays inside,
 * EXPLICIT says how far outside.
 */
function slide(node: Node, shape: readonly number[], kh: number, kw: number): Sliding {
  const [, sy = 1, sx = 1] = integersAt(node, 'strides');
  const [, dy = 1, dx = 1] = integersAt(node, 'dilations');
  const [, , top = 0, bottom = 0, left = 0, right = 0] = integersAt(node, 'explicit_paddings');
  const positive = [kh, kw, sy, sx, dy, dx].every((value) => Number.isInteger(value) && value >= 1);
  const outside = [top, bottom, left, right].every((value) => Number.isInteger(value) && value >= 0);
  if (!positive || !outside) throw new Error(`${node.name}: no window moves like this`);
  const same = atob(node.attr?.padding?.s ?? '') === 'SAME';
  const rows = along(same, shape[1]!, (kh - 1) * dy + 1, sy, [top, bottom]);
  const columns = along(same, shape[2]!, (kw - 1) * dx + 1, sx, [left, right]);
  return {
    height: rows.size,
    width: columns.size,
    pad: [rows.before, columns.after, rows.after, columns.before],
    same: Number(same),
    dilation: [dy, dx],
    stride: [sy, sx],
  };
}

/** Steps of a window that covers `reach` values along an axis, and how far it goes beyond either end. */
function along(
  same: boolean,
  length: number,
  reach: number,
  stride: number,
  [before, after]: [number, number],
) {
  if (!same) return { size: Math.floor((before + length + after - reach) / stride) + 1, before, after };
  const size = Math.ceil(length / stride);
  const outside = Math.max(0, (size - 1) * stride + reach - length);
  return { size, before: Math.floor(outside / 2), after: outside - Math.floor(outside / 2) };
}
