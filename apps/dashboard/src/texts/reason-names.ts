import { REASON_NAMES as NAMES } from '@standpoint/contract/words/all';

/**
 * What a finding is called. Lists show names alone, so the build puts the value of this module in its place, and no list
 * loads the sentences (`vite.config.ts`).
 */
export const REASON_NAMES = NAMES;
