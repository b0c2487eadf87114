import type { frames } from '@standpoint/contract';
import { plain, share } from '@standpoint/contract/words/numbers';
import type { FaceCheck } from './face-words.ts';
import { Gauge, type Zone } from './gauge.tsx';

interface FaceGaugeProps {
  name: string;
  check: FaceCheck;
  /** What the signed record says of the thresholds; without it only the one of the check is drawn. */
  attempt: frames.ExplainedAttempt | undefined;
}

interface Scale {
  zones: { to: number; zone: Zone }[];
  ticks: { at: number; label: string }[];
  most: number;
}

/** Where declining, a person’s look and approving begin on the scale of a check. */
function scaleOf({ name, check: { threshold }, attempt }: FaceGaugeProps, score: number): Scale | null {
  if (threshold === null) return null;
  const most = Math.max(1, score * 1.1, threshold * 1.5);
  if (name === 'dedupe')
    return {
      zones: [
        { to: threshold, zone: 'good' },
        { to: most, zone: 'mid' },
      ],
      ticks: [{ at: threshold, label: share(threshold) }],
      most,
    };
  const review =
    name === 'liveness'
      ? attempt?.liveness?.review
      : name === 'match'
        ? attempt?.match?.review_threshold
        : undefined;
  const label = name === 'quality' ? plain : share;
  const low = review !== undefined && review < threshold ? review : null;
  return {
    zones: [
      { to: low ?? threshold, zone: 'bad' },
      ...(low === null ? [] : [{ to: threshold, zone: 'mid' as const }]),
      { to: most, zone: 'good' },
    ],
    ticks: [
      ...(low === null ? [] : [{ at: low, label: label(low) }]),
      { at: threshold, label: label(threshold) },
    ],
    most,
  };
}

/** The score of a check between its limits; nothing where there is no score. */
export function FaceGauge(props: FaceGaugeProps) {
  const { name, check } = props;
  if (check.score === null || name === 'injection') return null;
  const scale = scaleOf(props, check.score);
  if (!scale) return null;
  const shown = name === 'quality' ? plain(check.score) : share(check.score);
  return (
    <Gauge
      value={check.score}
      shown={shown}
      label={`${shown}; limits ${scale.ticks.map(({ label }) => label).join(' and ')}`}
      {...scale}
    />
  );
}
