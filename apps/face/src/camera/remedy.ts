import type { Problem } from '../flow/problems.ts';
import type { Browser } from './browser.ts';

/**
 * Keys of `t.remedies`: where this browser has its camera permission, and how to free the camera on this
 * kind of device.
 */
export type RemedyKey = Browser | 'busy_phone' | 'busy_computer' | 'light';

const ON_PHONES: readonly Browser[] = ['chrome_android', 'samsung', 'safari_ios', 'other_ios'];

/**
 * The steps that this browser's user can take besides the problem's own sentence; null if the sentence is
 * enough. Pure.
 */
export const remedyOf = (problem: Problem, browser: Browser): RemedyKey | null => {
  switch (problem) {
    case 'camera_permission_denied':
    // Some browsers refuse silently from the second request on; then only their settings help.
    case 'camera_permission_dismissed':
      return browser;
    case 'camera_in_use':
      return ON_PHONES.includes(browser) ? 'busy_phone' : 'busy_computer';
    case 'camera_low_spec':
      return 'light';
    default:
      return null;
  }
};
