import type { CheckWords, Inputs, Limits } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { metres, share } from './numbers.ts';
import { listOf, textOf } from './values.ts';

const SIGNALS: Record<string, string> = {
  list: 'public lists',
  commercial: 'a commercial database',
  path: 'the path of the packets',
  device: 'the device’s time zone',
  place: 'the country of the address',
};
const SECOND: Record<string, string> = {
  usage: 'how the address is used',
  time_zone: 'the time zone',
  ip_country: 'the country of the address',
};

/** Why a country of the address is no firm contradiction, and what is missing for an explanation. */
const EXITS: Record<string, string> = {
  roaming: 'It may be a phone that roams, but the device keeps another time than the place.',
  satellite: 'It may be a satellite link, but the device keeps another time than the place.',
  gateway: 'A company’s gateway may stand across a border.',
};

const sources = ({ sources: names }: Inputs): string =>
  listOf(names).length > 0 ? ` Known to ${listOf(names).join(', ')}.` : '';
const signals = (inputs: Inputs): string => {
  const names = listOf(inputs.signals).map((each) => SIGNALS[each] ?? each);
  return names.length > 0 ? `Signals: ${names.join(' and ')}.` : '';
};
const two = (_: Inputs, { signals_from }: Limits): string =>
  signals_from === undefined ? '' : `${signals_from} signals of different kinds`;
const confident = (_: Inputs, { confidence_from }: Limits): string =>
  confidence_from === undefined ? '' : `from ${share(confidence_from)}`;

const hidden = (name: string, what: string): CheckWords => ({
  name,
  pass: `No list knows it as ${what}.`,
  found: (inputs, outcome) =>
    `${outcome === 'uncertain' ? 'Perhaps' : 'Yes,'} ${what}. ${signals(inputs)}${sources(inputs)}`.trim(),
  limit: two,
});
const kind = (name: string, what: string): CheckWords => ({
  name,
  pass: (inputs) => `Not ${what}.${sources(inputs)}`,
  found: (inputs) => `${what.charAt(0).toUpperCase()}${what.slice(1)}.${sources(inputs)}`,
  limit: confident,
});

const databases = ({ sources: list }: Inputs): string =>
  (Array.isArray(list) ? (list as { database: string; country: string | null }[]) : [])
    .map(({ database, country }) => `${database} ${country ?? 'none'}`)
    .join(', ');

const country = (inputs: Inputs): string =>
  `${textOf(inputs.country)}, confidence ${share(inputs.country_confidence)} (${databases(inputs)})`;

export const NETWORK: Record<string, CheckWords> = {
  ip_unavailable: {
    name: 'The network’s address tells no place',
    pass: 'The address has a country.',
    found: 'The address tells no country.',
  },
  ip_country_uncertain: {
    name: 'The network’s country is not certain',
    pass: (inputs) => `${country(inputs)}.`,
    found: (inputs) => `${country(inputs)}: not firm.`,
    limit: confident,
  },
  ip_country_mismatch: {
    name: 'Network and device are in different countries',
    pass: ({ ip_country, device_country, country_near }) =>
      ip_country === device_country
        ? `Both are in ${textOf(ip_country)}.`
        : `Address in ${textOf(ip_country)}, device in ` +
          `${textOf(device_country)}${country_near ? ': its border is near' : ''}.`,
    found: ({ ip_country, device_country, exit }) =>
      `Address in ${textOf(ip_country)}, device in ${textOf(device_country)}.` +
      (typeof exit === 'string' ? ` ${EXITS[exit] ?? ''}` : ''),
    limit: confident,
  },
  ip_vpn: hidden('Address of a VPN', 'a VPN'),
  ip_proxy: hidden('Address of a proxy', 'a proxy'),
  ip_tor: kind('Address of the Tor network', 'a node of the Tor network'),
  ip_hosting: kind('Address of a data centre', 'an address of a data centre'),
  ip_private_relay: kind('Address of a private relay', 'a private relay'),
  ip_security_gateway: kind('Address of a company’s security gateway', 'a company’s security gateway'),
  ip_residential_proxy: kind('Looks like a residential proxy', 'a residential proxy'),
  ip_device_distance: {
    name: 'Network and device are far apart',
    pass: ({ beyond_m }) => `${metres(beyond_m)} beyond both radii.`,
    found: ({ beyond_m, second }) =>
      `${metres(beyond_m)} beyond both radii` +
      (typeof second === 'string'
        ? `; ${SECOND[second] ?? second} says so too.`
        : ', and nothing else says so.'),
    limit: (_, { beyond_m }) => (beyond_m === undefined ? '' : `under ${metres(beyond_m)}`),
  },
  ip_stamp_mismatch: {
    name: 'Evidence came by another network than it was gathered on',
    pass: ({ ip }) => `The same address, ${textOf(ip)}.`,
    found: ({ ip, stamp_ip }) => `Gathered over ${textOf(stamp_ip)}, sent over ${textOf(ip)}.`,
  },
  ip_changed: {
    name: 'The network changed during the check',
    pass: 'The same address as at the verification before.',
    found: 'Another address than at the verification before.',
  },
};

const HIDDEN_ORIGIN: InEveryLanguage = {
  en: 'Your internet connection hides where it comes from.',
  es: 'Tu conexión a internet oculta su procedencia.',
  fr: 'Votre connexion internet cache sa provenance.',
  de: 'Ihre Internetverbindung verbirgt ihre Herkunft.',
  pt: 'Sua conexão com a internet esconde sua origem.',
  ar: 'اتصالك بالإنترنت يخفي مصدره.',
};

export const NETWORK_TOLD: Record<string, InEveryLanguage> = {
  ip_country_mismatch: {
    en: 'Your internet connection and your location are in different countries.',
    es: 'Tu conexión a internet y tu ubicación están en países distintos.',
    fr: 'Votre connexion internet et votre position se trouvent dans des pays différents.',
    de: 'Ihre Internetverbindung und Ihr Standort liegen in verschiedenen Ländern.',
    pt: 'Sua conexão com a internet e sua localização estão em países diferentes.',
    ar: 'اتصالك بالإنترنت وموقعك في بلدين مختلفين.',
  },
  ip_vpn: HIDDEN_ORIGIN,
  ip_proxy: HIDDEN_ORIGIN,
  ip_tor: HIDDEN_ORIGIN,
  ip_hosting: {
    en: 'Your internet connection runs through a data centre or an office.',
    es: 'Tu conexión a internet pasa por un centro de datos o una oficina.',
    fr: 'Votre connexion internet passe par un centre de données ou un bureau.',
    de: 'Ihre Internetverbindung läuft über ein Rechenzentrum oder ein Büro.',
    pt: 'Sua conexão com a internet passa por um data center ou um escritório.',
    ar: 'يمر اتصالك بالإنترنت عبر مركز بيانات أو مكتب.',
  },
  ip_security_gateway: {
    en: 'Your internet connection runs through a company’s security service.',
    es: 'Tu conexión a internet pasa por el servicio de seguridad de una empresa.',
    fr: 'Votre connexion internet passe par le service de sécurité d’une entreprise.',
    de: 'Ihre Internetverbindung läuft über den Sicherheitsdienst eines Unternehmens.',
    pt: 'Sua conexão com a internet passa pelo serviço de segurança de uma empresa.',
    ar: 'يمر اتصالك بالإنترنت عبر خدمة أمان تابعة لإحدى الشركات.',
  },
  ip_changed: {
    en: 'Your network address has changed.',
    es: 'La dirección de tu red ha cambiado.',
    fr: 'L’adresse de votre réseau a changé.',
    de: 'Die Adresse Ihres Netzes hat sich geändert.',
    pt: 'O endereço da sua rede mudou.',
    ar: 'تغيّر عنوان شبكتك.',
  },
};
