import type { Frozen } from './network.ts';
import type { Node } from './operations.ts';
import type { Weight } from './weights.ts';

/** How the window of a convolution moves over an image. */
export interface Window {
  /** Vertical, horizontal. */
  strides?: readonly [number, number];
  /** Zeros around the image: top, left, bottom, right, in ONNX's order. */
  pads?: readonly [number, number, number, number];
  dilations?: readonly [number, number];
}

/** Builds a frozen graph step by step. Every method returns the name of the node that it adds. */
export class Builder implements Frozen {
  readonly nodes: Node[] = [];
  readonly weights = new Map<string, Weight>();

  op(op: string, input: string[], attr: Node['attr'] = {}, name = `${op}_${this.nodes.length}`): string {
    this.nodes.push({ name, op, input, attr });
    return name;
  }

  weight(values: Float32Array | Int32Array, shape: readonly number[]): string {
    const name = this.op('Const', []);
    this.weights.set(name, { values, shape });
    return name;
  }

  /** Adds zeros below and to the right, and channels of zeros after the last one. */
  padded(x: string, rows: number, channels: number): string {
    if (rows === 0 && channels === 0) return x;
    return this.op('Pad', [x, this.weight(Int32Array.of(0, 0, 0, rows, 0, rows, 0, channels), [4, 2])]);
  }

  /**
   * `filter` has the shape [rows, columns, channels in, channels out]; `last` is applied to the sum and its
   * bias.
   */
  convolution(
    x: string,
    filter: Weight,
    bias: Float32Array,
    { strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1] }: Window = {},
    last: 'BiasAdd' | 'Relu' = 'BiasAdd',
  ): string {
    const [top, left, bottom, right] = pads;
    const attr = {
      strides: integers([1, ...strides, 1]),
      dilations: integers([1, ...dilations, 1]),
      explicit_paddings: integers([0, 0, top, bottom, left, right, 0, 0]),
      fused_ops: { list: { s: [btoa(last)] } },
    };
    const weights = [
      this.weight(filter.values as Float32Array, filter.shape),
      this.weight(bias, [bias.length]),
    ];
    const deep = filter.shape[3] === 1 && bias.length === filter.shape[2] && bias.length > 1;
    return this.op(deep ? 'FusedDepthwiseConv2dNative' : '_FusedConv2D', [x, ...weights], attr);
  }
}

/** A list of integers as an attribute of a TensorFlow.js node. */
export const integers = (values: readonly number[]) => ({ list: { i: values.map(String) } });
