import { ASSURANCE_TOLD } from './assurance.ts';
import { GENERAL_TOLD } from './general.ts';
import { HISTORY_TOLD } from './history.ts';
import { INTEGRITY_TOLD } from './integrity.ts';
import type { InEveryLanguage } from './languages.ts';
import { NETWORK_TOLD } from './network.ts';
import { PLACE_TOLD } from './place.ts';
import { POSITION_TOLD } from './position.ts';
import { TIME_TOLD } from './time.ts';

/**
 * What the person reads, by reason. A person never hears of a reason without a text. Parts in [ ] are left out unless
 * their values are known. A name stands in brackets, where no language changes it or wants an article.
 */
export const TOLD: Readonly<Record<string, InEveryLanguage>> = {
  ...POSITION_TOLD,
  ...PLACE_TOLD,
  ...NETWORK_TOLD,
  ...TIME_TOLD,
  ...HISTORY_TOLD,
  ...INTEGRITY_TOLD,
  ...ASSURANCE_TOLD,
  ...GENERAL_TOLD,
};
