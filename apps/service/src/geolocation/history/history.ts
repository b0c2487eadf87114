import type { KeyObject } from 'node:crypto';
import type { Environment, PolicyDefinition } from '@standpoint/contract';
import type { Database } from '../../database/connect.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { openJson } from '../../privacy/envelope.ts';
import type { HistoryFacts, PastPosition } from '../decision/facts.ts';
import { liveExpiries } from '../evidence/content.ts';
import { isOurInstallId } from '../preflight/install-id.ts';
import { customerContext, positionAad, type SealedPosition } from '../records/verification-records.ts';
import { countSightings, type SightingRows } from './sighting-counts.ts';
import { type Mark, networkMark, sightingsJoin } from './sightings.ts';
import { placesJoin, type StoredPlace } from './trusted-places.ts';

/**
 * Accepted positions that are looked at. Each was compared with the ones before it, so none can push a jump
 * out of sight; every one that is passed over costs PostgreSQL a microsecond.
 */
const ACCEPTED_MAX = 30;

const accepted = (which: string) => `
      SELECT verification_id, install_id, position_sealed FROM (
        SELECT verification_id, install_id, of_phone, position_sealed FROM verification
         WHERE org = $1 AND env = $2 AND customer_id = $3 AND decision = 'pass' AND position_sealed IS NOT NULL
         ORDER BY created_at DESC LIMIT ${ACCEPTED_MAX}) newest
       WHERE ${which} LIMIT 1`;

/**
 * One statement, whatever it is asked; customers' places are opened only where a policy wants them. The last
 * tries of a chain are found among the customer's last minutes: a chain lives 15.
 */
const history = (places: boolean) => `
  SELECT c.data_key, s.customer_id AS seen_by, chain.earlier,
         p.verification_id, p.install_id, p.position_sealed,
         e.verification_id AS other_id, e.install_id AS other_install, e.position_sealed AS other_sealed,
         mine.mine, its.its, household.members${places ? ', places.places' : ''}
    FROM (SELECT 1) one
    LEFT JOIN customer c ON c.org = $1 AND c.env = $2 AND c.customer_id = $3
    LEFT JOIN LATERAL (${accepted(`NOT $14::boolean AND install_id IS NOT DISTINCT FROM $9 AND NOT of_phone`)}) p ON true
    LEFT JOIN LATERAL (${accepted(`install_id IS DISTINCT FROM $9 OR of_phone`)}) e ON true
    LEFT JOIN LATERAL (
      SELECT customer_id FROM evidence_seen
       WHERE org = $1 AND env = $2 AND content_sha256 = $4 AND exp IN ($5::timestamptz, $10, $11, $12, $13) LIMIT 1) s ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_array(hop, spoof_findings) ORDER BY hop) AS earlier FROM verification
       WHERE $6::text IS NOT NULL AND org = $1 AND env = $2 AND customer_id = $3
         AND created_at > now() - interval '20 minutes' AND root_jti = $6 AND spoof_findings IS NOT NULL) chain ON true
    ${sightingsJoin({ org: '$1', env: '$2', customer: '$3', install: '$7', now: '$8::float8' })}${places ? placesJoin({ org: '$1', env: '$2', customer: '$3', install: '$7', now: '$8::float8' }) : ''}`;
const HISTORY = { name: 'verification-history', text: history(false) };
const HISTORY_AND_PLACES = { name: 'verification-history-places', text: history(true) };

interface Row extends SightingRows {
  data_key: Buffer | null;
  seen_by: string | null;
  earlier: [hop: number, found: [code: string, confidence: number][]][] | null;
  verification_id: string | null;
  install_id: string | null;
  position_sealed: Buffer | null;
  other_id: string | null;
  other_install: string | null;
  other_sealed: Buffer | null;
  places?: StoredPlace[] | null;
}

/** Of whom and of what history is asked. */
export interface HistoryQuestion {
  org: string;
  env: Environment;
  customer_id: string;
  install_id: string | null;
  /** Made for this very call: it cannot have a past, and says nothing about how many devices somebody has. */
  install_new?: boolean;
  ip: { address: string | null };
  policy?: { definition: Pick<PolicyDefinition, 'trusted_places'> } | null;
  chain: { hop: number; root_jti: string | null };
}

export interface Remembered {
  history: HistoryFacts;
  mark: Mark;
  /** All that are stored of the customer; none unless the policy wants them. */
  places: StoredPlace[];
  /** The customer's data key; null for a new customer. */
  data_key: KeyObject | null;
  /** The same as it is stored. */
  wrapped: Buffer | null;
}

/** What is known of a customer, in one statement on the writer: a replica could be behind. */
export async function readHistory(
  db: Database['pool'],
  envelope: Envelope,
  who: HistoryQuestion,
  content: Buffer | null,
  now_ms: number,
): Promise<Remembered> {
  const { org, env, customer_id, install_id, chain } = who;
  const mark = markOf(envelope, who);
  const [newest, ...earlier] = liveExpiries(now_ms);
  const { rows } = await db.query<Row>({
    ...(who.policy?.definition.trusted_places?.on ? HISTORY_AND_PLACES : HISTORY),
    values: [
      org,
      env,
      customer_id,
      content,
      newest,
      chain.hop > 0 ? chain.root_jti : null,
      mark.install_id,
      now_ms / 1_000,
      install_id,
      ...earlier,
      // Nothing was seen on an install that is made for this call.
      who.install_new ?? false,
    ],
  });
  const row = rows[0]!;
  const data_key = row.data_key && envelope.unwrap(row.data_key, customerContext(org, env, customer_id));
  const past = (id: string | null, install: string | null, sealed: Buffer | null): PastPosition | null =>
    data_key && sealed && id
      ? pastPosition(openJson<SealedPosition>(data_key, sealed, positionAad(org, env, id)), install)
      : null;
  return {
    data_key,
    wrapped: row.data_key,
    mark,
    places: row.places ?? [],
    history: {
      previous: past(row.verification_id, row.install_id, row.position_sealed),
      elsewhere: past(row.other_id, row.other_install, row.other_sealed),
      evidence_seen: seenBy(content, row.seen_by, customer_id),
      ...countSightings(row, customer_id, mark, now_ms),
      trusted_place: null,
      earlier: (row.earlier ?? []).flatMap(([hop, found]) =>
        found.map(([code, confidence]) => ({ code, hop, confidence })),
      ),
    },
  };
}

function markOf(envelope: Envelope, who: HistoryQuestion): Mark {
  const { org, env, install_id, install_new, ip } = who;
  const ours =
    install_id !== null && !install_new && isOurInstallId(envelope.subkey('install'), org, env, install_id);
  return { install_id: ours ? install_id : '', network: networkMark(envelope, org, env, ip.address) };
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
  customer_id: string,
): HistoryFacts['evidence_seen'] {
  if (content === null) return null;
  if (by === null) return 'no';
  return by === customer_id ? 'same_customer' : 'other_customer';
}
