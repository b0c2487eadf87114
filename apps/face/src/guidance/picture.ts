import type { Pixels } from '../../../service/src/face/vision/picture/pixels.ts';
import { isUpright } from './framing.ts';

/** Planes of a picture in a camera's format: where each begins in `bytes`, and how long its lines are. */
export interface Planes {
  bytes: Uint8Array;
  layout: readonly { offset: number; stride: number }[];
  format: 'NV12' | 'I420';
  width: number;
  height: number;
  /** True: ITU-R BT.709 instead of BT.601; values from 0 to 255 instead of 16 to 235. */
  bt709: boolean;
  full: boolean;
}

/** How many pixels of the picture become one, so that about `longer` remain on its longer side. */
export const coarseness = (width: number, height: number, longer: number): number =>
  Math.max(1, Math.round(Math.max(width, height) / longer));

/** How brightness and two colour differences become red, green and blue. */
export function coefficientsOf({ bt709, full }: Pick<Planes, 'bt709' | 'full'>) {
  const [red, green_u, green_v, blue] = bt709
    ? [1.5748, 0.1873, 0.4681, 1.8556]
    : [1.402, 0.3441, 0.7141, 1.772];
  const [black, gain, chroma] = full ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  return { red, green_u, green_v, blue, black, gain, chroma } as const;
}

/**
 * Converts brightness and two colour differences to RGB. The brightness of `step` × `step` pixels is
 * averaged; the colour is taken from the middle one.
 */
export function fromPlanes(planes: Planes, step: number): Pixels {
  const { bytes, layout, format } = planes;
  const [width, height] = [Math.floor(planes.width / step), Math.floor(planes.height / step)];
  const [y, u, v] = layout as [Planes['layout'][0], Planes['layout'][0], Planes['layout'][0]?];
  const packed = format === 'NV12' ? 2 : 1;
  const { red, green_u, green_v, blue, black, gain, chroma } = coefficientsOf(planes);
  const data = new Uint8ClampedArray(width * height * 3);
  const scale = gain / (step * step);
  for (let row = 0, to = 0; row < height; row++) {
    const line = row * step;
    const half = (line + (step >> 1)) >> 1;
    const from_u = u.offset + half * u.stride;
    const from_v = v ? v.offset + half * v.stride : from_u + 1;
    for (let column = 0; column < width; column++, to += 3) {
      const left = column * step;
      let sum = 0;
      for (let j = 0; j < step; j++) {
        const from = y.offset + (line + j) * y.stride + left;
        for (let i = 0; i < step; i++) sum += bytes[from + i]!;
      }
      const luma = sum * scale - black * gain;
      const at = ((left + (step >> 1)) >> 1) * packed;
      const cb = (bytes[from_u + at]! - 128) * chroma;
      const cr = (bytes[from_v + at]! - 128) * chroma;
      data[to] = luma + red * cr;
      data[to + 1] = luma - green_u * cb - green_v * cr;
      data[to + 2] = luma + blue * cb;
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}

/** Averages `step` × `step` pixels of red, green, blue and opacity, whose lines are `stride` bytes long. */
export function fromRgba(
  { bytes, offset, stride }: { bytes: Uint8Array; offset: number; stride: number },
  size: { width: number; height: number },
  step: number,
): Pixels {
  const [width, height] = [Math.floor(size.width / step), Math.floor(size.height / step)];
  const data = new Uint8Array(width * height * 3);
  for (let row = 0, to = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let channel = 0; channel < 3; channel++) {
        const from = offset + row * step * stride + column * step * 4 + channel;
        let sum = 0;
        for (let j = 0; j < step; j++)
          for (let i = 0; i < step; i++) sum += bytes[from + j * stride + i * 4]!;
        data[to++] = sum / (step * step);
      }
  return { data, width, height };
}

/** The formats that are read as they lie in memory. */
const COPIED: readonly (string | null)[] = ['NV12', 'I420', 'RGBA'];

let room = new Uint8Array(0);

/** Copies a frame into `room`, where it stays until the next copy begins. */
async function copyOf(frame: VideoFrame): Promise<Omit<Planes, 'format'>> {
  const { colorSpace, visibleRect } = frame;
  const size = frame.allocationSize();
  if (room.length < size) room = new Uint8Array(size);
  // A larger copy may replace `room` before this one ends.
  const bytes = room;
  const layout = await frame.copyTo(bytes);
  const { width, height } = visibleRect!;
  const bt709 = colorSpace.matrix === 'bt709';
  return { bytes, layout, width, height, bt709, full: colorSpace.fullRange === true };
}

/** The planes of a frame that has them. Their bytes are valid until the next frame is read. */
export async function planesOf(frame: VideoFrame): Promise<Planes | null> {
  const { format } = frame;
  return format === 'NV12' || format === 'I420' ? { ...(await copyOf(frame)), format } : null;
}

/**
 * Much faster than drawing, because nothing is painted, scaled or read back. WebKitGTK without a graphics
 * card cannot draw its RGBA frames in time, and then draws nothing.
 */
async function copied(frame: VideoFrame, longer: number): Promise<Pixels> {
  const planes = await planesOf(frame);
  const { width, height, bytes, layout } = planes ?? (await copyOf(frame));
  const step = coarseness(width, height, longer);
  return planes ? fromPlanes(planes, step) : fromRgba({ bytes, ...layout[0]! }, { width, height }, step);
}

let context: OffscreenCanvasRenderingContext2D | null = null;

function drawn(picture: ImageBitmap | VideoFrame, width: number, height: number): Pixels {
  if (context?.canvas.width !== width || context.canvas.height !== height) {
    context = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
      alpha: false,
    })!;
  }
  context.drawImage(picture, 0, 0, width, height);
  const rgba = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
  }
  return { data, width, height };
}

/**
 * A camera picture as RGB, with about `longer` pixels on its longer side, and the picture's original size.
 */
export async function pixelsOf(
  picture: ImageBitmap | VideoFrame,
  longer: number,
): Promise<{ pixels: Pixels; width: number; height: number }> {
  const isFrame = 'displayWidth' in picture;
  const width = isFrame ? picture.displayWidth : picture.width;
  const height = isFrame ? picture.displayHeight : picture.height;
  if (isFrame && COPIED.includes(picture.format) && isUpright(picture)) {
    return { pixels: await copied(picture, longer), width, height };
  }
  const step = coarseness(width, height, longer);
  return { pixels: drawn(picture, Math.floor(width / step), Math.floor(height / step)), width, height };
}
