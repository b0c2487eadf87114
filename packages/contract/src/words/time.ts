import type { CheckWords, Inputs } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { plain, time } from './numbers.ts';

export const TIME: Record<string, CheckWords> = {
  clock_skew: {
    name: 'The device’s clock does not fit',
    pass: (inputs) => `${skew(inputs)}; ${moved(inputs)}.`,
    found: (inputs) => `${skew(inputs)}; ${moved(inputs)}.`,
    limit: (_, { doubt_ms, wrong_ms }) =>
      doubt_ms === undefined ? '' : `doubt from ${time(doubt_ms)}, wrong from ${time(wrong_ms)}`,
  },
  time_zone_mismatch: {
    name: 'The time zone does not fit the place',
    pass: ({ difference_min }) =>
      difference_min === 0 ? 'The time of the place.' : `${plain(difference_min)}\u00a0min apart.`,
    found: ({ difference_min, utc_offset_min }) =>
      `${plain(difference_min)}\u00a0min apart: the device keeps UTC${offset(utc_offset_min)}.`,
    limit: (_, { difference_min }) =>
      difference_min === undefined ? '' : `under ${plain(difference_min)}\u00a0min`,
  },
};

function skew({ skew_ms }: Inputs): string {
  if (typeof skew_ms !== 'number') return 'not compared';
  if (Math.abs(skew_ms) < 50) return 'it agrees with our clock';
  return `${time(skew_ms)} ${skew_ms >= 0 ? 'ahead of' : 'behind'} our clock`;
}
function moved({ moved_ms, asleep_ms }: Inputs): string {
  if (typeof asleep_ms === 'number') return `asleep for ${time(asleep_ms)}`;
  if (moved_ms === null || moved_ms === undefined) return 'whether it moved is not known';
  return moved_ms === 0
    ? 'it did not move during the check'
    : `it moved by ${time(moved_ms)} during the check`;
}

function offset(minutes: unknown): string {
  if (typeof minutes !== 'number') return ' of an unknown offset';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

export const TIME_TOLD: Record<string, InEveryLanguage> = {
  clock_skew: {
    en: 'The date or time on your device is not correct.',
    es: 'La fecha o la hora de tu dispositivo no es correcta.',
    fr: 'La date ou l’heure de votre appareil n’est pas correcte.',
    de: 'Datum oder Uhrzeit Ihres Geräts stimmen nicht.',
    pt: 'A data ou a hora do seu dispositivo não está correta.',
    ar: 'التاريخ أو الوقت في جهازك غير صحيح.',
  },
};
