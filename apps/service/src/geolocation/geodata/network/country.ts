import { type CountryResponse, Reader } from 'mmdb-lib';
import type { NetworkUsage } from '../../decision/facts.ts';
import { ageDays, STALE_DAYS } from '../age.ts';
import { type Manifest, madeOf } from '../artefact.ts';

/** A country database that ships with the service or came with an update. */
export interface CountryDatabase {
  name: string;
  data_date: string | null;
  sha256: string;
  country(ip: string): string | null;
}

/** One database's own answer. */
export interface CountryAnswer {
  database: string;
  country: string | null;
}

/**
 * Consensus of two independent country databases, measured against network operators' own published
 * statements: right in 99.2 % of prefixes where both agree. Where they disagree, the first is right in 80.6 %
 * (65.5 % of the large prefixes).
 */
const AGREE = 0.99;
const ONE_SILENT = 0.85;
const DISAGREE = 0.7;
/** The first database follows the relay's own statement; the second is wrong about most of it. */
const RELAY = 0.98;
/** Ranges of data centres and satellites move between countries. */
const MOVING = 0.05;
const AGED = 0.1;

/** Throws when a digest does not match or a file is not a country database for both families. */
export function openCountryDatabase(manifest: Manifest, name: string, data_dir: string): CountryDatabase {
  const reader = madeOf(manifest, [name], data_dir, (bytes) => new Reader<CountryResponse>(bytes));
  const { ipVersion, databaseType, nodeCount } = reader.metadata;
  // Several corrupt databases open without complaint; one without IPv6 would give wrong answers for IPv6.
  if (ipVersion !== 6 || !/country/i.test(databaseType) || nodeCount < 1) {
    throw new Error(`${name}: not a country database for both address families`);
  }
  const { data_date, sha256 } = manifest.artefacts[name]!;
  return { name, data_date, sha256, country: (ip) => countryIn(reader, ip) };
}

/** Reads both layouts in use: a flat `country_code`, and MaxMind's `country.iso_code`. */
export function countryIn(reader: Reader<CountryResponse>, ip: string): string | null {
  const record = reader.get(ip) as { country_code?: unknown; country?: { iso_code?: unknown } } | null;
  return countryCode(record?.country_code ?? record?.country?.iso_code);
}

/** ZZ, EU and AP stand for "somewhere" in some databases. */
function countryCode(code: unknown): string | null {
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && !['ZZ', 'EU', 'AP'].includes(code)
    ? code
    : null;
}

/** Country and confidence from the databases' answers, the more trusted one first. */
export function agreement(answers: (string | null)[]): {
  country: string | null;
  country_confidence: number;
} {
  const known = answers.filter((country) => country !== null);
  const country = known[0] ?? null;
  if (country === null) return { country, country_confidence: 0 };
  if (known.length === 1 && answers.length > 1) return { country, country_confidence: ONE_SILENT };
  return {
    country,
    country_confidence: known.slice(1).every((answer) => answer === country) ? AGREE : DISAGREE,
  };
}

/**
 * The country of an address. `own` is the answer of the operator's database; it outranks both of ours, and is
 * certain when one of ours agrees. `ours` has the CC0 database first.
 */
export function countryOf(
  own: CountryAnswer | null,
  ours: CountryAnswer[],
  usage: readonly NetworkUsage[],
): { country: string | null; country_confidence: number } {
  const is = (kind: NetworkUsage['kind']) =>
    usage.some((found) => found.kind === kind && found.confidence >= 0.5);
  const first = ours[0]?.country ?? null;
  if (is('private_relay') && first !== null && !own?.country)
    return { country: first, country_confidence: RELAY };
  const found = own?.country ? seconded(own.country, ours) : agreement(ours.map(({ country }) => country));
  const moving = found.country !== null && (is('hosting') || is('satellite')) ? MOVING : 0;
  return { ...found, country_confidence: round(found.country_confidence - moving) };
}

function seconded(country: string, ours: CountryAnswer[]) {
  const known = ours.map((answer) => answer.country).filter((answer) => answer !== null);
  const country_confidence = known.includes(country) ? AGREE : known.length === 0 ? ONE_SILENT : DISAGREE;
  return { country, country_confidence };
}

/** The confidence that old data lose, for a database that is 180 days old or older at `now_ms`. */
export function agedBy(data_date: string | null, now_ms: number): number {
  const age = ageDays(data_date, now_ms);
  return age !== null && age >= STALE_DAYS ? AGED : 0;
}

export const round = (value: number) => Math.round(value * 100) / 100;
