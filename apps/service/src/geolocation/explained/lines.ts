import type { explained } from '@standpoint/contract';
import type { DecisionInput } from '../decision/facts.ts';
import { inSlices } from '../facts/in-slices.ts';
import { simplified } from '../geodata/outlines/simplify.ts';
import type { Places } from '../geodata/places/places.ts';

type Border = NonNullable<explained.VerificationExplanation['border']>;

/** Pixels: the width of a map, and of the narrowest band that it draws around a line. */
const PIXELS = 800;
const BAND_PIXELS = 3;
/** A rule of the whole world has long borders. Farther than this, lines are sent only if the nearest one is farther. */
const FARTHEST_M = 150_000;
/** Degrees: about a metre, as fine as the coordinates below. */
const TOLERANCE = 1e-5;

/** The lines that the rule's codes follow around the position, as far as a map of it shows their error as a band. */
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
