import type { Size } from '../guidance/framing.ts';
import { coefficientsOf, type Planes } from '../guidance/picture.ts';

interface Plane {
  offset: number;
  stride: number;
  /** Bytes from one value to the next. */
  apart: number;
}

/** Where each of `count` parts of a length begins, and where the last one ends. No part is empty. */
const edges = (length: number, count: number): Int32Array =>
  Int32Array.from({ length: count + 1 }, (_, i) => Math.floor((i * length) / count));

/** The mean of each cell of a plane. */
function means(bytes: Uint8Array, { offset, stride, apart }: Plane, of: Size, to: Size): Float32Array {
  const [columns, rows] = [edges(of.width, to.width), edges(of.height, to.height)];
  const found = new Float32Array(to.width * to.height);
  for (let row = 0, at = 0; row < to.height; row++)
    for (let column = 0; column < to.width; column++, at++) {
      const [left, right, top, bottom] = [columns[column]!, columns[column + 1]!, rows[row]!, rows[row + 1]!];
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        const line = offset + y * stride;
        for (let x = left; x < right; x++) sum += bytes[line + x * apart]!;
      }
      found[at] = sum / ((right - left) * (bottom - top));
    }
  return found;
}

/**
 * Averages a camera's picture into a much smaller one, brightness and colour alike: each pixel of `into` is the
 * mean of the pixels that it covers. `into` must be at most half as wide and half as high.
 */
export function shrink(planes: Planes, into: ImageData): void {
  const { bytes, layout, format } = planes;
  const [y, u, v] = layout as [Planes['layout'][0], Planes['layout'][0], Planes['layout'][0]?];
  const apart = format === 'NV12' ? 2 : 1;
  // There is one colour for 2 × 2 pixels.
  const half = { width: planes.width >> 1, height: planes.height >> 1 };
  const luma = means(bytes, { ...y, apart: 1 }, planes, into);
  const blues = means(bytes, { ...u, apart }, half, into);
  const reds = means(bytes, v ? { ...v, apart } : { ...u, offset: u.offset + 1, apart }, half, into);
  const { red, green_u, green_v, blue, black, gain, chroma } = coefficientsOf(planes);
  for (let i = 0, to = 0; i < luma.length; i++, to += 4) {
    const light = (luma[i]! - black) * gain;
    const cb = (blues[i]! - 128) * chroma;
    const cr = (reds[i]! - 128) * chroma;
    into.data[to] = light + red * cr;
    into.data[to + 1] = light - green_u * cb - green_v * cr;
    into.data[to + 2] = light + blue * cb;
    into.data[to + 3] = 255;
  }
}
