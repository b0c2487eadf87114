import type { Hint } from './hints.ts';

/** The current hint, and the one that may follow. Times in ms of any clock. */
export interface Said {
  /** null: all is well. undefined: no hint was given yet. */
  hint: Hint | null | undefined;
  /** Since when. */
  at: number;
  next: Hint | null;
  next_at: number;
}

/** How long a state must last before its hint is given. Blinks and quick turns are over by then. */
const SETTLE_MS = 350;
const SLOWER: Partial<Record<Hint, number>> = {
  // The first pictures are searched in three ways, one after the other.
  face_not_present: 500,
  eyes_closed: 1_200,
  multiple_faces: 150,
};
/** Time to read a hint before another replaces it. That all is well may be said at once. */
const READ_MS = 900;

/** Gives one hint after the other without flicker, and returns the new state. Pure. */
export function settle(said: Said | null, seen: Hint | null, now: number): Said {
  // The first hint comes at once, except for a missing face, which takes more than one look.
  if (said?.hint === undefined && seen !== 'face_not_present')
    return { hint: seen, at: now - READ_MS, next: seen, next_at: now };
  if (!said) return { hint: undefined, at: now - READ_MS, next: seen, next_at: now };
  if (seen === said.hint) return { ...said, next: seen, next_at: now };
  if (seen !== said.next) return { ...said, next: seen, next_at: now };
  const settled = now - said.next_at >= (seen === null ? SETTLE_MS : (SLOWER[seen] ?? SETTLE_MS));
  const read = seen === null || !said.hint || now - said.at >= READ_MS;
  return settled && read ? { hint: seen, at: now, next: seen, next_at: now } : said;
}
