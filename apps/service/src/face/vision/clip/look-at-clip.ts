import { cryptoDraw, type Draw } from '../../../chance.ts';
import { embed } from '../networks/embed.ts';
import { around, type Point } from '../networks/mesh.ts';
import type { Models } from '../networks/models.ts';
import { decode } from '../picture/decode.ts';
import { lumaOf, type Pixels, resize } from '../picture/pixels.ts';
import type { ClipLook, ClipPicture } from '../vision.ts';
import { changeBetween, patternOf } from './change.ts';
import { placesToTrace } from './places.ts';
import { backgroundOf, facingOf, regionsOf } from './regions.ts';
import { type Traced, traceClip } from './trace.ts';

/** The longer side of a clip's pictures. */
const LONGEST = 160;
const THUMBNAIL = 16;
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
  const patterns = pixels.map(patternOf);
  const places = placesToTrace(patterns);
  const faces = facesOf(pixels.length, places, await traceClip(models, pixels, places));
  const pictures = pixels.map((picture, i) => ({
    ...describe(picture, faces[i]!),
    change: i === 0 ? null : changeBetween(patterns[i - 1]!, patterns[i]!),
  }));
  return { pictures, facing: meanFacing(faces), embeddings: await embedSome(models, pixels, faces) };
}

/** The landmarks of each picture: traced, or between those of the traced pictures on either side. */
function facesOf(count: number, places: readonly number[], traced: Traced): (readonly Point[] | null)[] {
  const faces: (readonly Point[] | null)[] = Array.from({ length: count }, (_, i) => traced.get(i) ?? null);
  for (const [k, low] of places.entries()) {
    const high = places[k + 1] ?? low;
    const [from, to] = [faces[low]!, faces[high]!];
    for (let i = low + 1; i < high; i++)
      faces[i] = from && to ? between(from, to, (i - low) / (high - low)) : (from ?? to);
  }
  return faces;
}

const between = (from: readonly Point[], to: readonly Point[], share: number): Point[] =>
  from.map(([x, y, z], k) => [x + share * (to[k]![0] - x), y + share * (to[k]![1] - y), z]);

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

function meanFacing(faces: readonly (readonly Point[] | null)[]): number[] {
  const all = faces.flatMap((points) => (points ? [facingOf(points)] : []));
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

async function embedSome(
  models: Models,
  pixels: readonly Pixels[],
  faces: readonly (readonly Point[] | null)[],
): Promise<Float32Array[]> {
  // All pictures with a face count, not only the traced ones: a head that moves in one part of a clip has most of those
  // in that part, so another person in the rest would seldom be compared.
  const indexes = [...faces.keys()].filter((i) => faces[i]);
  const embeddings: Float32Array[] = [];
  for (const place of drawPlaces(indexes.length, cryptoDraw)) {
    const index = indexes[place]!;
    const embedding = await embed(models, pixels[index]!, faces[index]!);
    if (embedding) embeddings.push(embedding);
  }
  return embeddings;
}
