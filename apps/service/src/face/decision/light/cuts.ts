import { type Sign, signIf } from '../checks/signs.ts';
import type { ClipPictureFacts, FaceFacts } from '../facts.ts';

/**
 * How much more the pictures change where the colours change than elsewhere, as a ratio of geometric means. Of a
 * clip that was filmed in one piece it is about 1. Chosen on recordings with modelled light and tried on people
 * who were left out: docs/accuracy.md, "Light".
 */
export const CUT = 1.5;
/** Keeps two equal pictures from making every other change look large. */
const FLOOR = 0.005;
/** Delays of a screen and a camera: a forger cuts where the colour changes in the picture. */
const LAGS_MS = Array.from({ length: 13 }, (_, i) => 25 * i);
const LEAST_CHANGES = 12;
/** A change counts as at most this multiple of the median, so that one movement of the phone is no cut. */
const MOST_CHANGE = 3;

/**
 * A change by this share of a picture's contrast, and by this multiple of those beside it, is no movement. A
 * recording that is put into another one jumps twice.
 */
export const JUMP = { change: 0.6, times: 2, least: 2 } as const;

/**
 * Detects clips of several pieces. An earlier clip may have been cut and sorted by the colours of this
 * challenge: its colours are right, but the head jumps wherever one of them ends. Another person may have been
 * put in for a moment at which the face of the clip is not compared.
 */
export function cutSigns({ clip }: FaceFacts): Sign[] {
  const jumps = clip?.light ? jumpsAtColours(clip.pictures, clip.light) : null;
  return [
    ...signIf(jumps !== null && jumps > CUT, 'suspected', 'clip_cut_at_the_colours'),
    ...signIf(clip !== undefined && jumpsIn(clip.pictures) >= JUMP.least, 'suspected', 'clip_jumps'),
  ];
}

/** How many changes stand out from those beside them. */
export const jumpsIn = (pictures: readonly Pick<ClipPictureFacts, 'change'>[]): number =>
  pictures.filter(({ change }, i) => {
    const beside = Math.max(pictures[i - 1]?.change ?? 0, pictures[i + 1]?.change ?? 0);
    return change !== null && change > JUMP.change && change > JUMP.times * beside;
  }).length;

/** Null with too few pictures. */
export function jumpsAtColours(
  pictures: readonly Pick<ClipPictureFacts, 't_ms' | 'change'>[],
  light: readonly number[],
): number | null {
  const changes = pictures.flatMap(({ t_ms, change }, i) =>
    i === 0 || change === null
      ? []
      : [{ from_ms: pictures[i - 1]!.t_ms, until_ms: t_ms, much: Math.log(change + FLOOR) }],
  );
  if (changes.length < LEAST_CHANGES) return null;
  const all = changes.map(({ much }) => much).sort((a, b) => a - b);
  const most = all[all.length >> 1]! + Math.log(MOST_CHANGE);
  const usual = mean(all.map((much) => Math.min(much, most)));
  const atLag = (lag_ms: number) =>
    light.flatMap((begins) => {
      const moment = begins + lag_ms;
      const across = changes.find(({ from_ms, until_ms }) => moment > from_ms && moment <= until_ms);
      return across ? [Math.min(across.much, most)] : [];
    });
  const atColours = Math.max(...LAGS_MS.map((lag_ms) => mean(atLag(lag_ms))));
  return Math.exp(atColours - usual);
}

const mean = (values: readonly number[]): number =>
  values.length === 0
    ? Number.NEGATIVE_INFINITY
    : values.reduce((sum, value) => sum + value, 0) / values.length;
