import type { GeolocationDecision } from '@standpoint/contract';
import type { OutcomeTone } from '../parts/outcome.tsx';

export const DECISIONS: Record<GeolocationDecision, { tone: OutcomeTone; word: string }> = {
  pass: { tone: 'pass', word: 'Pass' },
  fail: { tone: 'fail', word: 'Fail' },
  review: { tone: 'review', word: 'Review' },
  retry: { tone: 'retry', word: 'Retry' },
};

/** A check looks for a finding: that it passed means that there is none. */
export const CHECK_OUTCOMES: Record<string, { tone: OutcomeTone; word: string }> = {
  pass: { tone: 'pass', word: 'Not found' },
  fail: { tone: 'fail', word: 'Found' },
  uncertain: { tone: 'review', word: 'Uncertain' },
  skipped: { tone: 'quiet', word: 'Not examined' },
};

/** What a finding means, for those who judge it. Doubt is said as doubt; the person is not accused. */
export const REASONS: Record<string, string> = {
  permission_denied: 'Location was not allowed',
  permission_blocked_by_policy: 'The page is set up to block location',
  position_unavailable: 'The device found no position',
  position_timeout: 'The device took too long to find its position',
  evidence_incomplete: 'Part of the evidence is missing',
  position_stale: 'The position is too old',
  position_in_future: 'The position is from the future by the device’s clock',
  precise_location_off: 'Only an approximate position was shared',
  accuracy_too_low: 'Not precise enough',
  country_not_allowed: 'Country not allowed',
  subdivision_not_allowed: 'State or region not allowed',
  area_not_allowed: 'Outside the allowed area',
  exclusion_zone: 'Inside an excluded zone',
  border_uncertain: 'Too close to a border to tell',
  jurisdiction_unknown: 'No country is known for this place',
  jurisdiction_unexpected: 'Another place than the backend expected',
  ip_unavailable: 'The network’s address tells no place',
  ip_country_uncertain: 'The network’s country is not certain',
  ip_country_mismatch: 'Network and device are in different countries',
  ip_vpn: 'Address of a VPN',
  ip_proxy: 'Address of a proxy',
  ip_tor: 'Address of the Tor network',
  ip_hosting: 'Address of a data centre',
  ip_private_relay: 'Address of a private relay',
  ip_security_gateway: 'Address of a company’s security gateway',
  ip_residential_proxy: 'Looks like a residential proxy',
  ip_device_distance: 'Network and device are far apart',
  ip_stamp_mismatch: 'Evidence came by another network than it was gathered on',
  ip_changed: 'The network changed during the check',
  clock_skew: 'The device’s clock does not fit',
  time_zone_mismatch: 'The time zone does not fit the place',
  impossible_travel: 'Faster than a flight',
  fast_travel: 'Faster than a road allows',
  evidence_replayed: 'The same evidence was sent before',
  install_many_customers: 'Many customers on one install',
  customer_many_installs: 'Many installs for one customer',
  velocity_events: 'Many checks in a short time',
  velocity_networks: 'Many networks in a short time',
  velocity_countries: 'Many countries in a short time',
  velocity_installs: 'Many installs in a short time',
  velocity_customers: 'Many customers in a short time',
  install_id_invalid: 'The install’s id is not one that was given out',
  automation: 'The browser looks automated',
  geolocation_api_patched: 'The page’s location functions look replaced',
  realm_mismatch: 'The position looks brought in from another page',
  override_suspected: 'Position looks typed in',
  mock_provider: 'The position comes from a mock provider',
  simulated_by_software: 'The position is simulated by software',
  emulator: 'The device looks emulated',
  produced_by_accessory: 'The position comes from an accessory',
  rooted: 'The device looks rooted',
  jailbroken: 'The device looks jailbroken',
  hooking_framework: 'A hooking framework seems to be there',
  cloned_app: 'The app looks cloned',
  screen_shared: 'The screen was shared',
  remote_control: 'The device looks remotely controlled',
  attestation_invalid: 'The device’s attestation does not hold',
  attestation_malformed: 'The device’s attestation cannot be read',
  attestation_missing: 'No attestation, and the policy asks for one',
  attestation_unavailable: 'The attestation could not be checked',
  attestation_key_shared: 'The attestation’s key is used by others too',
  counter_not_increasing: 'The attestation’s counter did not grow',
  app_not_recognized: 'The app is not one that is registered',
  device_integrity_low: 'The device’s integrity is low',
  location_spoofing_risk: 'The device’s maker sees a risk of a false position',
  handoff_denied: 'The phone did not confirm',
  handoff_far: 'The phone is far from the first device',
  handoff_doubtful: 'The phone’s confirmation is doubtful',
  location_unconfirmed: 'The place could not be confirmed',
  device_unconfirmed: 'The device could not be confirmed',
  review_declined: 'A reviewer declined the check before',
};

/** A code of a later version has no words yet: its own, made readable. */
export const codeWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const reasonWords = (code: string): string => REASONS[code] ?? codeWords(code);

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** "France (FR-75C)"; the country alone where no part of it is known. */
export function placeWords({
  country,
  subdivision,
}: {
  country: string | null;
  subdivision: string | null;
}): string {
  const code = country ?? subdivision?.split('-')[0] ?? null;
  if (code === null) return '';
  let name = code;
  try {
    name = COUNTRIES.of(code) ?? code;
  } catch {
    // A code that is none of a country stays as it is.
  }
  return subdivision ? `${name} (${subdivision})` : name;
}
