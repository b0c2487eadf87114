import type { Hint } from './hints.ts';

/** What is being said, and what might be said next. Milliseconds of any clock. */
export interface Said {
  /** null: all is well; undefined: nothing was said yet. */
  hint: Hint | null | undefined;
  /** Since when. */
  at: number;
  next: Hint | null;
  next_at: number;
}

/** How long something has to be so before it is said. Blinking and a quick turn are over by then. */
const SETTLE_MS = 350;
const SLOWER: Partial<Record<Hint, number>> = {
  // The first pictures are looked at in three ways, one after the other.
  face_not_present: 500,
  eyes_closed: 1_200,
  multiple_faces: 150,
};
/** Time to read a hint before another one takes its place. That all is well may be said at once. */
const READ_MS = 900;

/** One hint after the other, without flicker: the new state of what is said. Pure. */
export function settle(said: Said | null, seen: Hint | null, now: number): Said {
  // The first word comes at once, except that nobody is there: that takes more than one look.
  if (said?.hint === undefined && seen !== 'face_not_present')
    return { hint: seen, at: now - READ_MS, next: seen, next_at: now };
  if (!said) return { hint: undefined, at: now - READ_MS, next: seen, next_at: now };
  if (seen === said.hint) return { ...said, next: seen, next_at: now };
  if (seen !== said.next) return { ...said, next: seen, next_at: now };
  const settled = now - said.next_at >= (seen === null ? SETTLE_MS : (SLOWER[seen] ?? SETTLE_MS));
  const read = seen === null || !said.hint || now - said.at >= READ_MS;
  return settled && read ? { hint: seen, at: now, next: seen, next_at: now } : said;
}
