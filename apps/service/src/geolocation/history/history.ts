import type { KeyObject } from 'node:crypto';
import type { Environment, PolicyDefinition } from '@standpoint/contract';
import { named } from '../../database/named.ts';
import type { Deps } from '../../deps.ts';
import { keyFor } from '../../privacy/customers.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { openJson } from '../../privacy/envelope.ts';
import type { HistoryFacts, PastPosition } from '../decision/facts.ts';
import { liveExpiries } from '../evidence/content.ts';
import { isOurInstallId } from '../preflight/install-id.ts';
import { positionAad, type SealedPosition } from '../records/sealed.ts';
import { countSightings, type SightingRows } from './sighting-counts.ts';
import { type Mark, networkMark, SIGHTINGS_JOIN } from './sightings.ts';
import { PLACES_JOIN, type StoredPlace } from './trusted-places.ts';

/**
 * Number of accepted positions that are looked at. Each was compared with the ones before it, so none can
 * push a jump out of sight. Every position that is passed over costs PostgreSQL a microsecond.
 */
const ACCEPTED_MAX = 30;

const accepted = (which: string) => `
      SELECT verification_id, install_hash, position_sealed FROM (
        SELECT verification_id, install_hash, of_phone, position_sealed FROM verification
         WHERE org = :org AND env = :env AND customer_hash = :customer_hash AND decision = 'pass'
           AND position_sealed IS NOT NULL
         ORDER BY created_at DESC LIMIT ${ACCEPTED_MAX}) newest
       WHERE ${which} LIMIT 1`;

const ON_THIS_INSTALL =
  'NOT :install_new::boolean AND install_hash IS NOT DISTINCT FROM :install_hash AND NOT of_phone';
const ELSEWHERE = 'install_hash IS DISTINCT FROM :install_hash OR of_phone';

/**
 * One statement; the customer's trusted places are read only where the policy wants them. The earlier tries
 * of a chain are looked for in the customer's last 20 minutes, because a chain lives 15.
 */
const history = (places: boolean) => `
  SELECT c.key_id, c.location_declined_at,
         EXISTS (SELECT FROM erasure e WHERE e.org = :org AND e.env = :env AND e.customer_hash = :customer_hash
                    AND e.at >= :since) AS erased,
         s.customer_hash AS seen_by, chain.earlier,
         p.verification_id, p.install_hash, p.position_sealed,
         e.verification_id AS other_id, e.install_hash AS other_install, e.position_sealed AS other_sealed,
         mine.mine, its.its, household.members${places ? ', places.places' : ''}
    FROM (SELECT 1) one
    LEFT JOIN customer c ON c.org = :org AND c.env = :env AND c.customer_hash = :customer_hash
    LEFT JOIN LATERAL (${accepted(ON_THIS_INSTALL)}) p ON true
    LEFT JOIN LATERAL (${accepted(ELSEWHERE)}) e ON true
    LEFT JOIN LATERAL (
      SELECT customer_hash FROM evidence_seen
       WHERE org = :org AND env = :env AND content_hash = :content
         AND exp IN (:exp_0::timestamptz, :exp_1, :exp_2, :exp_3, :exp_4) LIMIT 1) s ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_array(hop, spoof_findings) ORDER BY hop) AS earlier FROM verification
       WHERE :root_jti::text IS NOT NULL AND org = :org AND env = :env AND customer_hash = :customer_hash
         AND created_at > now() - interval '20 minutes' AND root_jti = :root_jti
         AND spoof_findings IS NOT NULL) chain ON true
    ${SIGHTINGS_JOIN}${places ? PLACES_JOIN : ''}`;
const HISTORY = named('verification-history', history(false));
const HISTORY_AND_PLACES = named('verification-history-places', history(true));

interface Row extends SightingRows {
  key_id: string | null;
  /** Since the call was allowed. */
  erased: boolean;
  location_declined_at: Date | null;
  seen_by: string | null;
  earlier: [hop: number, found: [code: string, confidence: number][]][] | null;
  verification_id: string | null;
  install_hash: string | null;
  position_sealed: Buffer | null;
  other_id: string | null;
  other_install: string | null;
  other_sealed: Buffer | null;
  places?: StoredPlace[] | null;
}

/** The customer, install, address and chain that history is read for. */
interface HistoryQuestion {
  org: string;
  env: Environment;
  customer_hash: string;
  install_hash: string | null;
  /** When the call was allowed: an erasure since then ends it. */
  since: Date;
  install_id: string | null;
  /** The id was made for this call: it has no past, and says nothing about how many devices a person has. */
  install_new?: boolean;
  ip: { address: string | null };
  policy?: { definition: Pick<PolicyDefinition, 'trusted_places'> } | null;
  chain: { hop: number; root_jti: string | null };
}

export interface Remembered {
  history: HistoryFacts;
  mark: Mark;
  /** All stored places of the customer; empty unless the policy wants them. */
  places: StoredPlace[];
  /** The customer's data key; null for a new customer. */
  data_key: KeyObject | null;
  /** The name of the data key in the key store; null for a new customer. */
  key_id: string | null;
  /** The customer was erased since the call was allowed. */
  erased: boolean;
  /** A reviewer declined the customer's last check, and the customer was not told yet. */
  declined: boolean;
}

/** Reads what is known of a customer, in one statement on the writer: a replica could be behind. */
export async function readHistory(
  { database, envelope, data_keys }: Pick<Deps, 'database' | 'envelope' | 'data_keys'>,
  question: HistoryQuestion,
  content: Buffer | null,
  now_ms: number,
): Promise<Remembered> {
  const { customer_hash } = question;
  const mark = markOf(envelope, question);
  const statement = question.policy?.definition.trusted_places?.on ? HISTORY_AND_PLACES : HISTORY;
  const { rows } = await database.pool.query<Row>(statement(parameters(question, mark, content, now_ms)));
  const row = rows[0]!;
  const stored = row.key_id === null ? null : await data_keys.open(row.key_id);
  const data_key = stored && keyFor(question, stored);
  return {
    data_key,
    key_id: row.key_id,
    erased: row.erased,
    declined: row.location_declined_at !== null,
    mark,
    places: row.places ?? [],
    history: {
      ...pastPositions(question, row, data_key),
      evidence_seen: seenBy(content, row.seen_by, customer_hash),
      ...countSightings(row, customer_hash, mark, now_ms),
      trusted_place: null,
      earlier: earlierFindings(row),
    },
  };
}

function parameters(question: HistoryQuestion, mark: Mark, content: Buffer | null, now_ms: number) {
  const { org, env, customer_hash, install_hash, install_new, since, chain } = question;
  const [exp_0, exp_1, exp_2, exp_3, exp_4] = liveExpiries(now_ms);
  return {
    org,
    env,
    customer_hash,
    install_hash,
    since,
    // An install id that was made for this call has no past.
    install_new: install_new ?? false,
    known_install: mark.install_hash,
    root_jti: chain.hop > 0 ? chain.root_jti : null,
    now_s: now_ms / 1_000,
    content,
    ...{ exp_0, exp_1, exp_2, exp_3, exp_4 },
  };
}

/** The last accepted position on this install, and the last one elsewhere. */
function pastPositions(
  { org, env, install_id, install_hash }: HistoryQuestion,
  row: Row,
  data_key: KeyObject | null,
) {
  // The checks compare ids. Of another install only the hash is known, which equals no id.
  const idOf = (hash: string | null) => (hash === install_hash ? install_id : hash);
  const open = (id: string | null, install: string | null, sealed: Buffer | null): PastPosition | null =>
    data_key && sealed && id
      ? pastPosition(openJson<SealedPosition>(data_key, sealed, positionAad(org, env, id)), idOf(install))
      : null;
  return {
    previous: open(row.verification_id, row.install_hash, row.position_sealed),
    elsewhere: open(row.other_id, row.other_install, row.other_sealed),
  };
}

/** Anti-spoof findings of the earlier tries of this chain. */
const earlierFindings = ({ earlier }: Row): HistoryFacts['earlier'] =>
  (earlier ?? []).flatMap(([hop, findings]) =>
    findings.map(([code, confidence]) => ({ code, hop, confidence })),
  );

function markOf(envelope: Envelope, question: HistoryQuestion): Mark {
  const { org, env, install_id, install_hash, install_new, ip } = question;
  const ours =
    install_id !== null && !install_new && isOurInstallId(envelope.subkey('install'), org, env, install_id);
  return { install_hash: (ours && install_hash) || '', network: networkMark(envelope, org, env, ip.address) };
}

function pastPosition(sealed: SealedPosition, install_id: string | null): PastPosition {
  const { lat, lng, p95_m, at_ms, age_ms, altitude_m, speed_mps, by_address } = sealed;
  return {
    lat,
    lng,
    p95_m,
    at_ms,
    age_ms,
    altitude_m,
    speed_mps,
    by_address,
    install_id,
    decision: 'pass',
  };
}

function seenBy(
  content: Buffer | null,
  by: string | null,
  customer_hash: string,
): HistoryFacts['evidence_seen'] {
  if (content === null) return null;
  if (by === null) return 'no';
  return by === customer_hash ? 'same_customer' : 'other_customer';
}
