import type { ShownColour } from '../../../apps/service/src/face/challenge/light.ts';
import type { Random } from '../../borders/random.ts';
import type { Shot } from '../capture.ts';
import type { Raster } from '../images/raster.ts';
import { sceneAt } from './lit.ts';
import { drawnBy, type Kind, litPictures, timesOf } from './presentations.ts';
import type { Take } from './takes.ts';
import type { Traced } from './traced.ts';

export interface Variant extends Pick<Kind, 'name' | 'reach'> {
  /** The light is that of an earlier draw; its pictures are cut and sorted by the colours of this one. */
  sorted?: true;
}

export const PERSON: Variant = { name: 'light of the room’s screen', reach: 'head' };
export const SORTED: Variant = {
  name: 'cuts an earlier lit clip and sorts it by the colours',
  reach: 'head',
  sorted: true,
};
/** What a forger's program does about the light: nothing, or it tints what it shows. */
export const VARIANTS: readonly Variant[] = [
  { name: 'shows no colour', reach: null },
  { name: 'tints the whole picture', reach: 'picture' },
  { name: 'lays the colour over the face', reach: 'face' },
  { name: 'multiplies the face by the colour', reach: 'multiplied' },
  { name: 'shades the face by a lamp at the screen’s place', reach: 'lamp' },
  SORTED,
];
export const ROOMS = [100, 200, 250] as const;

/** An answer whose pictures are ready, but for the light. */
export interface Ready {
  take: Take;
  shots: Shot[];
  pictures: readonly Traced[];
  shown?: (image: Raster) => Promise<Raster>;
}

/** In which light a presentation is filmed. */
export interface Lit {
  lux: number;
  random: Random;
}

/** The pictures of an answer with the light that this variant puts into them. */
export function filmedBy(
  { take, pictures }: Ready,
  { reach, sorted }: Variant,
  drawn: readonly ShownColour[],
  { lux, random }: Lit,
): Raster[] {
  const scene = sceneAt(lux, random);
  const timed = { scene, before_ms: take.before_ms };
  if (!sorted) return litPictures(pictures, { reach }, drawn, timed);
  const before = drawnBy(random);
  const earlier = litPictures(pictures, { reach }, before, timed);
  return pictures.map(({ t_ms }) => {
    const from_ms = sourceOf(t_ms - scene.lag_ms, { drawn, before, times: timesOf(take) }) + scene.lag_ms;
    const nearest = pictures.toSorted((a, b) => Math.abs(a.t_ms - from_ms) - Math.abs(b.t_ms - from_ms))[0]!;
    return earlier[pictures.indexOf(nearest)]!;
  });
}

interface Orders {
  drawn: readonly ShownColour[];
  before: readonly ShownColour[];
  times: readonly number[];
}

/** The moment at which an earlier clip shows the colour that belongs to a moment of this one. */
function sourceOf(t_ms: number, { drawn, before, times }: Orders): number {
  const slot = times.findLastIndex((time) => time <= t_ms);
  const colour = drawn[slot]?.colour;
  const source = before.findIndex((each) => each.colour === colour);
  return source < 0 ? t_ms : t_ms - times[slot]! + times[source]!;
}
