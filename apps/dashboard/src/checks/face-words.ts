import type { FaceSession } from '@standpoint/contract';
import { plain, share } from '@standpoint/contract/words/numbers';
import { codeWords } from '@standpoint/contract/words/values';
import { FACE_CHECK_REASONS } from './face-texts.ts';

export type FaceCheck = FaceSession['checks'][string];

const OUTCOMES: Record<string, string> = {
  not_shown: 'not shown',
  other_shown: 'something else was shown more',
  no_frame: 'no picture came',
  no_face: 'no face is seen',
};
export const KIND_WORDS: Record<string, string> = {
  front: 'Look ahead',
  turn_left: 'Turn left',
  turn_right: 'Turn right',
  tilt_left: 'Tilt left',
  tilt_right: 'Tilt right',
  smile: 'Smile',
  mouth_open: 'Open the mouth',
  approach: 'Come closer',
  recede: 'Move back',
};
const STEP = /^([a-z_]+?)_(not_shown|other_shown|no_frame|no_face)_s(\d+)$/;

/** One reason of a check of a capture, in words. */
export function faceCheckReason(reason: string): string {
  const step = STEP.exec(reason);
  if (step)
    return (
      `step ${Number(step[3]) + 1}, ${(KIND_WORDS[step[1]!] ?? codeWords(step[1]!)).toLowerCase()}: ` +
      `${OUTCOMES[step[2]!]}`
    );
  const counted =
    /^(passive_frames|template_of|probe_of|hits|another_person_in_frame|lag|strength)_(-?[\d.]+)$/.exec(
      reason,
    );
  if (counted) return countedWords(counted[1]!, counted[2]!);
  return FACE_CHECK_REASONS[reason] ?? codeWords(reason).toLowerCase();
}

function countedWords(what: string, number: string): string {
  switch (what) {
    case 'passive_frames':
      return `${number} frames were scored`;
    case 'template_of':
      return `template of ${number}`;
    case 'probe_of':
      return `capture of ${number}`;
    case 'hits':
      return number === '1' ? 'one other customer' : `${number} other customers`;
    case 'another_person_in_frame':
      return `another person in frame ${Number(number) + 1}`;
    case 'lag':
      return `${number} ms from the screen to the picture`;
    default:
      return `the face changed by ${number} for one unit of the screen’s light`;
  }
}

const said = (reasons: readonly string[]): string => {
  const words = reasons.map(faceCheckReason).join('; ');
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

/** What a check of a capture found, with the number that decided. */
export function faceFound(name: string, { outcome, score, threshold, reasons }: FaceCheck): string {
  const why = said(reasons);
  if (score === null) return why || (outcome === 'pass' ? 'Nothing was found.' : 'No score.');
  const limit =
    threshold === null ? '' : ` needs ${name === 'quality' ? plain(threshold) : share(threshold)}`;
  const shown = name === 'quality' ? `${plain(score)} good frames` : share(score);
  if (name === 'injection') return why || 'No sign of a replaced camera.';
  if (name === 'dedupe') return `${shown}, alike from ${share(threshold)}. ${why}`.trim();
  return `${shown}${limit ? `,${limit}` : ''}. ${why}`.trim();
}
