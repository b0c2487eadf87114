import { type Found, findFaces } from './networks/detector.ts';
import { embed } from './networks/embed.ts';
import { type Mesh, traceFace } from './networks/mesh.ts';
import type { Models } from './networks/models.ts';
import { liveness } from './networks/passive.ts';
import { appearanceOf } from './picture/appearance.ts';
import { coveredOf } from './picture/covered.ts';
import { type Decoded, decode } from './picture/decode.ts';
import { geometryOf } from './picture/geometry.ts';
import type { Pixels } from './picture/pixels.ts';
import { NO_PRINT, printOf } from './picture/print.ts';
import type { FaceLook, Look } from './vision.ts';

export interface Wants {
  embedding: boolean;
  live: boolean;
}

/**
 * Longer side, in pixels, of the image in which faces are sought. The finer image is used only where the box
 * of the largest face in the coarse one is smaller than `DETAILED`.
 */
const [COARSE, FINE, DETAILED] = [640, 1280, 160];
/**
 * Black added on every side before faces are sought, as a share of the longer side. Without it the detector
 * splits or misses a face that fills the picture. With the first value it finds large and small faces alike;
 * the other values are tried when it finds none.
 */
const MARGINS = [0.2, 0, 0.4];
/** The least confidence at which the landmark model has seen a face. */
const LEAST_MESH = 0.5;
/** Further faces are confirmed one by one; this many are enough to know that there are several. */
const MOST_FACES = 4;

/**
 * Looks at one image. An image that cannot be decoded has width 0 and no face, which is the image's fault.
 * Anything that throws is our fault.
 */
export async function lookAt(models: Models, image: Buffer, wants: Wants): Promise<Look> {
  const decoded = await decode(image, COARSE);
  if (!decoded) return { width: 0, height: 0, faces: 0, face: null, ...NO_PRINT };
  const { width, height } = decoded;
  const coarse = await candidateFaces(models, decoded.pixels);
  const { pixels, found } = await detailed(image, decoded, coarse);
  const faces = await confirmedFaces(models, pixels, found);
  const [largest] = faces;
  return {
    width,
    height,
    faces: faces.length,
    face: largest ? await describe(models, pixels, largest, wants, width / pixels.width) : null,
    ...printOf(decoded.pixels),
  };
}

/** Looks at a small face again in the finer image. */
async function detailed(
  image: Buffer,
  { width, height, pixels }: Decoded,
  found: Found[],
): Promise<{ pixels: Pixels; found: Found[] }> {
  const small = found[0] && found[0].side < DETAILED && Math.max(width, height) > COARSE;
  const fine = small ? await decode(image, FINE) : null;
  if (!fine) return { pixels, found };
  const scale = fine.pixels.width / pixels.width;
  const larger = found.map((each) => ({
    ...each,
    x: each.x * scale,
    y: each.y * scale,
    side: each.side * scale,
  }));
  return { pixels: fine.pixels, found: larger };
}

interface Face {
  found: Found;
  mesh: Mesh;
}

async function confirmedFaces(models: Models, image: Pixels, candidates: readonly Found[]): Promise<Face[]> {
  const faces: Face[] = [];
  for (const found of candidates.slice(0, MOST_FACES)) {
    const mesh = await traceFace(models.landmarks, image, found);
    if (mesh.confidence >= LEAST_MESH) faces.push({ found, mesh });
  }
  return faces;
}

async function candidateFaces({ detector }: Models, image: Pixels): Promise<Found[]> {
  for (const margin of MARGINS) {
    const found = await findFaces(detector, image, margin);
    if (found.length > 0) return found;
  }
  return [];
}

async function describe(
  models: Models,
  image: Pixels,
  { found, mesh }: Face,
  wants: Wants,
  scale: number,
): Promise<FaceLook> {
  const geometry = geometryOf(mesh.points, image.width, image.height);
  return {
    confidence: found.confidence,
    ...geometry,
    size_px: geometry.size * Math.min(image.width, image.height) * scale,
    ...appearanceOf(image, mesh.points),
    covered: coveredOf(mesh),
    live: wants.live ? await liveness(models, image, found) : null,
    embedding: wants.embedding ? await embed(models, image, mesh.points) : null,
  };
}
