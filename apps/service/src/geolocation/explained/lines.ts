import type { explained } from '@standpoint/contract';
import type { DecisionInput } from '../decision/facts.ts';
import { inSlices } from '../facts/in-slices.ts';
import { simplified } from '../geodata/outlines/simplify.ts';
import type { Places } from '../geodata/places/places.ts';

type Border = NonNullable<explained.VerificationExplanation['border']>;

/** A map of this many pixels shows a line's error as a band of at least three. */
const PIXELS = 800;
const BAND_PIXELS = 3;
/** A rule of the whole world has long borders: beyond this, only what is needed for the nearest one. */
const FARTHEST_M = 150_000;
/** Degrees: two metres, less than any line is sure of. */
const TOLERANCE = 2e-5;

/** The lines that the rule follows around the position, as far as a map of them shows how sure they are. */
export async function linesOf(
  places: Places,
  { position, policy }: DecisionInput,
  { distance_m, boundary_error_m, decided_by }: Omit<Border, 'lines' | 'picture' | 'attribution'>,
): Promise<Border['lines']> {
  const { rule } = policy.definition;
  if (!rule || !position || distance_m === null) return [];
  if (decided_by !== 'country' && decided_by !== 'subdivision') return [];
  const shown_m = (boundary_error_m / BAND_PIXELS) * PIXELS;
  const wanted_m = Math.min(FARTHEST_M, Math.max(shown_m, 3 * (Math.abs(distance_m) + position.p95_m)));
  const reach_m = Math.max(wanted_m, 1.05 * Math.abs(distance_m));
  const lines = await inSlices(places.bordersOfRule(rule, position.lat, position.lng, reach_m));
  return lines.map(({ points, error_m }) => ({
    error_m,
    points: simplified(points, TOLERANCE).flatMap((at) => at.map((degrees) => Number(degrees.toFixed(5)))),
  }));
}
