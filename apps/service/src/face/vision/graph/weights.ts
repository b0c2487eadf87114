import { sizeOf } from './operations.ts';

export interface WeightSpec {
  name: string;
  shape: number[];
  dtype: string;
  quantization?: { dtype: string; min?: number; scale?: number };
}

export interface Weight {
  shape: readonly number[];
  values: Float32Array | Int32Array;
}

/**
 * Widens half to single precision (IEEE 754): moves the bits into place, then corrects the bias of the
 * exponent with a multiplication.
 */
function widened(bytes: Uint8Array): Float32Array {
  const halves = new Uint16Array(new Uint8Array(bytes).buffer);
  const out = new Float32Array(halves.length);
  const bits = new Uint32Array(out.buffer);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!;
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    out[i] = out[i]! * 2 ** 112;
  }
  return out;
}

const BYTES: Record<string, number> = { uint8: 1, float16: 2 };

/** Maps integers from 0 to 255 back to the range from which they were quantised. */
function dequantised(
  bytes: Uint8Array,
  { min = 0, scale = 1 }: { min?: number; scale?: number },
): Float32Array {
  const out = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = bytes[i]! * scale + min;
  return out;
}

/**
 * Reads the only shard of a TensorFlow.js model, in which tensors follow one another. Returns them by name.
 * Throws where the shard ends early, and on types that none of our models has.
 */
export function readWeights(specs: readonly WeightSpec[], bytes: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  let at = 0;
  for (const { name, shape, dtype, quantization } of specs) {
    const how = quantization?.dtype ?? dtype;
    const length = sizeOf(shape) * (BYTES[how] ?? 4);
    const part = bytes.subarray(at, at + length);
    if (part.length < length) throw new Error(`the weights end before ${name}`);
    at += length;
    if (how === 'float16') weights.set(name, { shape, values: widened(part) });
    else if (how === 'uint8') weights.set(name, { shape, values: dequantised(part, quantization!) });
    else if (how === 'float32')
      weights.set(name, { shape, values: new Float32Array(new Uint8Array(part).buffer) });
    else if (how === 'int32')
      weights.set(name, { shape, values: new Int32Array(new Uint8Array(part).buffer) });
    else throw new Error(`${name} has an unknown type: ${how}`);
  }
  return weights;
}
