import { isStandpointError } from '@standpoint/web';
import { Refused } from '../../api/refused.ts';

const SITE_SETTINGS =
  'Open the settings of this site (the sign beside the address), allow the location, and check again.';
const SYSTEM = 'Switch location on in the settings of the system. A computer without GPS needs Wi-Fi for it.';
const CLOCK = 'Let the system set its clock and time zone from the network, then check again.';

/** What the person can do about a finding of their own check. */
const ADVICE: Readonly<Record<string, string>> = {
  permission_denied: `The browser may not say where you are. ${SITE_SETTINGS}`,
  permission_dismissed: 'The browser’s question was closed without an answer. Check again, and allow it.',
  permission_blocked_by_policy:
    'Whoever manages this browser has switched location off. Try another browser or a phone.',
  position_unavailable: `This device found no position. ${SYSTEM}`,
  position_timeout: `This device took too long to find its position. ${SYSTEM} Near a window it is faster.`,
  accuracy_too_low: `The position was not precise enough. ${SYSTEM}`,
  precise_location_off: 'Only an approximate position was shared. Allow the precise one for this site.',
  clock_skew: `The clock of this device is wrong. ${CLOCK}`,
  position_in_future: `The position is from the future by the clock of this device. ${CLOCK}`,
  position_stale: 'The device gave an old position. Check again in a moment.',
  time_zone_mismatch: `The time zone of this device does not fit the place. ${CLOCK}`,
  override_suspected:
    'The position looks typed in. Developer tools that set a position do that; switch them off to be ' +
    'checked as you are.',
};

export const adviceOn = (reasons: readonly string[]): string[] => [
  ...new Set(reasons.flatMap((code) => ADVICE[code] ?? [])),
];

const FAILURES: Readonly<Record<string, string>> = {
  insecure_context:
    'Browsers tell no position to a page on plain http. Open the dashboard at an https address, or at ' +
    'localhost on the machine that runs it.',
  base_url_mismatch:
    'This page was opened at another address than the service’s own. Open it at the base address, ' +
    'which Settings, then Project, shows.',
  unsupported_browser: 'This browser knows no location. Try another one.',
  offline: 'This device is offline. Check again when it is connected.',
  network: 'The service did not answer. Check that it runs, then check again.',
  timeout: 'It took too long. Check again, and answer the browser’s question when it comes.',
  permission_blocked_by_policy: ADVICE.permission_blocked_by_policy!,
};

/** Why the check could not run at all, and what to do. Nothing was decided then. */
export function failureWords(error: unknown): string {
  if (isStandpointError(error)) return FAILURES[error.code] ?? error.message;
  if (error instanceof Refused) return error.message;
  return `${error instanceof Error ? error.message : String(error)} Check again.`;
}
