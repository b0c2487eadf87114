import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { MmdbRefused, walkMmdb } from './mmdb-walk.ts';
import type { UsageSignal } from './usage.ts';

/** The question that a MaxMind-format database answers, by the start of its `database_type`. */
const KINDS = [
  ['city', /^(GeoIP2|GeoLite2|DBIP)-(City|Enterprise|Precision-Enterprise|Precision-Insights)/],
  ['country', /^(GeoIP2|GeoLite2|DBIP)-Country/],
  ['asn', /^(GeoLite2-ASN|GeoIP2-ISP|DBIP-(ASN|ISP))/],
  ['anonymous', /^(GeoIP2-Anonymous-IP|GeoIP-Anonymous-Plus|GeoIP2-IP-Risk)/],
  ['residential_proxy', /^GeoIP-Residential-Proxy/],
  ['connection_type', /^GeoIP2-Connection-Type/],
] as const;

type MmdbKind = (typeof KINDS)[number][0];

/** One sound database of the operator's. */
export interface Mmdb {
  file: string;
  kind: MmdbKind;
  database_type: string;
  data_date: string;
  sha256: string;
  /** The record as stored; null when there is none, or the database has no addresses of that family. */
  get(ip: string, family: 4 | 6): unknown;
}

interface MmdbFolder {
  databases: Mmdb[];
  /** Files that are not used, with the reason. */
  refused: { file: string; reason: string }[];
}

/** The operator's databases' answers about one address. */
interface MmdbFacts {
  country: { database: string; country: string | null } | null;
  asn: { number: number; org: string } | null;
  location: { lat: number; lng: number; radius_m: number | null } | null;
  signals: UsageSignal[];
}

/**
 * Opens every `.mmdb` file of a folder. A damaged one is reported and left out; it never stops the service.
 */
export function openMmdbFolder(folder: string): MmdbFolder {
  const result: MmdbFolder = { databases: [], refused: [] };
  for (const file of listFolder(folder)) {
    try {
      result.databases.push(openMmdb(file, readFileSync(join(folder, file))));
    } catch (error) {
      result.refused.push({ file, reason: (error as Error).message });
    }
  }
  return result;
}

/** The file names, sorted; empty when the folder does not exist. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.mmdb'))
      .sort();
  } catch {
    return [];
  }
}

/** Throws an MmdbRefused when the file is damaged or its type answers none of our questions. */
export function openMmdb(file: string, bytes: Buffer): Mmdb {
  const { database_type, ip_version, build_epoch } = walkMmdb(bytes);
  const kind = KINDS.find(([, type]) => type.test(database_type))?.[0];
  if (!kind) throw new MmdbRefused(`not used: a database of the type ${JSON.stringify(database_type)}`);
  const reader = new Reader<never>(bytes);
  return {
    file,
    kind,
    database_type,
    data_date: new Date(build_epoch * 1000).toISOString().slice(0, 10),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    // An IPv6 address looked up in an IPv4 tree gets the record of another address.
    get: (ip, family) => (family === 6 && ip_version === 4 ? null : reader.get(ip)),
  };
}

/** Asks every database. When several answer the same question, the first file by name wins. */
export function askMmdb(
  databases: readonly Mmdb[],
  ip: string,
  family: 4 | 6,
  now_ms: number | null,
): MmdbFacts {
  const facts: MmdbFacts = { country: null, asn: null, location: null, signals: [] };
  for (const database of databases) {
    const record = asRecord(database.get(ip, family));
    if (database.kind === 'country' || database.kind === 'city') {
      facts.country ??= {
        database: database.database_type,
        country: text(asRecord(record?.country)?.iso_code),
      };
    }
    if (!record) continue;
    facts.asn ??= asnOf(record) ?? asnOf(asRecord(record.traits));
    if (database.kind === 'city') facts.location ??= locationOf(asRecord(record.location));
    facts.signals.push(...signalsOf(database, record, now_ms));
  }
  return facts;
}

type Record_ = Record<string, unknown>;

const asRecord = (value: unknown): Record_ | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record_) : null;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function asnOf(record: Record_ | null): MmdbFacts['asn'] {
  const asn = number(record?.autonomous_system_number);
  if (asn === null) return null;
  return { number: asn, org: text(record?.autonomous_system_organization) ?? text(record?.isp) ?? '' };
}

function locationOf(location: Record_ | null): MmdbFacts['location'] {
  const [lat, lng] = [number(location?.latitude), number(location?.longitude)];
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const radius_km = number(location?.accuracy_radius);
  return { lat, lng, radius_m: radius_km === null ? null : radius_km * 1000 };
}

const FLAGS: [string, UsageSignal['kind']][] = [
  ['is_anonymous_vpn', 'vpn'],
  ['is_hosting_provider', 'hosting'],
  ['is_public_proxy', 'proxy'],
  ['is_residential_proxy', 'residential_proxy'],
  ['is_tor_exit_node', 'tor'],
];

/** Confidence of a flag that has no number of its own. */
const PLAIN_FLAG = 0.8;
/** A hit that calls itself unsure or old is reported, but is no second signal. */
const WEAK_FLAG = 0.6;
const CONNECTION = 0.95;
const SURE_ENOUGH = 80;
const SEEN_WITHIN_DAYS = 30;

function signalsOf(database: Mmdb, record: Record_, now_ms: number | null): UsageSignal[] {
  const source = database.database_type;
  const traits = database.kind === 'city' ? (asRecord(record.traits) ?? {}) : record;
  const strength = strengthOf(database, traits, now_ms);
  const signal = (kind: UsageSignal['kind']): UsageSignal => ({
    kind,
    family: 'commercial',
    source,
    ...strength,
  });
  const kinds = FLAGS.filter(([flag]) => traits[flag] === true).map(([, kind]) => kind);
  if (database.kind === 'residential_proxy') kinds.push('residential_proxy');
  const connection = text(traits.connection_type)?.toLowerCase();
  const signals = kinds.map(signal);
  if (connection === 'cellular' || connection === 'satellite') {
    signals.push({ kind: connection, confidence: CONNECTION, family: 'commercial', source });
  }
  return signals;
}

/**
 * A database that states a confidence counts from 80 on, and only for addresses seen within the last 30 days.
 */
function strengthOf(
  { database_type }: Mmdb,
  record: Record_,
  now_ms: number | null,
): Pick<UsageSignal, 'confidence' | 'weak'> {
  if (/^GeoIP2-Anonymous-IP|Enterprise|City/.test(database_type)) return { confidence: PLAIN_FLAG };
  const confidence = number(record.anonymizer_confidence);
  const seen = Date.parse(text(record.network_last_seen) ?? '');
  const fresh = Number.isFinite(seen) && now_ms !== null && now_ms - seen <= SEEN_WITHIN_DAYS * 86_400_000;
  if (confidence === null || confidence < SURE_ENOUGH || !fresh) return { confidence: WEAK_FLAG, weak: true };
  return { confidence: Math.min(confidence, 100) / 100 };
}
