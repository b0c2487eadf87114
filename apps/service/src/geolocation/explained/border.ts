import type { explained } from '@standpoint/contract';
import type { DecisionInput } from '../decision/facts.ts';
import { INSIDE, OUTSIDE } from '../decision/thresholds.ts';
import { metresPerDegree } from '../geodata/places/position.ts';

type Border = Omit<
  NonNullable<explained.VerificationExplanation['border']>,
  'picture' | 'attribution' | 'lines'
>;

/** Where the position stands against the rule that decided, and where that rule's nearest border is. */
export function borderOf({ rule, position, policy }: DecisionInput): Border | null {
  if (!rule || !position) return null;
  const buffer_m = bufferOf(policy.definition.rule, rule.shape);
  const { signed_distance_m, bearing_deg } = rule;
  // The distance of the record is to the narrowed side of the border.
  const distance_m = signed_distance_m === null ? null : signed_distance_m + buffer_m;
  return {
    distance_m,
    buffer_m,
    at: distance_m === null || bearing_deg === null ? null : nearest(position, bearing_deg, distance_m),
    p_inside: rule.p_inside,
    inside_from: INSIDE,
    outside_to: OUTSIDE,
    boundary_error_m: rule.boundary_error_m,
    decided_by: rule.decided_by,
    shape: rule.shape,
  };
}

function bufferOf(rule: DecisionInput['policy']['definition']['rule'], shape: string | null): number {
  const own = shape === null ? undefined : rule?.shapes?.find(({ name }) => name === shape)?.buffer_m;
  return own ?? rule?.buffer_m ?? 0;
}

/** The direction of the record leads further inside, or to the inside: from inside, the border lies behind. */
function nearest(at: { lat: number; lng: number }, bearing_deg: number, distance_m: number) {
  const turn = ((bearing_deg + (distance_m > 0 ? 180 : 0)) * Math.PI) / 180;
  const metres = metresPerDegree(at.lat);
  const away = Math.abs(distance_m);
  return {
    lat: at.lat + (Math.cos(turn) * away) / metres.lat,
    lng: at.lng + (Math.sin(turn) * away) / metres.lng,
  };
}
