import type { ReplayHit } from '../facts.ts';
import { type Sign, sign, signIf } from './signs.ts';

/** Bits of 256 by which a picture differs from itself in another encoding. */
const SAME = 8;
/**
 * Two sittings of one person at one desk sometimes differ by as few bits (docs/decisions/0018-templates.md).
 */
const LIKE = 16;

/**
 * Detects frames of a capture that was accepted before. A single one may be chance, because the same person
 * at the same desk looks alike. Half a capture is not.
 */
export function replaySigns(replays: readonly ReplayHit[], frames: number): Sign[] {
  const count = (list: readonly ReplayHit[]) => new Set(list.map(({ index }) => index)).size;
  const same = count(replays.filter(({ distance }) => distance <= SAME));
  const ofAnother = count(
    replays.filter(({ distance, same_customer }) => distance <= LIKE && !same_customer),
  );
  if (same * 2 >= frames) return [sign('fail', 'replay_of_an_accepted_capture')];
  return [
    ...signIf(same >= 2, 'suspected', 'frames_of_an_accepted_capture'),
    ...signIf(ofAnother >= 2, 'suspected', 'frames_like_those_of_another_customer'),
    ...signIf(same + ofAnother > 0, 'note', `frames_seen_${Math.max(same, ofAnother)}`),
  ];
}
