import { codeWords } from '../../texts/location.ts';
import type { CodeWords, Inputs } from '../finding.ts';
import { listOf, textOf } from '../finding.ts';
import { count, plain } from '../numbers.ts';
import { TELLS } from './tells.ts';

/** Several small observations that are added up. */
const weighed: CodeWords = {
  pass: ({ looked_at, tells, score }) =>
    Object.keys((tells ?? {}) as object).length === 0
      ? `${count(listOf(looked_at).length, 'probe')} looked, none saw anything.`
      : `${seen({ tells })}; score ${plain(score)}.`,
  found: (inputs) => `${seen(inputs)}; score ${plain(inputs.score)}.`,
  limit: (_, { score_from }) => (score_from === undefined ? '' : `score under ${plain(score_from)}`),
};

const seen = ({ tells }: Inputs): string => tellsOf(tells) || 'Not said what';
const tellsOf = (tells: unknown): string =>
  Object.entries((tells ?? {}) as Record<string, number>)
    .map(([name, weight]) => `${TELLS[name] ?? codeWords(name)} (${plain(weight)})`)
    .join(', ');

const by = ({ told_by, mock_app }: Inputs): string =>
  ` ${typeof told_by === 'string' ? codeWords(told_by) : 'The app'} says so.` +
  (typeof mock_app === 'string' ? ` It is ${mock_app}.` : '');

const flag = (not: string, is: string): CodeWords => ({
  pass: not,
  found: (inputs) => `${is}.${by(inputs)}`,
});

const KINDS: Record<string, string> = {
  app_attest: 'App Attest',
  android_key_attestation: 'Android key attestation',
  play_integrity: 'Play Integrity',
};
const attestation = (found: string): CodeWords => ({
  pass: ({ kind }) => `${KINDS[textOf(kind)] ?? 'The attestation'} holds.`,
  found: ({ kind }) => `${KINDS[textOf(kind)] ?? 'The attestation'}: ${found}.`,
});

export const INTEGRITY: Record<string, CodeWords> = {
  automation: weighed,
  geolocation_api_patched: weighed,
  realm_mismatch: weighed,
  override_suspected: weighed,
  mock_provider: flag('No mock provider.', 'A mock provider gives the position'),
  simulated_by_software: flag('Not simulated.', 'Software simulates the position'),
  emulator: flag('A real device, as far as the app can tell.', 'An emulator'),
  produced_by_accessory: flag('The device’s own receiver.', 'An accessory gives the position'),
  rooted: flag('Not rooted, as far as the app can tell.', 'Looks rooted'),
  jailbroken: flag('Not jailbroken, as far as the app can tell.', 'Looks jailbroken'),
  hooking_framework: flag('No hooking framework seen.', 'A hooking framework seems to be there'),
  cloned_app: flag('The app is installed once.', 'The app looks cloned'),
  screen_shared: flag('The screen is not shared.', 'The screen is shared'),
  remote_control: flag('Not controlled from elsewhere.', 'Looks controlled from elsewhere'),
  attestation_invalid: attestation('it does not hold'),
  attestation_malformed: attestation('it cannot be read'),
  counter_not_increasing: attestation('its counter did not grow'),
  app_not_recognized: attestation('the app is not one that is registered'),
  device_integrity_low: attestation('the integrity of the device is low'),
  location_spoofing_risk: attestation('it sees a risk of a false position'),
  attestation_key_shared: attestation('others use the same key'),
  attestation_unavailable: attestation('it could not be checked now'),
  attestation_missing: {
    pass: ({ demanded }) => `Proven as the policy demands: ${textOf(demanded)}.`,
    found: ({ demanded, attestation: was, second_device }) =>
      `The policy demands ${textOf(demanded)}; attestation ${textOf(was)}, ` +
      `${second_device ? 'a second device' : 'no second device'}.`,
  },
};
