import type { CheckWords, Inputs } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { count, plain } from './numbers.ts';
import { TELLS } from './tells.ts';
import { codeWords, listOf, textOf } from './values.ts';

/** Several small observations that are added up. */
const weighed = (name: string): CheckWords => ({
  name,
  pass: ({ looked_at, tells, score }) =>
    Object.keys((tells ?? {}) as object).length === 0
      ? `${count(listOf(looked_at).length, 'probe')} looked, none saw anything.`
      : `${seen({ tells })}; score ${plain(score)}.`,
  found: (inputs) => `${seen(inputs)}; score ${plain(inputs.score)}.`,
  limit: (_, { score_from }) => (score_from === undefined ? '' : `score under ${plain(score_from)}`),
});

const seen = ({ tells }: Inputs): string => tellsOf(tells) || 'Not said what';
const tellsOf = (tells: unknown): string =>
  Object.entries((tells ?? {}) as Record<string, number>)
    .map(([name, weight]) => `${TELLS[name] ?? codeWords(name)} (${plain(weight)})`)
    .join(', ');

const by = ({ told_by, mock_app }: Inputs): string =>
  ` ${typeof told_by === 'string' ? codeWords(told_by) : 'The app'} says so.` +
  (typeof mock_app === 'string' ? ` It is ${mock_app}.` : '');

const flag = (name: string, not: string, is: string): CheckWords => ({
  name,
  pass: not,
  found: (inputs) => `${is}.${by(inputs)}`,
});

const KINDS: Record<string, string> = {
  app_attest: 'App Attest',
  android_key_attestation: 'Android key attestation',
  play_integrity: 'Play Integrity',
};
const attestation = (name: string, found: string): CheckWords => ({
  name,
  pass: ({ kind }) => `${KINDS[textOf(kind)] ?? 'The attestation'} holds.`,
  found: ({ kind }) => `${KINDS[textOf(kind)] ?? 'The attestation'}: ${found}.`,
});

export const INTEGRITY: Record<string, CheckWords> = {
  automation: weighed('The browser looks automated'),
  geolocation_api_patched: weighed('The page’s location functions look replaced'),
  realm_mismatch: weighed('The position looks brought in from another page'),
  override_suspected: weighed('Position looks typed in'),
  mock_provider: flag(
    'The position comes from a mock provider',
    'No mock provider.',
    'A mock provider gives the position',
  ),
  simulated_by_software: flag(
    'The position is simulated by software',
    'Not simulated.',
    'Software simulates the position',
  ),
  emulator: flag('The device looks emulated', 'A real device, as far as the app can tell.', 'An emulator'),
  produced_by_accessory: flag(
    'The position comes from an accessory',
    'The device’s own receiver.',
    'An accessory gives the position',
  ),
  rooted: flag('The device looks rooted', 'Not rooted, as far as the app can tell.', 'Looks rooted'),
  jailbroken: flag(
    'The device looks jailbroken',
    'Not jailbroken, as far as the app can tell.',
    'Looks jailbroken',
  ),
  hooking_framework: flag(
    'A hooking framework seems to be there',
    'No hooking framework seen.',
    'A hooking framework seems to be there',
  ),
  cloned_app: flag('The app looks cloned', 'The app is installed once.', 'The app looks cloned'),
  screen_shared: flag('The screen was shared', 'The screen is not shared.', 'The screen is shared'),
  remote_control: flag(
    'The device looks remotely controlled',
    'Not controlled from elsewhere.',
    'Looks controlled from elsewhere',
  ),
  attestation_invalid: attestation('The device’s attestation does not hold', 'it does not hold'),
  attestation_malformed: attestation('The device’s attestation cannot be read', 'it cannot be read'),
  counter_not_increasing: attestation('The attestation’s counter did not grow', 'its counter did not grow'),
  app_not_recognized: attestation(
    'The app is not one that is registered',
    'the app is not one that is registered',
  ),
  device_integrity_low: attestation('The device’s integrity is low', 'the integrity of the device is low'),
  location_spoofing_risk: attestation(
    'The device’s maker sees a risk of a false position',
    'it sees a risk of a false position',
  ),
  attestation_key_shared: attestation(
    'The attestation’s key is used by others too',
    'others use the same key',
  ),
  attestation_unavailable: attestation('The attestation could not be checked', 'it could not be checked now'),
};

export const INTEGRITY_TOLD: Record<string, InEveryLanguage> = {
  screen_shared: {
    en: 'Your screen is being shared or recorded.',
    es: 'Tu pantalla se está compartiendo o grabando.',
    fr: 'Votre écran est partagé ou enregistré.',
    de: 'Ihr Bildschirm wird geteilt oder aufgenommen.',
    pt: 'Sua tela está sendo compartilhada ou gravada.',
    ar: 'شاشتك قيد المشاركة أو التسجيل.',
  },
  remote_control: {
    en: 'This device is being controlled from somewhere else.',
    es: 'Este dispositivo se está controlando desde otro lugar.',
    fr: 'Cet appareil est contrôlé à distance.',
    de: 'Dieses Gerät wird von anderswo gesteuert.',
    pt: 'Este dispositivo está sendo controlado de outro lugar.',
    ar: 'يجري التحكم في هذا الجهاز من مكان آخر.',
  },
  attestation_unavailable: {
    en: 'This device could not be confirmed just now.',
    es: 'No se ha podido confirmar este dispositivo en este momento.',
    fr: 'Cet appareil n’a pas pu être confirmé pour le moment.',
    de: 'Dieses Gerät ließ sich gerade nicht bestätigen.',
    pt: 'Não foi possível confirmar este dispositivo neste momento.',
    ar: 'تعذّر تأكيد هذا الجهاز في الوقت الحالي.',
  },
};
