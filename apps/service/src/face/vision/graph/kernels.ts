import type { Tensors } from './tensors.ts';

/** A node of a frozen TensorFlow.js graph. */
export interface Node {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, { s?: string; list?: { i?: string[]; s?: string[] } }>;
}

/** Where a tensor lies: its number for the kernels, its shape, and its place in memory. */
export interface Placed {
  id: number;
  shape: readonly number[];
  offset: number;
}

/** What a call is made of. `values`: of a constant input, by its place. */
export interface Making {
  tensors: Tensors;
  node: Node;
  inputs: readonly Placed[];
  values(input: number): readonly number[];
  /** Room for the result. */
  make(shape: readonly number[]): Placed;
  /** Whole numbers in memory, for kernels that take a list of them. */
  list(values: readonly number[]): number;
}

type Call = () => void;
type Maker = (making: Making) => Call;

const FLOAT32 = 0;
const ACTIVATIONS: Record<string, number> = { BiasAdd: 0, Relu: 1, Prelu: 3 };
const lengths = (node: Node, name: string): number[] => (node.attr?.[name]?.list?.i ?? []).map(Number);
type Four = [number, number, number, number];

/** The operations of the models that are computed; each gives a call that stands ready with its arguments. */
export const MAKERS: Record<string, Maker> = {
  AddV2: (making) => both(making, making.tensors._Add),
  Mul: (making) => both(making, making.tensors._Multiply),
  Relu: ({ tensors, inputs, make }) => {
    const [x] = inputs as [Placed];
    const to = make(x.shape);
    return () => tensors._Relu(x.id, FLOAT32, to.id);
  },
  Prelu: ({ tensors, inputs, make }) => {
    const [x, slope] = inputs as [Placed, Placed];
    const to = make(x.shape);
    return () => tensors._Prelu(x.id, slope.id, to.id);
  },
  Sigmoid: ({ tensors, inputs, make }) => {
    const [x] = inputs as [Placed];
    const to = make(x.shape);
    return () => tensors._Sigmoid(x.id, to.id);
  },
  Pad: ({ tensors, inputs, values, make, list }) => {
    const [x] = inputs as [Placed];
    const flat = values(1);
    const [before, after] = [0, 1].map((k) => x.shape.map((_, i) => flat[2 * i + k]!)) as [
      number[],
      number[],
    ];
    const [own, pre, post] = [list(x.shape), list(before), list(after)];
    const to = make(x.shape.map((length, i) => before[i]! + length + after[i]!));
    return () => tensors._PadV2(x.id, own, x.shape.length, FLOAT32, pre, post, 0, to.id);
  },
  MaxPool: ({ tensors, node, inputs, make }) => {
    const [x] = inputs as [Placed];
    const [, height, width, channels] = x.shape as Four;
    const [, rows, columns] = lengths(node, 'ksize') as Four;
    const s = sliding(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels]);
    const rest = [...s.pad, ...s.dilation, ...s.stride, channels, channels, to.id];
    return () => tensors._MaxPool(x.id, 1, height, width, rows, columns, ...rest);
  },
  AvgPool: (making) => average(making, lengths(making.node, 'ksize') as Four),
  /** One value for each channel. */
  GlobalAvgPool: (making) => average(making, making.inputs[0]!.shape as Four),
  DepthwiseConv2dNative: ({ tensors, node, inputs, make }) => {
    const [x, filter] = inputs as [Placed, Placed];
    const [, height, width] = x.shape as Four;
    const [rows, columns, channels, times] = filter.shape as Four;
    const s = sliding(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels * times]);
    const rest = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, channels * times, to.id];
    return () => tensors._DepthwiseConv2dNative(x.id, 1, height, width, filter.id, rows, columns, ...rest);
  },
  FusedDepthwiseConv2dNative: ({ tensors, node, inputs, make }) => {
    const [x, filter, bias] = inputs as [Placed, Placed, Placed];
    const [, height, width] = x.shape as Four;
    const [rows, columns, channels, times] = filter.shape as Four;
    const s = sliding(node, x.shape, rows, columns);
    const to = make([1, s.height, s.width, channels * times]);
    const ends = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, channels * times];
    const rest = [...ends, ACTIVATIONS.BiasAdd!, 0, 0, to.id];
    return () =>
      tensors._FusedDepthwiseConv2D(x.id, 1, height, width, filter.id, rows, columns, bias.id, ...rest);
  },
  _FusedConv2D: ({ tensors, node, inputs, make }) => {
    const [x, filter, bias, slope] = inputs as [Placed, Placed, Placed, Placed?];
    const [, height, width] = x.shape as Four;
    const [rows, columns, channels, made] = filter.shape as Four;
    const s = sliding(node, x.shape, rows, columns);
    const last = atob(node.attr?.fused_ops?.list?.s?.at(-1) ?? '');
    const activation = ACTIVATIONS[last];
    if (activation === undefined) throw new Error(`unknown activation ${last}`);
    const to = make([1, s.height, s.width, made]);
    const ends = [...s.pad, s.same, ...s.dilation, ...s.stride, channels, made];
    const rest = [...ends, activation, slope?.id ?? 0, 0, to.id];
    return () => tensors._FusedConv2D(x.id, 1, height, width, filter.id, rows, columns, bias.id, ...rest);
  },
};

type Kernel = Tensors['_Add'];

/** Two tensors value by value; what is 1 long in one goes for all of the other. */
function both({ inputs, make, list }: Making, kernel: Kernel): Call {
  const [x, y] = inputs as [Placed, Placed];
  const [a, b] = [list(x.shape), list(y.shape)];
  const to = make(x.shape.map((length, i) => Math.max(length, y.shape[i]!)));
  return () => kernel(x.id, a, x.shape.length, y.id, b, y.shape.length, FLOAT32, to.id);
}

function average({ tensors, node, inputs, make }: Making, [, rows, columns]: Four): Call {
  const [x] = inputs as [Placed];
  const [, height, width, channels] = x.shape as Four;
  const s = sliding(node, x.shape, rows, columns);
  const to = make([1, s.height, s.width, channels]);
  const rest = [...s.pad, ...s.stride, channels, to.id];
  return () => tensors._AvgPool(x.id, 1, height, width, rows, columns, ...rest);
}

interface Sliding {
  height: number;
  width: number;
  /** Top, right, bottom, left. */
  pad: [number, number, number, number];
  same: number;
  dilation: [number, number];
  stride: [number, number];
}

/**
 * A window of `kh` × `kw` moved over an image, as TensorFlow counts: SAME keeps the size, VALID stays inside,
 * EXPLICIT says how far outside.
 */
function sliding(node: Node, shape: readonly number[], kh: number, kw: number): Sliding {
  const [, sy = 1, sx = 1] = lengths(node, 'strides');
  const [, dy = 1, dx = 1] = lengths(node, 'dilations');
  const [, , top = 0, bottom = 0, left = 0, right = 0] = lengths(node, 'explicit_paddings');
  const same = atob(node.attr?.padding?.s ?? '') === 'SAME';
  const along = (
    length: number,
    kernel: number,
    stride: number,
    dilation: number,
    outside: [number, number],
  ) => {
    const reach = (kernel - 1) * dilation + 1;
    if (!same) {
      const [before, after] = outside;
      return { size: Math.floor((before + length + after - reach) / stride) + 1, before, after };
    }
    const size = Math.ceil(length / stride);
    const pad = Math.max(0, (size - 1) * stride + reach - length);
    return { size, before: Math.floor(pad / 2), after: pad - Math.floor(pad / 2) };
  };
  const rows = along(shape[1]!, kh, sy, dy, [top, bottom]);
  const columns = along(shape[2]!, kw, sx, dx, [left, right]);
  return {
    height: rows.size,
    width: columns.size,
    pad: [rows.before, columns.after, rows.after, columns.before],
    same: Number(same),
    dilation: [dy, dx],
    stride: [sy, sx],
  };
}
