import type { Preferences } from '@standpoint/contract';
import { changePreferences } from '../api/me.ts';
import { sayWrong } from '../toast/toasts.ts';

/** Takes effect at once, and is taken back with a message when the service does not keep it. */
export const savePreferences = (preferences: Preferences): void =>
  void changePreferences(preferences).catch(sayWrong);
