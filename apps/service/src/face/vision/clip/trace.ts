import { findFaces } from '../networks/detector.ts';
import { around, type Point, roll, trace, traceFace } from '../networks/mesh.ts';
import type { Models } from '../networks/models.ts';
import type { Pixels } from '../picture/pixels.ts';

const LEAST_CONFIDENCE = 0.5;
/**
 * How often a clip's face is sought in a whole picture, which takes three times as long as following it. In the
 * clips of 14 people one search was enough. Without a limit, a clip that alternates between a face and a wall would
 * keep a worker busy for five times as long as an honest one.
 */
const SEARCHES = 16;

/** The landmarks of the pictures in which they were looked for; null where they were not found. */
export type Traced = ReadonlyMap<number, readonly Point[] | null>;

/**
 * Follows the face: each trace begins where the one before ended, and the detector helps where that fails. After the
 * last search, the face is looked for where it was last seen. If no search finds a face, the clip counts as one
 * without a face.
 */
export async function traceClip(
  { detector, landmarks }: Pick<Models, 'detector' | 'landmarks'>,
  pixels: readonly Pixels[],
  places: readonly number[],
): Promise<Traced> {
  const traced = new Map<number, readonly Point[] | null>();
  let [lost, searches] = [true, 0];
  let last: readonly Point[] | null = null;

  const follow = async (picture: Pixels, from: readonly Point[]) =>
    sure(await trace(landmarks, picture, around(from), roll(from)));
  const search = async (picture: Pixels) => {
    searches++;
    const [found] = await findFaces(detector, picture);
    return found ? sure(await traceFace(landmarks, picture, found)) : null;
  };

  for (const place of places) {
    const picture = pixels[place]!;
    const may_search = searches < SEARCHES;
    let points: readonly Point[] | null = null;
    if (last && !(lost && may_search)) points = await follow(picture, last);
    if (!points && may_search) points = await search(picture);
    lost = points === null;
    last = points ?? last;
    traced.set(place, points);
  }
  return traced;
}

const sure = ({ points, confidence }: { points: readonly Point[]; confidence: number }) =>
  confidence >= LEAST_CONFIDENCE ? points : null;
