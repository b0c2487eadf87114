import type { CheckWords } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { count, metres, time } from './numbers.ts';
import { listOf, textOf } from './values.ts';

const ERRORS: Record<string, string> = {
  permission_denied: 'the permission was denied',
  position_unavailable: 'the device found none',
  position_timeout: 'the device took too long',
  unsupported: 'the browser has no such function',
};
const STATES: Record<string, string> = {
  granted: 'allowed',
  denied: 'denied',
  prompt: 'not answered',
  dismissed: 'closed without an answer',
  blocked_by_policy: 'blocked by the page',
  unknown: 'not known',
};

const state = (value: unknown): string => STATES[textOf(value, 'unknown')] ?? textOf(value);

export const POSITION: Record<string, CheckWords> = {
  permission_denied: {
    name: 'Location was not allowed',
    pass: 'Yes, location was allowed.',
    found: ({ state: was, error }) =>
      `No: ${was ? `the permission was ${state(was)}` : (ERRORS[textOf(error)] ?? 'it was denied')}.`,
  },
  permission_blocked_by_policy: {
    name: 'The page is set up to block location',
    pass: 'The page lets location through.',
    found: 'No: the page around it is set up to block location.',
  },
  position_unavailable: {
    name: 'The device found no position',
    pass: ({ readings }) => `${count(readings, 'reading')} came.`,
    found: ({ error, rejected }) => {
      const unusable = listOf(rejected).join(', ').replaceAll('_', ' ');
      const why = ERRORS[textOf(error)] ?? 'no reason was given';
      return `None came: ${why}${unusable ? `; not usable: ${unusable}` : ''}.`;
    },
  },
  position_timeout: {
    name: 'The device took too long to find its position',
    pass: ({ readings }) => `${count(readings, 'reading')} came in time.`,
    found: 'None came: the device took too long.',
  },
  evidence_incomplete: {
    name: 'Part of the evidence is missing',
    pass: ({ sdk }) => `Everything that version ${textOf(sdk)} always sends is there.`,
    found: ({ missing, not_run }) =>
      listOf(missing).length > 0
        ? `Missing: ${listOf(missing).join(', ')}.`
        : `Could not run: ${Object.entries((not_run ?? {}) as Record<string, string>)
            .map(([probe, why]) => `${probe} (${why.replaceAll('_', ' ')})`)
            .join(', ')}.`,
  },
  position_stale: {
    name: 'The position is too old',
    pass: ({ age_ms }) => `${time(age_ms)} old.`,
    found: ({ age_ms }) => `${time(age_ms)} old: it tells where the device was.`,
    limit: ({ limit_ms }) => `at most ${time(limit_ms)}`,
  },
  position_in_future: {
    name: 'The position is from the future by the device’s clock',
    pass: ({ ahead_ms }) => (ahead_ms === 0 ? 'Not from the future.' : `${time(ahead_ms)} ahead.`),
    found: ({ ahead_ms }) => `${time(ahead_ms)} ahead of both clocks.`,
    limit: ({ limit_ms }) => `at most ${time(limit_ms)}`,
  },
  precise_location_off: {
    name: 'Only an approximate position was shared',
    pass: ({ precise, p95_m }) =>
      precise ? 'Precise location is on.' : `Approximate only, ${metres(p95_m)}: enough for this policy.`,
    found: ({ p95_m }) => `Only an approximate position was shared, ${metres(p95_m)}.`,
    limit: ({ limit_m }) => `at most ${metres(limit_m)}`,
  },
  accuracy_too_low: {
    name: 'Not precise enough',
    pass: ({ p95_m }) => `${metres(p95_m)} (95\u00a0%).`,
    found: ({ p95_m }) => `${metres(p95_m)} (95\u00a0%): not precise enough.`,
    limit: ({ limit_m }) => `at most ${metres(limit_m)}`,
  },
};

export const POSITION_TOLD: Record<string, InEveryLanguage> = {
  permission_denied: {
    en: 'This page is not allowed to use your location.',
    es: 'Esta página no tiene permiso para usar tu ubicación.',
    fr: 'Cette page n’est pas autorisée à utiliser votre position.',
    de: 'Diese Seite darf Ihren Standort nicht verwenden.',
    pt: 'Esta página não tem permissão para usar sua localização.',
    ar: 'لا يُسمح لهذه الصفحة باستخدام موقعك.',
  },
  permission_blocked_by_policy: {
    en: 'This page is set up in a way that blocks location.',
    es: 'La configuración de esta página bloquea la ubicación.',
    fr: 'La configuration de cette page bloque la localisation.',
    de: 'Diese Seite ist so eingerichtet, dass sie den Standort blockiert.',
    pt: 'A configuração desta página bloqueia a localização.',
    ar: 'إعداد هذه الصفحة يمنع استخدام الموقع.',
  },
  position_unavailable: {
    en: 'Your device could not find out where it is.',
    es: 'Tu dispositivo no ha podido averiguar dónde está.',
    fr: 'Votre appareil n’a pas pu déterminer où il se trouve.',
    de: 'Ihr Gerät konnte nicht feststellen, wo es sich befindet.',
    pt: 'Seu dispositivo não conseguiu descobrir onde está.',
    ar: 'لم يتمكن جهازك من تحديد موقعه.',
  },
  position_timeout: {
    en: 'Your device took too long to find out where it is.',
    es: 'Tu dispositivo ha tardado demasiado en averiguar dónde está.',
    fr: 'Votre appareil a mis trop de temps à déterminer où il se trouve.',
    de: 'Ihr Gerät hat zu lange gebraucht, um seinen Standort festzustellen.',
    pt: 'Seu dispositivo demorou demais para descobrir onde está.',
    ar: 'استغرق جهازك وقتًا أطول من اللازم لتحديد موقعه.',
  },
  evidence_incomplete: {
    en: 'Your browser or app did not send everything that this check needs.',
    es: 'Tu navegador o tu aplicación no ha enviado todo lo necesario para esta comprobación.',
    fr: 'Votre navigateur ou votre application n’a pas transmis tout ce que cette vérification demande.',
    de: 'Ihr Browser oder Ihre App hat nicht alles übermittelt, was für diese Prüfung nötig ist.',
    pt: 'Seu navegador ou aplicativo não enviou tudo o que esta verificação exige.',
    ar: 'لم يرسل المتصفح أو التطبيق كل ما يلزم لهذا التحقق.',
  },
  position_stale: {
    en: 'Your location is out of date.',
    es: 'Tu ubicación no es reciente.',
    fr: 'Votre position n’est plus à jour.',
    de: 'Ihr Standort ist nicht mehr aktuell.',
    pt: 'Sua localização está desatualizada.',
    ar: 'موقعك ليس حديثًا.',
  },
  position_in_future: {
    en: 'The time of your location does not fit the clock of your device.',
    es: 'La hora de tu ubicación no coincide con el reloj de tu dispositivo.',
    fr: 'L’heure de votre position ne correspond pas à l’horloge de votre appareil.',
    de: 'Die Zeit Ihres Standorts passt nicht zur Uhr Ihres Geräts.',
    pt: 'A hora da sua localização não corresponde ao relógio do seu dispositivo.',
    ar: 'وقت موقعك لا يتوافق مع ساعة جهازك.',
  },
  precise_location_off: {
    en: 'Your device shares only an approximate location.',
    es: 'Tu dispositivo solo comparte una ubicación aproximada.',
    fr: 'Votre appareil ne partage qu’une position approximative.',
    de: 'Ihr Gerät teilt nur einen ungefähren Standort.',
    pt: 'Seu dispositivo compartilha apenas uma localização aproximada.',
    ar: 'يشارك جهازك موقعًا تقريبيًا فقط.',
  },
  accuracy_too_low: {
    en: 'Your location is not precise enough.',
    es: 'Tu ubicación no es lo bastante precisa.',
    fr: 'Votre position n’est pas assez précise.',
    de: 'Ihr Standort ist nicht genau genug.',
    pt: 'Sua localização não é precisa o suficiente.',
    ar: 'موقعك ليس دقيقًا بما يكفي.',
  },
};
