import {
  type Environment,
  EXPORT_COUNTED_MAX,
  type listVerifications,
  type QueryOf,
  type readVerification,
  type Verification,
} from '@standpoint/contract';
import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { noteContradiction, refuseContradicted } from '../../evidence/contradiction.ts';
import { endId, firstId } from '../../ids.ts';
import { openId } from '../../privacy/customers.ts';
import { customerHash, installHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import { reviewView } from '../../reviews/view.ts';
import type { Handler } from '../../route.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { reasonTexts } from '../decision/reasons/reasons.ts';
import { dataAge } from '../geodata/age.ts';
import {
  type Compared,
  compareWithRecord,
  compareWithSignature,
  type StoredRow,
  selectStored,
  storedRows,
} from './contradiction.ts';

/** The backend's view of a verification. */
export function verificationOf(row: StoredRow, { bundle, what, review, answers }: Compared): Verification {
  const input = bundle?.input;
  return {
    verification_id: row.verification_id,
    customer_id: bundle?.customer_id ?? (row.evidence_deleted_at ? openId(row) : ''),
    livemode: row.env === 'production',
    created_at: row.created_at.toISOString(),
    decision: row.decision,
    decision_source: row.decision_source,
    assurance: row.assurance,
    reasons: bundle?.answer.reasons ?? reasonTexts(row.reason_codes, 'en'),
    reason_codes: row.reason_codes,
    checks: bundle?.decision.checks ?? [],
    transaction_type: row.transaction_type,
    transaction_name: bundle?.transaction_name ?? null,
    transaction_id: bundle?.transaction_id ?? null,
    install_id: input?.install.id ?? null,
    policy: row.policy_id === null ? null : { policy_id: row.policy_id, version: row.policy_version ?? 0 },
    engine_version: row.engine_version,
    data_versions: input?.data_versions ?? {},
    data_age: input ? dataAge(input.data_dates, input.now_ms) : {},
    ...whereOf(input),
    root_jti: row.root_jti,
    hop: row.hop,
    expires_at: row.expires_at.toISOString(),
    review: reviewView(review, answers),
    erased:
      bundle === null && what === null && (row.customer_hash === '' || row.evidence_deleted_at === null),
    evidence_deleted_at: row.evidence_deleted_at?.toISOString() ?? null,
    record_contradicted: what !== null,
  };
}

function whereOf(input?: DecisionInput): Pick<Verification, 'jurisdiction' | 'position' | 'network'> {
  const { place, position, network } = input ?? {};
  return {
    jurisdiction: {
      country: place?.country ?? null,
      subdivision: place?.subdivision ?? null,
      disputed: place?.disputed ?? undefined,
    },
    position: position
      ? { lat: position.lat, lng: position.lng, p95_m: position.p95_m, measured_at: position.measured_at }
      : null,
    network: network
      ? { ip: network.ip, country: network.country, confidence: network.country_confidence }
      : null,
  };
}

/** One verification. 500 `record_contradicted` where its signed record says otherwise. */
export async function readOne(deps: Deps, org: string, env: Environment, id: string): Promise<Verification> {
  const [row] = await storedRows(deps, selectStored(deps, org, env).where('v.verification_id', '=', id));
  if (!row) return refuse('not_found', id);
  const compared = await compareWithSignature(deps, row);
  const { what } = compared;
  if (what) return refuseContradicted(deps, { area: 'geolocation', org, env, id, what });
  return verificationOf(row, compared);
}

/** One entry of a list, marked where its signed record says otherwise. */
async function listed(deps: Deps, row: StoredRow): Promise<Verification> {
  const compared = compareWithRecord(deps, row);
  const { org, env, verification_id: id } = row;
  if (compared.what)
    await noteContradiction(deps, { area: 'geolocation', org, env, id, what: compared.what });
  return verificationOf(row, compared);
}

export const readVerificationHandler: Handler<typeof readVerification> = ({ caller, params }, deps) =>
  readOne(deps, caller.org, caller.env, params.verification_id);

type Box = [west: number, south: number, east: number, north: number];

function parseBox(text: string | undefined): Box | null {
  if (text === undefined) return null;
  const box = text.split(',').map(Number) as Box;
  const [west, south, east, north] = box;
  const ok =
    box.every(Number.isFinite) &&
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    south >= -90 &&
    north <= 90 &&
    south <= north;
  if (!ok)
    refuse('invalid_request', 'bbox', {
      fields: [{ path: 'bbox', message: 'must be west,south,east,north in degrees' }],
    });
  return box;
}

/** A box that crosses the antimeridian has a west larger than its east. */
function inBox({ position }: Verification, [west, south, east, north]: Box): boolean {
  if (!position || position.lat < south || position.lat > north) return false;
  return west <= east
    ? position.lng >= west && position.lng <= east
    : position.lng >= west || position.lng <= east;
}

type Filters = Omit<QueryOf<typeof listVerifications>, 'cursor' | 'limit'> & { ids?: readonly string[] };
type Place = { org: string; env: Environment };

/** The filters that rows tell without being opened: all but the box. */
const matching = ({ envelope }: Pick<Deps, 'envelope'>, place: Place, filters: Filters) => {
  const { ids, customer_id, install_id, decision, reason, from, to } = filters;
  const all = [
    sql<SqlBool>`true`,
    ...(ids ? [sql<SqlBool>`v.verification_id = ANY (${[...ids]}::text[])`] : []),
    ...(customer_id ? [sql<SqlBool>`v.customer_hash = ${customerHash(envelope, place, customer_id)}`] : []),
    ...(install_id ? [sql<SqlBool>`v.install_hash = ${installHash(envelope, place, install_id)}`] : []),
    ...(decision ? [sql<SqlBool>`v.decision = ${decision}`] : []),
    // In the form that the index of reasons knows.
    ...(reason ? [sql<SqlBool>`v.reason_codes @> ARRAY[${reason}] AND v.reason_codes <> '{}'`] : []),
    ...(from
      ? [
          sql<SqlBool>`v.created_at >= ${new Date(from)} AND v.verification_id >= ${firstId('ver', Date.parse(from))}`,
        ]
      : []),
    ...(to
      ? [sql<SqlBool>`v.created_at < ${new Date(to)} AND v.verification_id < ${endId('ver', Date.parse(to))}`]
      : []),
  ];
  return sql<SqlBool>`${sql.join(all, sql` AND `)}`;
};

/** How many there are, up to one more than is counted; a box is not looked at. */
export async function countVerifications(
  deps: Pick<Deps, 'database' | 'envelope'>,
  place: Place,
  filters: Filters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM verification v WHERE v.org = ${place.org} AND v.env = ${place.env}
         AND ${matching(deps, place, filters)} LIMIT ${EXPORT_COUNTED_MAX + 1}) counted`.execute(
    deps.database.db,
  );
  return rows[0]!.count;
}

const SCAN_MAX = 2_000;

/**
 * Lists the newest first; the cursor is the last id that was looked at. Positions are sealed per person, so a
 * box is compared after opening each row. A page reads at most 2,000 rows, and may then be short of its limit
 * although its cursor leads on.
 */
export const listVerificationsHandler: Handler<typeof listVerifications> = async (
  { caller, query },
  deps,
) => {
  const { cursor } = query;
  const box = parseBox(query.bbox);
  const limit = Number(query.limit ?? 20);
  const batch = box ? 200 : limit;
  const found: Verification[] = [];
  let last = cursor;
  for (let scanned = 0; scanned < SCAN_MAX; scanned += batch) {
    let select = selectStored(deps, caller.org, caller.env)
      .where(matching(deps, caller, query))
      .orderBy('v.verification_id', 'desc')
      .limit(batch);
    if (last) select = select.where('v.verification_id', '<', last);
    const page = await storedRows(deps, select);
    for (const row of page) {
      last = row.verification_id;
      const verification = await listed(deps, row);
      if (!box || inBox(verification, box)) found.push(verification);
      if (found.length === limit) return { verifications: found, next_cursor: last };
    }
    if (page.length < batch) return { verifications: found, next_cursor: null };
  }
  return { verifications: found, next_cursor: last ?? null };
};
