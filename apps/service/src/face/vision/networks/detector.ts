import type { Graph } from '../graph/network.ts';
import { type Pixels, resize } from '../picture/pixels.ts';

const SIDE = 256;
/** Anchors: two on each cell of a 16 × 16 grid, then six on each of an 8 × 8 grid, at the cells' middles. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];
const ANCHORS = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, i) => {
    const cell = Math.floor(i / anchors);
    return [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells] as const;
  }),
);
/** Scores and boxes of the two grids, as the graph names them. */
const OUTPUTS = ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'];
/** How the graph is run, for code that runs it once before the first image. */
export const DETECTOR = { side: SIDE, outputs: OUTPUTS } as const;
const [MIN_SCORE, OVERLAP] = [0.5, 0.5];

/** A face that was found; pixels of the image, origin top left. */
export interface Found {
  x: number;
  y: number;
  /** Of the square box, brow to chin. */
  side: number;
  /** Of the line through the eyes, clockwise. */
  angle: number;
  confidence: number;
}

/**
 * Runs BlazeFace (256 × 256, RGB from −1 to 1) on the whole image, padded with black to a square. `margin`
 * adds black on every side, as a share of the longer side, because the model misses faces that fill the
 * picture. Returns the largest face first.
 */
export async function findFaces(model: Graph, image: Pixels, margin = 0): Promise<Found[]> {
  const side = Math.max(image.width, image.height) * (1 + 2 * margin);
  const input = letterbox(image, side);
  const outputs = await model.run(input, [1, SIDE, SIDE, 3], OUTPUTS);
  const left = (side - image.width) / 2;
  const top = (side - image.height) / 2;
  return overlapsRemoved(candidates(outputs)).map(({ x, y, size, angle, score }) => ({
    x: x * side - left,
    y: y * side - top,
    side: size * side,
    angle,
    confidence: score,
  }));
}

function letterbox(image: Pixels, side: number): Float32Array {
  const scale = SIDE / side;
  const [width, height] = [
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  ];
  const inner = resize(image, width, height);
  const [left, top] = [Math.floor((SIDE - width) / 2), Math.floor((SIDE - height) / 2)];
  const out = new Float32Array(SIDE * SIDE * 3).fill(-1);
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * width * 3, ((y + top) * SIDE + left) * 3];
    for (let i = 0; i < width * 3; i++) out[to + i] = inner[from + i]! / 127.5 - 1;
  }
  return out;
}

type Numbers = [number, number, number, number, number, number, number, number];

interface Candidate {
  x: number;
  y: number;
  size: number;
  angle: number;
  score: number;
}

/**
 * Tells outputs apart by their length: scores (512, 384) and boxes (512 × 16, 384 × 16) come in any order.
 */
function candidates(outputs: readonly Float32Array[]): Candidate[] {
  const of = (length: number) => outputs.find((values) => values.length === length)!;
  const found: Candidate[] = [];
  let index = 0;
  for (const { cells, anchors } of GRIDS) {
    const count = cells * cells * anchors;
    const [scores, boxes] = [of(count), of(count * 16)];
    for (let i = 0; i < count; i++, index++) {
      const score = 1 / (1 + Math.exp(-scores[i]!));
      if (score < MIN_SCORE) continue;
      const [ax, ay] = ANCHORS[index]!;
      // Middle, size, then six points of which the first two are the person's right and left eye.
      const [dx, dy, width, height, rx, ry, lx, ly] = boxes.subarray(
        16 * i,
        16 * i + 8,
      ) as unknown as Numbers;
      found.push({
        x: dx / SIDE + ax,
        y: dy / SIDE + ay,
        size: Math.max(width, height) / SIDE,
        angle: Math.atan2(ly - ry, lx - rx),
        score,
      });
    }
  }
  return found;
}

/** Keeps the box of the highest score of those that overlap. Returns the largest first. */
function overlapsRemoved(all: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const each of all.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlap(each, other) < OVERLAP)) kept.push(each);
  return kept.sort((a, b) => b.size - a.size);
}

/** The share of the smaller box that the other covers, because a part of a face is not a second face. */
function overlap(a: Candidate, b: Candidate): number {
  const along = (p: number, q: number) =>
    Math.max(0, Math.min(p + a.size / 2, q + b.size / 2) - Math.max(p - a.size / 2, q - b.size / 2));
  const both = along(a.x, b.x) * along(a.y, b.y);
  return both / Math.min(a.size, b.size) ** 2;
}
