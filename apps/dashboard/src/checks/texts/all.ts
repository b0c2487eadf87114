import type { CodeWords } from '../finding.ts';
import { HISTORY, TIME } from './history.ts';
import { INTEGRITY } from './integrity.ts';
import { NETWORK } from './network.ts';
import { PLACE } from './place.ts';
import { POSITION } from './position.ts';

export const CODE_WORDS: Record<string, CodeWords> = {
  ...POSITION,
  ...PLACE,
  ...NETWORK,
  ...TIME,
  ...HISTORY,
  ...INTEGRITY,
};

export const GROUPS: Record<string, string> = {
  position: 'Position',
  place: 'Place',
  network: 'Network',
  time: 'Time',
  history: 'History',
  integrity: 'Integrity',
  assurance: 'Origin',
  other: 'Other',
};

/** What a policy makes of a finding. */
export const ACTIONS: Record<string, string> = {
  ignore: 'ignore',
  review: 'review',
  fail: 'fail',
  retry: 'retry',
};
