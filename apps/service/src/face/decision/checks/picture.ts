import type { Box } from '../../vision/vision.ts';
import type { FrameFacts } from '../facts.ts';

/** Cells on each side of a thumbnail. */
const SIDE = 32;
/**
 * Margins around the face box, relative to its sides: hair, ears and everything that moves with the head are
 * no background.
 */
const HEAD = { beside: 0.5, above: 0.5 };
/** Fewer background cells than these prove nothing. */
const MIN_CELLS = 90;
/** Luma levels by which a background must vary, because a bare wall looks the same wherever it is moved. */
const TEXTURE = 7;

/** A thumbnail as luma 0 to 255, row by row; null where it does not have the form. */
function lumaOf(thumbnail: string): Uint8Array | null {
  const bytes = Uint8Array.from(Buffer.from(thumbnail, 'base64'));
  return bytes.length === SIDE * SIDE ? bytes : null;
}

/** A frame, prepared for comparison with others. */
export interface Picture {
  luma: Uint8Array;
  /** width / height. */
  aspect: number;
  /** Fractions of the image, as in `Look`. */
  centre: { x: number; y: number };
  size: number;
  roll: number;
  /** For each cell, whether it shows neither the head nor the body below it. */
  behind: readonly boolean[];
}

export function pictureOf({ look }: FrameFacts): Picture | null {
  const luma = lumaOf(look.thumbnail);
  if (!luma || !look.face) return null;
  const { box, centre, size, pose } = look.face;
  return {
    luma,
    aspect: look.width / look.height,
    centre,
    size,
    roll: pose.roll,
    behind: backgroundOf(box),
  };
}

function backgroundOf(box: Box): boolean[] {
  const middle = box.x + box.width / 2;
  const half = box.width * (0.5 + HEAD.beside);
  const [crown, chin] = [box.y - box.height * HEAD.above, box.y + box.height];
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const x = ((at % SIDE) + 0.5) / SIDE;
    const y = (Math.floor(at / SIDE) + 0.5) / SIDE;
    const head = Math.abs(x - middle) < half && y > crown;
    return !head && y < chin;
  });
}

/** Mean absolute difference of two whole pictures in luma levels, with exposure removed. */
export function difference(a: Picture, b: Picture): number {
  let offset = 0;
  for (let at = 0; at < a.luma.length; at++) offset += a.luma[at]! - b.luma[at]!;
  offset /= a.luma.length;
  let sum = 0;
  for (let at = 0; at < a.luma.length; at++) sum += Math.abs(a.luma[at]! - b.luma[at]! - offset);
  return sum / a.luma.length;
}

/** Maps a point of `a` to its place in `b`, in fractions of the image. */
type Motion = (x: number, y: number) => { x: number; y: number };

/** The background does not move. */
export const still: Motion = (x, y) => ({ x, y });

/** Everything moves with the face, as on a photograph that is moved, zoomed or rotated. From `a` to `b`. */
export function asOnePlane(a: Picture, b: Picture): Motion {
  const scale = b.size / a.size;
  const turn = ((b.roll - a.roll) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  return (x, y) => {
    const dx = (x - a.centre.x) * a.aspect;
    const dy = y - a.centre.y;
    return { x: b.centre.x + (cos * dx - sin * dy) / b.aspect, y: b.centre.y + sin * dx + cos * dy };
  };
}

/** Moves the whole picture by this many cells. */
const shifted =
  (cells_x: number, cells_y: number): Motion =>
  (x, y) => ({ x: x + cells_x / SIDE, y: y + cells_y / SIDE });

/**
 * How well the moved background of `a` explains that of `b`: correlation, −1 to 1, so that exposure does not
 * matter. Null where too little of it is visible in both, or it has no texture.
 */
export function backgroundLikeness(a: Picture, b: Picture, motion: Motion): number | null {
  const [from, to]: [number[], number[]] = [[], []];
  for (let at = 0; at < a.luma.length; at++) {
    if (!a.behind[at]) continue;
    const place = motion(((at % SIDE) + 0.5) / SIDE, (Math.floor(at / SIDE) + 0.5) / SIDE);
    const seen = sample(b, place.x * SIDE - 0.5, place.y * SIDE - 0.5);
    if (seen === null) continue;
    from.push(a.luma[at]!);
    to.push(seen);
  }
  return from.length < MIN_CELLS ? null : correlation(from, to);
}

/** Bilinear sample; null outside the picture and on the person. */
function sample({ luma, behind }: Picture, x: number, y: number): number | null {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left > SIDE - 2 || top > SIDE - 2) return null;
  const at = top * SIDE + left;
  if (!behind[at] || !behind[at + 1] || !behind[at + SIDE] || !behind[at + SIDE + 1]) return null;
  const [u, v] = [x - left, y - top];
  const upper = luma[at]! * (1 - u) + luma[at + 1]! * u;
  const lower = luma[at + SIDE]! * (1 - u) + luma[at + SIDE + 1]! * u;
  return upper * (1 - v) + lower * v;
}

function correlation(a: readonly number[], b: readonly number[]): number | null {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [product, va, vb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [da, db] = [a[i]! - ma, b[i]! - mb];
    product += da * db;
    va += da * da;
    vb += db * db;
  }
  if (Math.sqrt(Math.min(va, vb) / a.length) < TEXTURE) return null;
  return product / Math.sqrt(va * vb);
}

/** The best correlation among the moves that a hand makes between two frames. */
export function likenessMovedAbout(a: Picture, b: Picture, cells: number): number | null {
  let best: number | null = null;
  for (let y = -cells; y <= cells; y++)
    for (let x = -cells; x <= cells; x++) {
      const likeness = backgroundLikeness(a, b, shifted(x, y));
      if (likeness !== null && (best === null || likeness > best)) best = likeness;
    }
  return best;
}
