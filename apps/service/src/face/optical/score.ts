import { OPTICAL_NEEDED } from '@standpoint/contract';
import type { FaceOpticalSeen, FaceSighting } from '../../database/tables/face.ts';

/** At most this many sightings of a hand-off are counted, 16 seconds of codes; then the pairing is over. */
export const SIGHTINGS_MAX = 40;

/**
 * Milliseconds. A phone in front of the screen is at most one slot late plus two ways through the network; a
 * relay adds its video's delay. The limits are chosen for that. The end-to-end story tells delays of 0, 0.5,
 * 1 and 3 s apart; no real device was used to calibrate them.
 */
const NEAR_MS = 500;
const FAR_MS = 2_000;

/** 1 up to 500 ms of latency, falling to 0 at 2 s; in thousandths. */
export function scoreOf(latency_ms: number): number {
  const score = (FAR_MS - latency_ms) / (FAR_MS - NEAR_MS);
  return Math.round(Math.min(1, Math.max(0, score)) * 1_000) / 1_000;
}

/** `seen` with one more sighting; null when its slot was counted before: a repeated picture counts once. */
export function withSighting(seen: FaceOpticalSeen, sighting: FaceSighting): FaceOpticalSeen | null {
  if (seen.sightings.some(({ slot }) => slot === sighting.slot)) return null;
  const sightings = [...seen.sightings, sighting].sort((a, b) => a.slot - b.slot);
  const run = runs(sightings).find(({ length }) => length >= OPTICAL_NEEDED);
  const latency_ms = run ? median(run.slice(0, OPTICAL_NEEDED)) : null;
  return { sightings, latency_ms, score: latency_ms === null ? null : scoreOf(latency_ms) };
}

/** Length of the longest run of slots without a gap, at most as long as is needed. */
export const longestRun = ({ sightings }: FaceOpticalSeen): number =>
  Math.min(OPTICAL_NEEDED, Math.max(0, ...runs(sightings).map(({ length }) => length)));

/** Runs of slots that follow one another without a gap. A relay that forwards single pictures misses some. */
function runs(sightings: readonly FaceSighting[]): FaceSighting[][] {
  const found: FaceSighting[][] = [];
  for (const sighting of sightings) {
    const last = found.at(-1);
    if (last?.at(-1)?.slot === sighting.slot - 1) last.push(sighting);
    else found.push([sighting]);
  }
  return found;
}

const median = (run: readonly FaceSighting[]): number =>
  run.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b)[Math.floor(run.length / 2)]!;
