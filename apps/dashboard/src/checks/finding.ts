import type { explained, Verification } from '@standpoint/contract';

export type Check = Verification['checks'][number];
export type Inputs = Record<string, unknown>;
export type Limits = Record<string, number>;

/** What one code says, in words with the numbers that decided it. Only what the record holds is said. */
export interface CodeWords {
  /** Nothing was found. */
  pass: string | ((inputs: Inputs, outcome: Check['outcome'], limits: Limits) => string);
  /** It was found, or it is in doubt. */
  found: string | ((inputs: Inputs, outcome: Check['outcome'], limits: Limits) => string);
  /** "at most 200 m": the limit beside the number; nothing where there is none. */
  limit?: (inputs: Inputs, limits: Limits) => string;
}

/** A check of the record with what the service explains of it. */
export interface Explained extends Check {
  about: explained.ExplainedCheck;
}

export const textOf = (value: unknown, none = 'not known'): string =>
  typeof value === 'string' && value !== '' ? value : none;

export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
