import type { Check } from '../geolocation/decision.ts';

export type Inputs = Record<string, unknown>;
export type Limits = Record<string, number>;

/** What is said of one code of a check, in words with the numbers that decided it. Only what the record holds is said. */
export interface CheckWords {
  /** For those who judge it. Doubt is said as doubt; the person is not accused. */
  name: string;
  /** Nothing was found. */
  pass: string | ((inputs: Inputs, outcome: Check['outcome'], limits: Limits) => string);
  /** It was found, or it is in doubt. */
  found: string | ((inputs: Inputs, outcome: Check['outcome'], limits: Limits) => string);
  /** "at most 200 m": the limit beside the number; nothing where there is none. */
  limit?: (inputs: Inputs, limits: Limits) => string;
}
