import type { Graph } from '../graph/network.ts';
import { at, cut, type Pixels, squareAt } from '../picture/pixels.ts';

const SIDE = 192;
const POINTS = 468;
/** Points and confidence, as the graph names them. */
const OUTPUTS = ['Identity_2', 'Identity_1'];
/** How the graph is run, for code that runs it once before the first image. */
export const LANDMARKS = { side: SIDE, outputs: OUTPUTS } as const;
/** The landmark model sees the face's box enlarged by this factor. */
const WIDER = 1.5;

/** A point of the face in pixels of the image; z to the same scale, smaller is nearer to the camera. */
export type Point = readonly [x: number, y: number, z: number];

export interface Mesh {
  /** 468, numbered as in MediaPipe's canonical face. */
  points: readonly Point[];
  /** The points of the first run. Where the two runs differ, the model was guessing. */
  first: readonly Point[];
  /** How sure the model is that there is a face at all, 0 to 1. */
  confidence: number;
}

interface Square {
  x: number;
  y: number;
  side: number;
}

/**
 * Runs FaceMesh (192 × 192, RGB from 0 to 1) on the box × 1.5, then on the box around the first landmarks ×
 * 1.5. Both crops are rotated so that the eyes are level, because the model was trained on upright faces.
 */
export async function traceFace(model: Graph, image: Pixels, box: Square & { angle: number }): Promise<Mesh> {
  const first = await trace(model, image, box, box.angle);
  const second = await trace(model, image, around(first.points), roll(first.points));
  return { ...second, first: first.points };
}

/** Runs FaceMesh once on a face whose box is roughly known, from this image or the one before. */
export async function trace(
  model: Graph,
  image: Pixels,
  { x, y, side }: Square,
  angle: number,
): Promise<Omit<Mesh, 'first'>> {
  const map = squareAt(x, y, side * WIDER, SIDE, angle);
  const input = cut(image, map, SIDE);
  for (let i = 0; i < input.length; i++) input[i] = input[i]! / 255;
  const [flat, sure] = await model.run(input, [1, SIDE, SIDE, 3], OUTPUTS);
  const scale = (side * WIDER) / SIDE;
  const points = Array.from({ length: POINTS }, (_, i): Point => {
    const [px, py] = at(map, flat![3 * i]!, flat![3 * i + 1]!);
    return [px, py, flat![3 * i + 2]! * scale];
  });
  return { points, confidence: sure![0]! };
}

/** The box around points. */
export function boundsOf(points: readonly Point[]) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}

/** The square around points. */
export function around(points: readonly Point[]): Square {
  const { left, right, top, bottom } = boundsOf(points);
  return { x: (left + right) / 2, y: (top + bottom) / 2, side: Math.max(right - left, bottom - top) };
}

/** The angle of the line through the outer corners of the eyes, in radians. */
export function roll(points: readonly Point[]): number {
  const [a, b] = [points[33]!, points[263]!];
  return Math.atan2(b[1] - a[1], b[0] - a[0]);
}
