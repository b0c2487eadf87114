import type { CodeWords, Inputs, Limits } from '../finding.ts';
import { listOf, textOf } from '../finding.ts';
import { metres, share } from '../numbers.ts';

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

const hidden = (what: string): CodeWords => ({
  pass: `No list knows it as ${what}.`,
  found: (inputs, outcome) =>
    `${outcome === 'uncertain' ? 'Perhaps' : 'Yes,'} ${what}. ${signals(inputs)}${sources(inputs)}`.trim(),
  limit: two,
});
const kind = (what: string): CodeWords => ({
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

export const NETWORK: Record<string, CodeWords> = {
  ip_unavailable: { pass: 'The address has a country.', found: 'The address tells no country.' },
  ip_country_uncertain: {
    pass: (inputs) => `${country(inputs)}.`,
    found: (inputs) => `${country(inputs)}: not firm.`,
    limit: confident,
  },
  ip_country_mismatch: {
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
  ip_vpn: hidden('a VPN'),
  ip_proxy: hidden('a proxy'),
  ip_tor: kind('a node of the Tor network'),
  ip_hosting: kind('an address of a data centre'),
  ip_private_relay: kind('a private relay'),
  ip_security_gateway: kind('a company’s security gateway'),
  ip_residential_proxy: kind('a residential proxy'),
  ip_device_distance: {
    pass: ({ beyond_m }) => `${metres(beyond_m)} beyond both radii.`,
    found: ({ beyond_m, second }) =>
      `${metres(beyond_m)} beyond both radii` +
      (typeof second === 'string'
        ? `; ${SECOND[second] ?? second} says so too.`
        : ', and nothing else says so.'),
    limit: (_, { beyond_m }) => (beyond_m === undefined ? '' : `under ${metres(beyond_m)}`),
  },
  ip_stamp_mismatch: {
    pass: ({ ip }) => `The same address, ${textOf(ip)}.`,
    found: ({ ip, stamp_ip }) => `Gathered over ${textOf(stamp_ip)}, sent over ${textOf(ip)}.`,
  },
  ip_changed: {
    pass: 'The same address as at the verification before.',
    found: 'Another address than at the verification before.',
  },
};
