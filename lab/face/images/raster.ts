import sharp from 'sharp';
import type { Pixels } from '../../../apps/service/src/face/vision/picture/pixels.ts';
import type { Random } from '../../borders/random.ts';

/** 8-bit RGB, row by row. */
export type Raster = Pixels;

export async function toRaster(image: Buffer): Promise<Raster> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const toJpeg = ({ data, width, height }: Raster, quality = 88): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Adds sensor noise, because no two pictures of a camera are equal. */
export function withNoise(image: Raster, sigma: number, random: Random): Raster {
  // Normal numbers are read from random places of a table. Drawing a number for each value of each pixel
  // would take seconds.
  const table = Float32Array.from({ length: 8_192 }, () => random.normal() * sigma);
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; ) {
    const from = Math.floor(random.uniform() * 4_096);
    const end = Math.min(data.length, at + 4_096);
    for (let i = from; at < end; at++, i++) data[at] = clamp(Math.round(image.data[at]! + table[i]!));
  }
  return { ...image, data };
}

/** Changes every value by its colour channel and place. */
export function mapped(
  image: Raster,
  change: (value: number, channel: number, x: number, y: number) => number,
): Raster {
  const data = new Uint8Array(image.data.length);
  for (let y = 0, at = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      for (let channel = 0; channel < 3; channel++, at++)
        data[at] = clamp(Math.round(change(image.data[at]!, channel, x, y)));
  return { ...image, data };
}

/**
 * Resamples the picture from the given source position of each pixel, bilinearly. Beyond the source, its
 * edge is repeated.
 */
export function remapped(source: Raster, from: (x: number, y: number) => readonly [number, number]): Raster {
  const { width, height } = source;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const [sx, sy] = from(x, y);
      sampleInto(source, sx, sy, data, at);
    }
  return { data, width, height };
}

/** One bilinear pixel. */
export function sampleInto(
  { data, width, height }: Raster,
  x: number,
  y: number,
  out: Uint8Array,
  at: number,
): void {
  const px = Math.min(Math.max(x, 0), width - 1.001);
  const py = Math.min(Math.max(y, 0), height - 1.001);
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [u, v] = [px - left, py - top];
  const from = (top * width + left) * 3;
  const below = from + width * 3;
  for (let channel = 0; channel < 3; channel++) {
    const upper = data[from + channel]! * (1 - u) + data[from + 3 + channel]! * u;
    const lower = data[below + channel]! * (1 - u) + data[below + 3 + channel]! * u;
    out[at + channel] = Math.round(upper * (1 - v) + lower * v);
  }
}

export interface View {
  /** Above 1 the picture is nearer. */
  zoom?: number;
  /** Degrees, clockwise. */
  angle?: number;
  /** Shares of the picture's sides. */
  dx?: number;
  dy?: number;
  /** Narrower by this factor, like a flat picture that is turned about its vertical axis. */
  squeeze?: number;
}

/** A flat picture moved, turned, or brought nearer. */
export function viewed(source: Raster, view: View, about = { x: 0.5, y: 0.5 }): Raster {
  const { zoom = 1, angle = 0, dx = 0, dy = 0, squeeze = 1 } = view;
  const [cx, cy] = [about.x * source.width, about.y * source.height];
  const turn = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) / zoom, Math.sin(turn) / zoom];
  const [mx, my] = [cx + dx * source.width, cy + dy * source.height];
  return remapped(source, (x, y) => {
    const [u, v] = [(x - mx) / squeeze, y - my];
    return [cx + cos * u - sin * v, cy + sin * u + cos * v];
  });
}
