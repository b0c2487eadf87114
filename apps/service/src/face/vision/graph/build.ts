import type { Node } from './kernels.ts';
import type { Frozen } from './network.ts';
import type { Weight } from './weights.ts';

/**
 * How a window moves: by how much, and how far it reaches outside (top, left, bottom, right, as ONNX has it).
 */
export interface Window {
  strides?: readonly [number, number];
  pads?: readonly [number, number, number, number];
  dilations?: readonly [number, number];
}

/** A frozen graph that is written down step by step; every method gives the name of what it makes. */
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

  /** Zeros below and to the right, and in channels after the last. */
  padded(x: string, rows: number, channels: number): string {
    if (rows === 0 && channels === 0) return x;
    return this.op('Pad', [x, this.weight(Int32Array.of(0, 0, 0, rows, 0, rows, 0, channels), [4, 2])]);
  }

  /**
   * `filter` lies as rows, columns, channels in, channels out; `last` is what is done with the sum and its
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
      strides: whole([1, ...strides, 1]),
      dilations: whole([1, ...dilations, 1]),
      explicit_paddings: whole([0, 0, top, bottom, left, right, 0, 0]),
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

export const whole = (values: readonly number[]) => ({ list: { i: values.map(String) } });
