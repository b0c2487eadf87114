import type { PolicyDefinition } from '@standpoint/contract';
import type { RuleFacts } from '../decision/facts.ts';
import type { Flip } from '../evidence/time-machine.ts';

/** Why a decision flips, where its place is the reason; null where it is not. */
export function becauseOf(
  { rules: { from, to } }: Pick<Flip, 'rules'>,
  draft: PolicyDefinition,
): string | null {
  if (!to) return from ? 'no rule about places any more' : null;
  if (from && from.shape === to.shape && Math.abs(from.p_inside - to.p_inside) < 0.005) return null;
  if (to.shape && to.p_inside < 0.95) return shapeWords(to, to.shape, draft);
  if (from && from.p_inside !== to.p_inside)
    return `inside with ${share(from.p_inside)}, would be ${share(to.p_inside)}`;
  if (!from && to.p_inside <= 0.05)
    return to.signed_distance_m === null ? 'outside' : `${metres(to.signed_distance_m)} outside`;
  return to.shape ? `by ${to.shape}` : null;
}

/** The distance counts from the buffer's edge, a person counts from the drawn line. */
function shapeWords(
  { p_inside, inside, signed_distance_m }: RuleFacts,
  name: string,
  { rule }: PolicyDefinition,
): string {
  if (p_inside > 0.05) return `edge of ${name}, ${share(p_inside)}`;
  if (inside) return `in the buffer of ${name}`;
  const shape = rule?.shapes?.find((each) => each.name === name);
  const buffer = shape?.buffer_m ?? rule?.buffer_m ?? 0;
  const depth = signed_distance_m === null ? 0 : -signed_distance_m - buffer;
  const where = shape?.effect === 'allow' ? 'outside of' : 'inside';
  return depth > 0 ? `${metres(depth)} ${where} ${name}` : `${where} ${name}`;
}

const metres = (distance: number) => `${Math.round(Math.abs(distance)).toLocaleString('en')} m`;

/** Never rounded to a certainty that it is not. */
const share = (p: number): string =>
  p > 0.995 && p < 1 ? '0.99' : p < 0.005 && p > 0 ? '0.01' : p.toFixed(2);
