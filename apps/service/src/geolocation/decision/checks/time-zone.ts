import type { DecisionInput } from '../facts.ts';
import { check, fail, pass, skipped } from './check.ts';
import { whyNotCurrent } from './freshness.ts';

/** Zones of 30 and 45 minutes exist, and zone data differ by that much. */
export const LIMIT_MIN = 60;

export const timeZone = check({
  question: 'Does the device keep the time of the place where it stands?',
  group: 'time',
  // Alone it shows a traveller whose laptop kept its zone; it corroborates other findings.
  codes: { time_zone_mismatch: { fail: 'ignore', outcomes: ['fail'] } },
  run(input) {
    const code = 'time_zone_mismatch';
    const reason = whyNotCurrent(input);
    if (reason) return [skipped(code, reason)];
    const difference_min = offsetDifference(input);
    if (difference_min === null) return [skipped(code, 'no_offset')];
    const inputs = {
      utc_offset_min: input.evidence.clock?.utc_offset_min ?? null,
      utc_offsets_near: input.place?.utc_offsets_near ?? [],
      difference_min,
    };
    return [(difference_min >= LIMIT_MIN ? fail : pass)(code, 0.9, inputs)];
  },
});

/** Minutes between the device's offset (east of UTC) and the nearest one in force around the position. */
function offsetDifference({ evidence, place }: DecisionInput): number | null {
  const offset = evidence.clock?.utc_offset_min;
  if (offset === undefined || !place || place.utc_offsets_near.length === 0) return null;
  return Math.min(...place.utc_offsets_near.map((near) => Math.abs(near - offset)));
}

/** Whether the zone contradicts the position; false when either is unknown. */
export function timeZoneDiffers(input: DecisionInput): boolean {
  return whyNotCurrent(input) === null && (offsetDifference(input) ?? 0) >= LIMIT_MIN;
}
