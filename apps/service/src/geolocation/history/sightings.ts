import { createHmac } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { networkKey, normaliseIp } from '../../network-address.ts';
import type { Envelope } from '../../privacy/envelope.ts';

const DAY_S = 86_400;
/**
 * Most rows of one customer or install that are counted, the newest days first; an install with more is far
 * beyond every limit.
 */
const ROWS_MAX = 150;
export const SHARED_DAYS = 30;
export const SPREAD_DAYS = 7;

export const SIGHTINGS_KEPT_DAYS = 31;

/** The parts of a verification that are counted: an install that came back, and its network. */
export interface Mark {
  /** '' unless the caller supplied one of our install ids. */
  install_hash: string;
  /** Keyed hash; null without a public address. */
  network: Buffer | null;
}

/** A keyed hash, so that the table reveals no address, even to a reader who tries all addresses. */
export function networkMark(
  envelope: Envelope,
  org: string,
  env: Environment,
  address: string | null,
): Buffer | null {
  if (address === null || normaliseIp(address).ip_class !== 'public') return null;
  const mac = createHmac('sha256', envelope.subkey('network'));
  return mac
    .update(`${org}|${env}|${networkKey(address)}`)
    .digest()
    .subarray(0, 16);
}

/** A row as it is read. `who` is the install in a customer's row, and the customer in an install's row. */
export type Seen = [
  who: string,
  /** Hexadecimal. */
  network: string,
  country: string,
  counted: boolean,
  at_ms: number,
  day: number,
  events: number,
  hour: number,
  hour_events: number,
  hour_before: number,
  five: number,
  five_events: number,
  five_before: number,
];

const seen = (who: string) => `
        json_agg(json_build_array(${who}, encode(network, 'hex'), country, counted,
          round(extract(epoch FROM last_at) * 1000), day, events, hour, hour_events, hour_before,
          five, five_events, five_before))`;

const newestRows = (which: string, days: number) => `
        (SELECT * FROM sighting
          WHERE org = :org AND env = :env AND ${which}
            AND day >= floor(:now_s::float8 / ${DAY_S})::int - ${days}
          ORDER BY day DESC LIMIT ${ROWS_MAX}) r`;

/**
 * Lateral joins: the sightings of the customer (`mine`) and of the install (`its`), as rows of `Seen`, and
 * the members of the household. `sighting-counts.ts` counts them: fourteen aggregates over a row or two cost
 * PostgreSQL four times as much as reading them. Named parameters: org, env, customer_hash, known_install (''
 * for none), now_s (seconds since 1970).
 */
export const SIGHTINGS_JOIN = `
    LEFT JOIN LATERAL (
      SELECT ${seen('install_hash')} AS mine
        FROM ${newestRows('customer_hash = :customer_hash', SPREAD_DAYS)}) mine ON true
    LEFT JOIN LATERAL (
      SELECT array_agg(customer_hash) AS members FROM household_member
       WHERE org = :org AND env = :env AND install_hash = :known_install
         AND expires_at > to_timestamp(:now_s::float8)) household ON true
    LEFT JOIN LATERAL (
      SELECT ${seen('customer_hash')} AS its
        FROM ${newestRows(`install_hash = :known_install AND install_hash <> ''`, SHARED_DAYS)}
       WHERE :known_install <> '') its ON true`;

/** The sighting that is written for each verification: `sighting` in `extra`. */
interface Sighting {
  install_hash: string;
  /** Hexadecimal; '' without one. */
  network: string;
  country: string;
  counted: boolean;
  /** Seconds since 1970. */
  at_s: number;
  day: number;
  hour: number;
  five: number;
}

export function sighting(mark: Mark, now_ms: number, country: string | null, counted: boolean): Sighting {
  const at_s = now_ms / 1_000;
  return {
    install_hash: mark.install_hash,
    network: mark.network?.toString('hex') ?? '',
    country: country ?? '',
    counted: counted && mark.network !== null,
    at_s,
    day: Math.floor(at_s / DAY_S),
    hour: Math.floor(at_s / 3_600),
    five: Math.floor(at_s / 300),
  };
}

/**
 * Adds one event to a bucket; a newer bucket begins at one and keeps the count of the bucket just before it.
 */
const rolled = (bucket: string, count: string, before: string) => `
      ${bucket} = greatest(s.${bucket}, excluded.${bucket}),
      ${count} = CASE WHEN s.${bucket} >= excluded.${bucket} THEN s.${count} + 1 ELSE 1 END,
      ${before} = CASE WHEN s.${bucket} >= excluded.${bucket} THEN s.${before}
                       WHEN s.${bucket} = excluded.${bucket} - 1 THEN s.${count} ELSE 0 END`;

/**
 * Part of the statement that records a verification: writes the sighting in `extra`. It names the parameters
 * :org, :env and :customer_hash.
 */
export const SIGHTING_EFFECTS = `
  sighted AS (
    INSERT INTO sighting AS s
      (org, env, customer_hash, day, install_hash, network, country, counted, last_at, hour, five)
    SELECT :org, :env, :customer_hash, x.day, x.install_hash, decode(x.network, 'hex'), x.country, x.counted,
           to_timestamp(x.at_s), x.hour, x.five
      FROM extra, jsonb_to_record(extra.extra->'sighting') AS x (install_hash text, network text, country text,
        counted boolean, at_s float8, day int, hour int, five int)
     WHERE x.day IS NOT NULL
    ON CONFLICT (org, env, customer_hash, day, install_hash, network) DO UPDATE SET
      last_at = greatest(s.last_at, excluded.last_at), country = excluded.country,
      counted = excluded.counted, events = s.events + 1,
      ${rolled('hour', 'hour_events', 'hour_before')},
      ${rolled('five', 'five_events', 'five_before')})`;

/** Names in `extra` that these effects read. */
export const SHARED_NAMES = ['shared'] as const;

/**
 * The event about a shared install, once a day. It names the verification alone, whose row says which install
 * it was: an erasure empties that row, and could not reach into the event.
 */
export const SHARED_EFFECTS = `
  shared AS (
    INSERT INTO install_shared_told (org, env, install_hash, day)
    SELECT :org, :env, x.install_hash, x.day
      FROM extra, jsonb_to_record(extra.extra->'shared') AS x (install_hash text, day int)
     WHERE x.day IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING install_hash),
  shared_told AS (
    INSERT INTO event (org, env, event_id, type, data)
    SELECT :org, :env, extra.extra->'shared'->>'event_id', 'geolocation.install.shared',
           jsonb_build_object('verification_id', :verification_id::text,
             'customers', extra.extra->'shared'->'customers')
      FROM extra, shared)`;
