// The inner loops below create no arrays: at a hundred thousand pixels per image those were most of the
// collector's work.

/** An image in memory: 8-bit RGB, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Maps a point of the result to a point of the source: (a·x + b·y + c, d·x + e·y + f). Pixel centres lie at
 * half integers.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const at = ([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] => [
  a * x + b * y + c,
  d * x + e * y + f,
];

/**
 * Maps `size` × `size` pixels to a square of `side` source pixels around a centre, rotated clockwise by
 * `angle`.
 */
export function squareAt(x: number, y: number, side: number, size: number, angle = 0): Affine {
  const [cos, sin] = [(Math.cos(angle) * side) / size, (Math.sin(angle) * side) / size];
  const half = size / 2;
  return [cos, -sin, x - half * cos + half * sin, sin, cos, y - half * sin - half * cos];
}

/** With more source pixels than this for one of the result, several are averaged. */
const COARSE = 2.2;
const MOST_SAMPLES = 3;

/**
 * Cuts `width` × `height` pixels out of an image: bilinear, or the average of several pixels where the image
 * is finer than the result; black outside. The values are RGB from 0 to 255, row by row.
 */
export function cut(source: Pixels, map: Affine, width: number, height = width): Float32Array {
  const [a, b, , d, e] = map;
  const step = Math.max(Math.hypot(a, d), Math.hypot(b, e));
  return step > COARSE
    ? cutAveraged(source, map, width, height, Math.min(MOST_SAMPLES, Math.round(step)))
    : cutBilinear(source, map, width, height);
}

function cutBilinear(source: Pixels, map: Affine, width: number, height: number): Float32Array {
  const { data, width: w, height: h } = source;
  const [a, b, c, d, e, f] = map;
  const out = new Float32Array(width * height * 3);
  const row = w * 3;
  for (let v = 0, to = 0; v < height; v++) {
    for (let u = 0; u < width; u++, to += 3) {
      const x = a * (u + 0.5) + b * (v + 0.5) + c - 0.5;
      const y = d * (u + 0.5) + e * (v + 0.5) + f - 0.5;
      const x0 = Math.floor(x);
      const y0 = Math.floor(y);
      const fx = x - x0;
      const fy = y - y0;
      if (x0 < 0 || y0 < 0 || x0 + 1 >= w || y0 + 1 >= h) {
        atEdge(source, x0, y0, fx, fy, out, to);
        continue;
      }
      const from = y0 * row + x0 * 3;
      const p = (1 - fx) * (1 - fy);
      const q = fx * (1 - fy);
      const r = (1 - fx) * fy;
      const s = fx * fy;
      for (let k = 0; k < 3; k++)
        out[to + k] =
          p * data[from + k]! +
          q * data[from + 3 + k]! +
          r * data[from + row + k]! +
          s * data[from + row + 3 + k]!;
    }
  }
  return out;
}

/** Samples at the edge of the image, where pixels outside count as black. */
function atEdge(
  { data, width, height }: Pixels,
  x0: number,
  y0: number,
  fx: number,
  fy: number,
  out: Float32Array,
  to: number,
): void {
  for (const [x, y, weight] of [
    [x0, y0, (1 - fx) * (1 - fy)],
    [x0 + 1, y0, fx * (1 - fy)],
    [x0, y0 + 1, (1 - fx) * fy],
    [x0 + 1, y0 + 1, fx * fy],
  ] as const) {
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    for (let k = 0; k < 3; k++) out[to + k] = out[to + k]! + weight * data[(y * width + x) * 3 + k]!;
  }
}

function cutAveraged(
  { data, width: w, height: h }: Pixels,
  map: Affine,
  width: number,
  height: number,
  samples: number,
): Float32Array {
  const [a, b, c, d, e, f] = map;
  const out = new Float32Array(width * height * 3);
  const share = 1 / (samples * samples);
  // Most cuts lie within the image; then no sample needs a check.
  const within = liesWithin(map, width, height, w, h);
  const part = 1 / samples;
  for (let v = 0, to = 0; v < height; v++) {
    for (let u = 0; u < width; u++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let j = 0; j < samples; j++) {
        const y = v + (j + 0.5) * part;
        // The place of the first sample of this line; the next ones follow in equal steps.
        let sx = a * (u + 0.5 * part) + b * y + c;
        let sy = d * (u + 0.5 * part) + e * y + f;
        for (let i = 0; i < samples; i++, sx += a * part, sy += d * part) {
          if (!within && !(sx >= 0 && sy >= 0 && sx < w && sy < h)) continue;
          // Integer arithmetic for the index is three times as fast as Math.floor.
          const from = (((sy | 0) * w + (sx | 0)) * 3) | 0;
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      }
      out[to] = red * share;
      out[to + 1] = green * share;
      out[to + 2] = blue * share;
    }
  }
  return out;
}

/**
 * Whether all four corners, and so all points between them, fall into the source. A small margin allows for
 * the rounding of the added steps.
 */
function liesWithin(map: Affine, width: number, height: number, w: number, h: number): boolean {
  const HAIR = 1e-3;
  for (const u of [0, width])
    for (const v of [0, height]) {
      const [x, y] = at(map, u, v);
      if (!(x >= HAIR && y >= HAIR && x <= w - HAIR && y <= h - HAIR)) return false;
    }
  return true;
}

/** Rec. 601 luma of RGB values, 0 to 255. */
export function lumaOf(rgb: Float32Array | Uint8Array): Float32Array {
  const luma = new Float32Array(rgb.length / 3);
  for (let i = 0; i < luma.length; i++)
    luma[i] = 0.299 * rgb[3 * i]! + 0.587 * rgb[3 * i + 1]! + 0.114 * rgb[3 * i + 2]!;
  return luma;
}

/**
 * Shrinks a whole image by averaging to `width` × `height` RGB values, 0 to 255. Reads at least two pixels of
 * every cell in each direction.
 */
function shrink({ data, width: w, height: h }: Pixels, width: number, height = width): Float32Array {
  const out = new Float32Array(width * height * 3);
  const across = Math.max(1, Math.floor(w / width / 2));
  const down = Math.max(1, Math.floor(h / height / 2));
  for (let v = 0, to = 0; v < height; v++) {
    const bottom = Math.floor(((v + 1) * h) / height);
    for (let u = 0; u < width; u++, to += 3) {
      const left = Math.floor((u * w) / width);
      const right = Math.floor(((u + 1) * w) / width);
      let red = 0;
      let green = 0;
      let blue = 0;
      let count = 0;
      for (let y = Math.floor((v * h) / height), line = 0; y < bottom; y += down, line++) {
        // Staggered, so that a fine pattern (a screen, a print) does not coincide with the pixels read.
        for (let x = left + (line % across); x < right; x += across, count++) {
          const from = (y * w + x) * 3;
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      }
      out[to] = red / count;
      out[to + 1] = green / count;
      out[to + 2] = blue / count;
    }
  }
  return out;
}

/** Resizes a whole image without rotating it. */
export function resize(image: Pixels, width: number, height = width): Float32Array {
  return width <= image.width && height <= image.height
    ? shrink(image, width, height)
    : cut(image, [image.width / width, 0, 0, 0, image.height / height, 0], width, height);
}
