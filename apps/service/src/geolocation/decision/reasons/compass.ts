import type { InEveryLanguage } from '@standpoint/contract/words/languages';

/** Directions, as `{direction}` in a remedy. */
export const COMPASS = {
  n: {
    en: 'north',
    es: 'norte',
    fr: 'nord',
    de: 'Norden',
    pt: 'norte',
    ar: 'الشمال',
  },
  ne: {
    en: 'north-east',
    es: 'noreste',
    fr: 'nord-est',
    de: 'Nordosten',
    pt: 'nordeste',
    ar: 'الشمال الشرقي',
  },
  e: {
    en: 'east',
    es: 'este',
    fr: 'est',
    de: 'Osten',
    pt: 'leste',
    ar: 'الشرق',
  },
  se: {
    en: 'south-east',
    es: 'sureste',
    fr: 'sud-est',
    de: 'Südosten',
    pt: 'sudeste',
    ar: 'الجنوب الشرقي',
  },
  s: {
    en: 'south',
    es: 'sur',
    fr: 'sud',
    de: 'Süden',
    pt: 'sul',
    ar: 'الجنوب',
  },
  sw: {
    en: 'south-west',
    es: 'suroeste',
    fr: 'sud-ouest',
    de: 'Südwesten',
    pt: 'sudoeste',
    ar: 'الجنوب الغربي',
  },
  w: {
    en: 'west',
    es: 'oeste',
    fr: 'ouest',
    de: 'Westen',
    pt: 'oeste',
    ar: 'الغرب',
  },
  nw: {
    en: 'north-west',
    es: 'noroeste',
    fr: 'nord-ouest',
    de: 'Nordwesten',
    pt: 'noroeste',
    ar: 'الشمال الغربي',
  },
} satisfies Record<string, InEveryLanguage>;
