import { KINDS, type StepKind } from '../../../apps/service/src/face/challenge/path.ts';
import type { FaceLook } from '../../../apps/service/src/face/vision/vision.ts';
import type { ClipEvent } from './clips.ts';

/** The measured movements at one moment of a clip. */
export interface Moment {
  t_ms: number;
  face: FaceLook | null;
}

/**
 * Shares of a kind's minimum: above the upper one the movement is clearly there, below the lower one there
 * is none.
 */
export interface Margins {
  clear: number;
  nothing: number;
}
const WIDE: Margins = { clear: 1.5, nothing: 0.35 };
const AHEAD_DEGREES = 14;
/** The number of neutral moments on either side that a moment is compared with. */
const AROUND = 6;
const SHORTEST = { front: 3, other: 2 };

type Measures = [yaw: number, roll: number, size: number, width: number, lift: number, open: number];

const measuresOf = ({ pose, size, mouth }: FaceLook): Measures => [
  pose.yaw,
  pose.roll,
  size,
  mouth.width,
  mouth.lift,
  mouth.open,
];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
const medians = (all: readonly Measures[]): Measures =>
  all[0]!.map((_, i) => median(all.map((each) => each[i]!))) as Measures;

/** The strength of each kind. 1 is the verifier's minimum. */
function strengths(now: Measures, neutral: Measures): [StepKind, number][] {
  const [yaw, roll, size, width, lift, open] = now;
  const [yaw0, roll0, size0, width0, lift0, open0] = neutral;
  const min = (kind: StepKind) => KINDS[kind].min;
  const nearer = Math.log(size / size0);
  return [
    ['turn_left', (yaw - yaw0) / min('turn_left')],
    ['turn_right', (yaw0 - yaw) / min('turn_right')],
    ['tilt_left', (roll - roll0) / min('tilt_left')],
    ['tilt_right', (roll0 - roll) / min('tilt_right')],
    ['smile', (width / width0 - 1 + lift - lift0) / min('smile')],
    ['mouth_open', (open - open0) / min('mouth_open')],
    ['approach', nearer / Math.log(min('approach'))],
    ['recede', -nearer / Math.log(min('recede'))],
  ];
}

/**
 * Proposes the events of a clip for a person to review. It uses the landmarks of the service and compares
 * each moment with the neutral moments around it, with a wider margin than the verifier's.
 */
export function proposeEvents(moments: readonly Moment[], margins = WIDE): ClipEvent[] {
  const seen = moments.flatMap(({ t_ms, face }) => (face ? [{ t_ms, face, now: measuresOf(face) }] : []));
  if (seen.length === 0) return [];
  const overall = medians(seen.map(({ now }) => now));
  const neutral = seen.filter(({ now }) =>
    strengths(now, overall).every(([, strength]) => strength < margins.nothing),
  );
  const basis = neutral.length >= AROUND ? neutral : seen;
  const labelled = seen.map(({ t_ms, face, now }) => {
    const near = basis
      .toSorted((a, b) => Math.abs(a.t_ms - t_ms) - Math.abs(b.t_ms - t_ms))
      .slice(0, 2 * AROUND);
    return { t_ms, step: labelOf(now, medians(near.map((each) => each.now)), face, margins) };
  });
  return runsOf(labelled);
}

function labelOf(
  now: Measures,
  neutral: Measures,
  face: FaceLook,
  { clear, nothing }: Margins,
): string | null {
  const [first, second] = strengths(now, neutral).toSorted((a, b) => b[1] - a[1]);
  const ahead = Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.roll)) <= AHEAD_DEGREES;
  if (first![1] <= nothing) return ahead ? 'front' : null;
  return first![1] >= clear && second![1] <= 0.8 * first![1] ? first![0] : null;
}

function runsOf(labelled: readonly { t_ms: number; step: string | null }[]): ClipEvent[] {
  const events: (ClipEvent & { moments: number })[] = [];
  let before: string | null = null;
  for (const { t_ms, step } of labelled) {
    const last = events.at(-1);
    if (step && step === before && last) {
      last.end_ms = t_ms;
      last.moments += 1;
    } else if (step) events.push({ step, start_ms: t_ms, end_ms: t_ms, moments: 1 });
    before = step;
  }
  return events
    .filter(({ step, moments }) => moments >= (step === 'front' ? SHORTEST.front : SHORTEST.other))
    .map(({ step, start_ms, end_ms }) => ({ step, start_ms, end_ms }));
}
