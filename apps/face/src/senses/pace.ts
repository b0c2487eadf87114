/** The last spoken text and its time (ms on any clock). */
export interface Said {
  text: string;
  at: number;
}

/** Time to listen to one hint before the next. */
const GAP_MS = 2_500;
/** A hint that still holds is repeated only after this. */
const REPEAT_MS = 8_000;
/** A hint that disappears within this time is not spoken. */
const SETTLE_MS = 350;

/**
 * How long a hint has to wait before it is spoken, so that it neither floods a listener nor flickers. In
 * ms, at least the time to settle. Pure.
 */
export const waitFor = (text: string, now: number, last: Said | null): number => {
  if (!last) return SETTLE_MS;
  const free = last.at + (last.text === text ? REPEAT_MS : GAP_MS);
  return Math.max(SETTLE_MS, free - now);
};
