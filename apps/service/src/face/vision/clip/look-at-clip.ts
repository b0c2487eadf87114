import { cryptoDraw, type Draw } from '../../../chance.ts';
import { findFaces } from '../networks/detector.ts';
import { embed } from '../networks/embed.ts';
import { around, type Point, roll, trace, traceFace } from '../networks/mesh.ts';
import type { Models } from '../networks/models.ts';
import { decode } from '../picture/decode.ts';
import { lumaOf, type Pixels, resize } from '../picture/pixels.ts';
import type { ClipLook, ClipPicture } from '../vision.ts';
import { changeBetween, patternOf } from './change.ts';
import { backgroundOf, facingOf, regionsOf } from './regions.ts';

/** The longer side of a clip's pictures. */
const LONGEST = 160;
const THUMBNAIL = 16;
/** Landmarks are traced in every fourth picture. Between them the face moves by less than a pixel. */
const TRACED = 4;
const LEAST_CONFIDENCE = 0.5;
/** How many pictures are compared with the frames. */
const EMBEDDED = 4;

/** Measures the pictures of a clip, in order. Anything that throws is our fault. */
export async function lookAtClip(models: Models, images: readonly Buffer[]): Promise<ClipLook> {
  const pixels: Pixels[] = [];
  for (const image of images) {
    const decoded = await decode(image, LONGEST);
    if (!decoded) return { pictures: null, facing: [], embeddings: [] };
    pixels.push(decoded.pixels);
  }
  const traced = await traceClip(models, pixels);
  const patterns = pixels.map(patternOf);
  const pictures = pixels.map((picture, i) => ({
    ...describe(picture, pointsAt(traced, i)),
    change: i === 0 ? null : changeBetween(patterns[i - 1]!, patterns[i]!),
  }));
  return { pictures, facing: meanFacing(traced), embeddings: await embedSome(models, pixels, traced) };
}

type Traced = ReadonlyMap<number, readonly Point[]>;

/** Follows the face: each trace begins where the one before ended, and the detector helps where that fails. */
async function traceClip({ detector, landmarks }: Models, pixels: readonly Pixels[]): Promise<Traced> {
  const traced = new Map<number, readonly Point[]>();
  let before: readonly Point[] | null = null;
  for (const [i, picture] of pixels.entries()) {
    if (i % TRACED !== 0 && i !== pixels.length - 1) continue;
    let now: { points: readonly Point[]; confidence: number } | null = before
      ? await trace(landmarks, picture, around(before), roll(before))
      : null;
    if (!now || now.confidence < LEAST_CONFIDENCE) {
      const [found] = await findFaces(detector, picture);
      now = found ? await traceFace(landmarks, picture, found) : null;
    }
    before = now && now.confidence >= LEAST_CONFIDENCE ? now.points : null;
    if (before) traced.set(i, before);
  }
  return traced;
}

/** The landmarks of a picture: traced, or between those of its neighbours. */
function pointsAt(traced: Traced, i: number): readonly Point[] | null {
  const own = traced.get(i);
  if (own) return own;
  const low = Math.floor(i / TRACED) * TRACED;
  const [a, b] = [traced.get(low), traced.get(low + TRACED)];
  if (!a || !b) return a ?? b ?? null;
  const share = (i - low) / TRACED;
  return a.map((point, k): Point => {
    const next = b[k]!;
    return [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1]), point[2]];
  });
}

function describe(image: Pixels, points: readonly Point[] | null): Omit<ClipPicture, 'change'> {
  const luma = lumaOf(resize(image, THUMBNAIL));
  const thumbnail = Buffer.from(Uint8Array.from(luma, Math.round)).toString('base64');
  if (!points) return { face: null, regions: [], background: null, thumbnail };
  const { x, y, side } = around(points);
  const longer = Math.max(image.width, image.height);
  return {
    face: { x: x / longer, y: y / longer, side: side / longer },
    regions: regionsOf(image, points),
    background: backgroundOf(image, points),
    thumbnail,
  };
}

function meanFacing(traced: Traced): number[] {
  const all = [...traced.values()].map(facingOf);
  return (all[0] ?? []).map((_, k) => all.reduce((sum, each) => sum + each[k]!, 0) / all.length);
}

/**
 * One place out of each quarter of 0 to `count` − 1. Nothing outside can know which pictures are compared, so no
 * place in the clip is safe for another person.
 */
export function drawPlaces(count: number, draw: Draw): number[] {
  const parts = Math.min(EMBEDDED, count);
  return Array.from({ length: parts }, (_, i) => {
    const [from, to] = [Math.floor((i * count) / parts), Math.floor(((i + 1) * count) / parts)];
    return from + draw(to - from);
  });
}

async function embedSome(models: Models, pixels: readonly Pixels[], traced: Traced): Promise<Float32Array[]> {
  const indexes = [...traced.keys()];
  const embeddings: Float32Array[] = [];
  for (const place of drawPlaces(indexes.length, cryptoDraw)) {
    const index = indexes[place]!;
    const embedding = await embed(models, pixels[index]!, traced.get(index)!);
    if (embedding) embeddings.push(embedding);
  }
  return embeddings;
}
