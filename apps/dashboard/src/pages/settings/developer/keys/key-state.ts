import type { developer } from '@standpoint/contract';

type Dates = Pick<developer.Key, 'expires_at' | 'revoked_at'>;

/** works · ends: a rotation overlaps · ended: the overlap is over · revoked. */
export type KeyState = 'works' | 'ends' | 'ended' | 'revoked';

export function stateOf({ revoked_at, expires_at }: Dates, now: number): KeyState {
  if (revoked_at) return 'revoked';
  if (!expires_at) return 'works';
  return Date.parse(expires_at) > now ? 'ends' : 'ended';
}

export const isLive = (key: Dates, now: number): boolean => {
  const state = stateOf(key, now);
  return state === 'works' || state === 'ends';
};

/** Keys that work stand before those that are over; otherwise the order stays. */
export const liveFirst = <K extends Dates>(keys: readonly K[], now: number): K[] => [
  ...keys.filter((key) => isLive(key, now)),
  ...keys.filter((key) => !isLive(key, now)),
];

/** Who made it, as the audit log names them, in a sentence that begins "Made …". */
export function madeBy(created_by: string | null): string {
  if (created_by === null || created_by === 'system') return '';
  return created_by === 'cli' ? 'by the command line' : `by ${created_by}`;
}

/** A page sent the key, so strangers may know it. */
export function misuseWords({ origin, times }: NonNullable<developer.Key['misused']>): string {
  const often = times === 1 ? 'once' : `${times.toLocaleString('en')} times`;
  return (
    `A page of ${origin} sent this key ${often} in the last 7 days. Whoever opened that page can read ` +
    'it. Rotate the key, and call from your backend.'
  );
}
