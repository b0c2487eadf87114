import { addressBytes, type IpClass, normaliseIp } from '../../../network-address.ts';
import type { NetworkFacts as Facts, NetworkUsage } from '../../decision/facts.ts';
import { BUNDLED_DATA, readManifest } from '../artefact.ts';
import { nameHints } from './as-names.ts';
import { type AsnIndex, openAsn } from './asn.ts';
import { type AsnClasses, openAsnClasses } from './asn-classes.ts';
import {
  agedBy,
  type CountryAnswer,
  type CountryDatabase,
  countryOf,
  openCountryDatabase,
  round,
} from './country.ts';
import { DEFAULT_SOURCES } from './list-settings.ts';
import type { ListHit } from './lists.ts';
import { askMmdb } from './mmdb.ts';
import { type OperatorData, openOperatorData, signatureOf } from './operator-data.ts';
import { type Words, wordsOf } from './ranges.ts';
import { type UsageSignal, usageOf } from './usage.ts';

/** Answers questions about a network address from local data alone. */
export interface NetworkFacts
  extends Pick<
    Facts,
    'country' | 'country_confidence' | 'country_aged_by' | 'sources' | 'asn' | 'location' | 'data_date'
  > {
  ip_class: IpClass;
  /** Never null, because this data is always present. Empty when nothing is known of the address. */
  usage: NetworkUsage[];
}

export interface Network {
  /**
   * Looks up an address. Any text is accepted: an invalid address returns as `invalid`, never as an error.
   * `now_ms` determines the age of data and lists; without it they count as fresh.
   */
  lookup(ip: string, now_ms?: number): NetworkFacts;
  /** Digest of each data set in use, for the decision's `data_versions`. */
  readonly versions: Record<string, string>;
  /** Day of each database's data; null when it does not state one. Only these age within months. */
  readonly dates: Record<string, string | null>;
  /** Loads changes in the operator's files; true when something changed. */
  refresh(): boolean;
  /** The operator's files that are not used, with the reason. */
  readonly refused: { file: string; reason: string }[];
  /** The operator's lists in use. */
  readonly lists: OperatorData['lists']['headers'];
}

interface Data {
  countries: CountryDatabase[];
  /** Day of the oldest of them. */
  data_date: string | null;
  asn: AsnIndex;
  classes: AsnClasses;
  operator: OperatorData | null;
}

/** The databases, the more trusted one first. */
const COUNTRIES = ['ip_country_1', 'ip_country_2'] as const;

/** The address data of a snapshot. It never changes, so several networks may share it. */
export interface NetworkData extends Omit<Data, 'operator'> {
  versions: Record<string, string>;
  dates: Record<string, string | null>;
}

/** Reads and verifies the data. Throws when a digest does not match or a file has the wrong content. */
export function readNetworkData(data_dir: string = BUNDLED_DATA): NetworkData {
  const manifest = readManifest(data_dir);
  const countries = COUNTRIES.map((name) => openCountryDatabase(manifest, name, data_dir));
  const data_date = countries
    .map((database) => database.data_date)
    .reduce((a, b) => (a === null || b === null ? null : a < b ? a : b));
  const artefacts = ['ip_asn', 'asn_classes'].map((name) => ({ name, ...manifest.artefacts[name]! }));
  return {
    countries,
    data_date,
    asn: openAsn(manifest, data_dir),
    classes: openAsnClasses(manifest, data_dir),
    versions: Object.fromEntries([...countries, ...artefacts].map(({ name, sha256 }) => [name, sha256])),
    dates: Object.fromEntries(
      [...countries, artefacts[0]!].map((database) => [database.name, database.data_date]),
    ),
  };
}

/** `geo_dir` is the operator's `DATA_DIR/geo`; null: only the data in `data_dir`. */
export function openNetwork(
  data_dir: string = BUNDLED_DATA,
  geo_dir: string | null = null,
  { versions, dates, ...data }: NetworkData = readNetworkData(data_dir),
): Network {
  let operator = geo_dir === null ? null : openOperatorData(geo_dir);
  return {
    lookup: (ip, now_ms) => lookup({ ...data, operator }, ip, now_ms ?? null),
    get versions() {
      return { ...versions, ...operator?.versions };
    },
    get dates() {
      return { ...dates, ...operator?.dates };
    },
    get refused() {
      return operator?.refused ?? [];
    },
    get lists() {
      return operator?.lists.headers ?? [];
    },
    refresh() {
      if (geo_dir === null || signatureOf(geo_dir) === operator?.signature) return false;
      operator = openOperatorData(geo_dir);
      return true;
    },
  };
}

function lookup(data: Data, text: string, now_ms: number | null): NetworkFacts {
  const { ip_class, ip, family } = normaliseIp(text);
  const bytes = ip_class === 'public' && ip !== null ? addressBytes(ip) : null;
  if (ip === null || family === null || bytes === null) return nothing(ip_class);
  const words = wordsOf(bytes);
  const own = data.operator ? askMmdb(data.operator.databases, ip, family, now_ms) : null;
  const asn = own?.asn ?? data.asn.lookup(words);
  const usage = data.operator?.allows(ip, asn?.number ?? null)
    ? []
    : usageOf([...(own?.signals ?? []), ...listSignals(data, words, asn, now_ms)], asn !== null);
  const answers: CountryAnswer[] = data.countries.map(({ name, country }) => ({
    database: name,
    country: country(ip),
  }));
  const found = countryOf(own?.country ?? null, answers, usage);
  const country_aged_by = found.country === null || now_ms === null ? 0 : agedBy(data.data_date, now_ms);
  return {
    ip_class,
    country: found.country,
    country_confidence: round(found.country_confidence - country_aged_by),
    country_aged_by,
    sources: own?.country ? [own.country, ...answers] : answers,
    asn,
    location: own?.location ?? null,
    usage,
    data_date: data.data_date,
  };
}

const nothing = (ip_class: IpClass): NetworkFacts => ({
  ip_class,
  country: null,
  country_confidence: 0,
  country_aged_by: 0,
  sources: [],
  asn: null,
  location: null,
  usage: [],
  data_date: null,
});

/** Confidence of membership in a list. A list of Tor exits older than a day says little: exits move daily. */
const LISTED: Record<ListHit['kind'], number> = {
  tor: 0.95,
  private_relay: 0.98,
  security_gateway: 0.98,
  vpn: 0.85,
  proxy: 0.85,
  residential_proxy: 0.85,
  hosting: 0.9,
};
const TOR_FRESH_MS = 24 * 3_600_000;
const TOR_STALE = 0.6;
/** Lists that anyone may fetch; an operator's mirror of one keeps its name. */
const PUBLIC_LISTS = new Set(DEFAULT_SOURCES.map(({ name }) => name));
/** An address of a relay's operator that the relay's own list does not name. */
const OPERATOR_OF_RELAY = 0.7;

function listSignals(
  { operator, classes }: Data,
  words: Words,
  asn: Facts['asn'],
  now_ms: number | null,
): UsageSignal[] {
  const hits = operator?.lists.lookup(words) ?? [];
  const listed = hits.map(({ name, kind, fetched_ms }): UsageSignal => {
    const stale = kind === 'tor' && now_ms !== null && now_ms - fetched_ms > TOR_FRESH_MS;
    return {
      kind,
      confidence: stale ? TOR_STALE : LISTED[kind],
      family: 'list',
      source: `list_${name}`,
      own: !PUBLIC_LISTS.has(name),
    };
  });
  if (!asn) return listed;
  const relays_are_listed = operator?.lists.headers.some(({ kind }) => kind === 'private_relay') ?? false;
  const by_class = classes.of(asn.number, words).map((signal): UsageSignal => {
    if (signal.kind !== 'private_relay' || !relays_are_listed) return signal;
    return { ...signal, kind: 'hosting', confidence: OPERATOR_OF_RELAY };
  });
  return [...listed, ...by_class, ...nameHints(asn.org)];
}
