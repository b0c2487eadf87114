import type { Verification } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';

const NAMES: Record<string, string> = {
  countries: 'country borders',
  regions_surveyed: 'surveyed borders',
  regions_us: 'borders of US states',
  regions_world: 'borders of other regions',
  ip_country_1: 'address data',
  ip_country_2: 'second address data',
  ip_asn: 'network data',
};

const YEAR = 365.25;
const ageWords = (days: number): string =>
  days < 2 * YEAR ? `${days} days old` : `${(days / YEAR).toFixed(0)} years old`;

/** "engine 1, borders of US states 9 years old": age alone never decides. */
export function madeWith({
  engine_version,
  data_age,
}: Pick<Verification, 'engine_version' | 'data_age'>): string {
  const ages = Object.entries(data_age).flatMap(([name, days]) =>
    days === null ? [] : [`${NAMES[name] ?? codeWords(name).toLowerCase()} ${ageWords(days)}`],
  );
  return [`engine ${engine_version}`, ...ages].join('; ');
}
