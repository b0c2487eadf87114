import { createHmac, type KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { newId } from '../../ids.ts';
import { networkBlock, normaliseIp } from '../../network-address.ts';
import { type Envelope, openJson, sealJson } from '../../privacy/envelope.ts';
import { whyNotCurrent } from '../decision/checks/freshness.ts';
import { isClean } from '../decision/checks/trusted-place.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput, TrustedPlace } from '../decision/facts.ts';
import { greatCircleM } from '../geodata/places/great-circle.ts';

/** Metres around the first position; also the worst p95 that places a person. */
export const PLACE_RADIUS_M = 150;
const PLACE_PASSES = 5;
const PLACE_DAYS = 3;
export const PLACES_MAX = 20;
export const PLACES_KEPT_DAYS = 90;
/**
 * Passes closer together than this are one visit: checks every few seconds would otherwise train a place in
 * half a minute.
 */
const VISIT_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Who {
  org: string;
  env: Environment;
  customer_hash: string;
}

/** A place as it is stored. `sealed` (base64) is read only for the present install. */
export interface StoredPlace {
  place_id: string;
  network: string;
  sealed: string | null;
  passes: number;
  days: number;
  last_ms: number;
  /** Null until it is trusted. */
  trusted_ms: number | null;
}

interface PlaceSpot {
  lat: number;
  lng: number;
}

/** What is sealed: the place, and the install by which the customer was there. */
export interface SealedPlace extends PlaceSpot {
  install_id: string;
}

/**
 * A lateral join: the customer's places. It reads nothing when `known_install` is ''. Named parameters: org,
 * env, customer_hash, known_install, now_s (seconds since 1970).
 */
export const PLACES_JOIN = `
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('place_id', place_id, 'network', encode(network, 'hex'),
               'sealed', CASE WHEN install_hash = :known_install
                              THEN replace(encode(sealed, 'base64'), chr(10), '') END,
               'passes', passes, 'days', days,
               'last_ms', round(extract(epoch FROM last_at) * 1000),
               'trusted_ms', round(extract(epoch FROM trusted_at) * 1000))) AS places
        FROM trusted_place
       WHERE :known_install <> '' AND org = :org AND env = :env AND customer_hash = :customer_hash
         AND last_at > to_timestamp(:now_s::float8 - ${PLACES_KEPT_DAYS * 86_400})) places ON true`;

/**
 * Bound to its row, so that an attacker who can write the table cannot carry a place to another network or
 * install.
 */
const placeAad = (who: Who, place_id: string, install_hash: string, network: string) =>
  `place|${who.org}|${who.env}|${who.customer_hash}|${place_id}|${install_hash}|${network}`;

/** Null when it does not open: a tampered place vouches for nothing. */
export function openPlace(
  key: KeyObject,
  who: Who,
  { place_id, install_hash, network }: { place_id: string; install_hash: string; network: string },
  sealed: Buffer,
): SealedPlace | null {
  try {
    return openJson<SealedPlace>(key, sealed, placeAad(who, place_id, install_hash, network));
  } catch {
    return null;
  }
}

/** The customer's places as this verification sees them. */
interface Here {
  who: Who;
  spot: SealedPlace;
  install_hash: string;
  /** Keyed hash, hexadecimal. */
  network: string;
  stored: StoredPlace[];
  /** The stored place at which the position lies. */
  place: StoredPlace | null;
}

/**
 * Null when no place can be seen: the policy wants none, no install id of ours came back, the fix is coarse
 * or old, the position is a phone's, or the address moves, hides the person, or was only claimed by the
 * caller.
 */
export function placeHere(
  envelope: Envelope,
  who: Who & { install_id: string | null },
  input: DecisionInput,
  { install_hash, places, key }: { install_hash: string; places: StoredPlace[]; key: KeyObject | null },
): Here | null {
  const { position, origin, policy } = input;
  const { install_id } = who;
  if (!policy.definition.trusted_places?.on || origin.handoff !== null) return null;
  if (install_hash === '' || install_id === null) return null;
  if (!position || position.p95_m > PLACE_RADIUS_M || whyNotCurrent(input) !== null) return null;
  const network = placeNetwork(envelope, who, input.network);
  if (network === null) return null;
  const { lat, lng } = position;
  const near = places.filter(({ place_id, sealed, network: its }) => {
    if (!key || !sealed || its !== network) return false;
    const spot = openPlace(key, who, { place_id, install_hash, network: its }, Buffer.from(sealed, 'base64'));
    return spot !== null && greatCircleM(spot, position) <= PLACE_RADIUS_M;
  });
  // Two places may overlap when two first visits met; the one with more passes wins.
  const [place = null] = near.sort((a, b) => b.passes - a.passes);
  return { who, spot: { lat, lng, install_id }, install_hash, network, stored: places, place };
}

function placeNetwork(envelope: Envelope, { org, env }: Who, network: DecisionInput['network']) {
  const { ip, ip_source, asn, usage } = network;
  const seen = ip_source === 'connection' || ip_source === 'stamp';
  if (!seen || ip === null || asn === null || normaliseIp(ip).ip_class !== 'public') return null;
  if (usage === null || usage.some(({ kind }) => kind !== 'residential')) return null;
  const mac = createHmac('sha256', envelope.subkey('network'));
  return mac
    .update(`place|${org}|${env}|${asn.number}|${networkBlock(ip)}`)
    .digest('hex')
    .slice(0, 32);
}

/** The facts, with the trusted place that vouches for them when there is one. */
export function withTrust(input: DecisionInput, here: Here | null): DecisionInput {
  if (!here?.place || here.place.trusted_ms === null) return input;
  const { trusted_ms, passes, days } = here.place;
  const trusted_place: TrustedPlace = { since: new Date(trusted_ms).toISOString(), passes, days };
  return { ...input, history: { ...input.history, trusted_place } };
}

/** The facts that the recording statement needs to count this visit; null when the visit does not count. */
export function placeExtra(here: Here, decision: Decision, now_ms: number, key: KeyObject) {
  if (decision.decision !== 'pass' || !isClean(decision.checks)) return null;
  const { who, place, install_hash, network, stored, spot } = here;
  const at = { at_s: now_ms / 1_000, day: Math.floor(now_ms / DAY_MS) };
  if (place)
    return now_ms - place.last_ms < VISIT_MS
      ? null
      : { ...at, place_id: place.place_id, audit_id: newId('audit', now_ms) };
  const place_id = newId('place', now_ms);
  const sealed = sealJson(key, spot, placeAad(who, place_id, install_hash, network));
  return {
    ...at,
    place_id,
    install_hash,
    network,
    sealed: sealed.toString('base64'),
    drop: stored.length >= PLACES_MAX ? leastMissed(stored) : null,
  };
}

/** The place to drop: untrusted before trusted, the longest unvisited first. */
function leastMissed(stored: StoredPlace[]): string {
  const rank = ({ trusted_ms, last_ms }: StoredPlace) => (trusted_ms === null ? 0 : 1e15) + last_ms;
  return stored.reduce((a, b) => (rank(b) < rank(a) ? b : a)).place_id;
}

/** Names in `extra` that these effects read. */
export const PLACE_NAMES = ['place'] as const;

/**
 * Parts of the statement that records a verification, fed by `extra`. The time of the last counted visit is
 * compared again there, so one of several simultaneous verifications counts.
 */
export const PLACE_EFFECTS = `
  place AS (
    SELECT x.* FROM extra, jsonb_to_record(extra.extra->'place')
      AS x (place_id text, install_hash text, network text, sealed text, "drop" text, audit_id text,
        at_s float8, day int)),
  place_made AS (
    INSERT INTO trusted_place
      (org, env, customer_hash, place_id, install_hash, network, sealed, last_day, first_at, last_at)
    SELECT :org, :env, :customer_hash, place_id, install_hash, decode(network, 'hex'), decode(sealed, 'base64'),
           day, to_timestamp(at_s), to_timestamp(at_s)
      FROM place WHERE sealed IS NOT NULL),
  place_dropped AS (
    DELETE FROM trusted_place p USING place x
     WHERE p.org = :org AND p.env = :env AND p.customer_hash = :customer_hash AND p.place_id = x."drop"),
  place_visited AS (
    UPDATE trusted_place p SET passes = p.passes + 1, days = p.days + (p.last_day < x.day)::int,
           last_day = greatest(p.last_day, x.day), last_at = to_timestamp(x.at_s),
           trusted_at = coalesce(p.trusted_at,
             CASE WHEN p.passes + 1 >= ${PLACE_PASSES} AND p.days + (p.last_day < x.day)::int >= ${PLACE_DAYS}
                  THEN to_timestamp(x.at_s) END)
      FROM place x
     WHERE p.org = :org AND p.env = :env AND p.customer_hash = :customer_hash AND p.place_id = x.place_id
       AND x.sealed IS NULL AND p.last_at <= to_timestamp(x.at_s - ${VISIT_MS / 1_000})
    RETURNING x.audit_id, p.place_id, p.trusted_at = p.last_at AS now_trusted),
  place_told AS (
    INSERT INTO audit (org, env, audit_id, actor, action, target, outcome)
    SELECT :org, :env, audit_id, 'system', 'place.trusted', place_id, 'ok'
      FROM place_visited WHERE now_trusted)`;
