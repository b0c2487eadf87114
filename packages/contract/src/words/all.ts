import { ASSURANCE } from './assurance.ts';
import type { CheckWords } from './check-words.ts';
import { GENERAL } from './general.ts';
import { HISTORY } from './history.ts';
import { INTEGRITY } from './integrity.ts';
import { NETWORK } from './network.ts';
import { PLACE } from './place.ts';
import { POSITION } from './position.ts';
import { TIME } from './time.ts';

/** For operators, by code of a check. */
export const CHECK_WORDS: Record<string, CheckWords> = {
  ...POSITION,
  ...PLACE,
  ...NETWORK,
  ...TIME,
  ...HISTORY,
  ...INTEGRITY,
  ...ASSURANCE,
};

/** What a reason is called, by code of a check or of a reason that no check gives. */
export const REASON_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CHECK_WORDS).map(([code, { name }]) => [code, name])),
  ...GENERAL,
};
