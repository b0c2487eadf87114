import { FACE_SANDBOX_OUTCOMES } from '../../face/decision/sandbox-outcomes.ts';
import { GEOLOCATION_OUTCOMES } from '../../geolocation/decision/sandbox-outcomes.ts';

/** A fixed outcome of the sandbox, selected by the beginning of `customer_id` (interface §9). */
export interface Outcome {
  customer_id: string;
  area: 'geolocation' | 'face';
  outcome: string;
}

export const OUTCOMES: readonly Outcome[] = [
  ...GEOLOCATION_OUTCOMES.map(({ prefix, what }) => ({
    customer_id: prefix,
    area: 'geolocation' as const,
    outcome: `${what[0]!.toUpperCase()}${what.slice(1)}.`,
  })),
  ...FACE_SANDBOX_OUTCOMES.map(({ name, meaning }) => ({
    customer_id: name,
    area: 'face' as const,
    outcome: meaning,
  })),
];
