import type { Environment, listVerifications, readVerification, Verification } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { noteContradiction, refuseContradicted } from '../../evidence/contradiction.ts';
import { refuse } from '../../refuse.ts';
import { reviewView } from '../../reviews/view.ts';
import type { Handler } from '../../route.ts';
import { reasonTexts } from '../decision/reasons/reasons.ts';
import { dataAge } from '../geodata/age.ts';
import {
  type Compared,
  compareWithRecord,
  compareWithSignature,
  type StoredRow,
  selectStored,
} from './contradiction.ts';

function verificationOf(row: StoredRow, { bundle, what, review, answers }: Compared): Verification {
  const input = bundle?.input;
  return {
    verification_id: row.verification_id,
    customer_id: row.customer_id,
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
    transaction_id: row.transaction_id,
    install_id: row.install_id,
    policy: row.policy_id === null ? null : { policy_id: row.policy_id, version: row.policy_version ?? 0 },
    engine_version: row.engine_version,
    data_versions: input?.data_versions ?? {},
    data_age: input ? dataAge(input.data_dates, input.now_ms) : {},
    jurisdiction: {
      country: input?.place?.country ?? null,
      subdivision: input?.place?.subdivision ?? null,
      disputed: input?.place?.disputed ?? undefined,
    },
    position: input?.position
      ? {
          lat: input.position.lat,
          lng: input.position.lng,
          p95_m: input.position.p95_m,
          measured_at: input.position.measured_at,
        }
      : null,
    network: input
      ? { ip: input.network.ip, country: input.network.country, confidence: input.network.country_confidence }
      : null,
    root_jti: row.root_jti,
    hop: row.hop,
    expires_at: row.expires_at.toISOString(),
    review: reviewView(review, answers),
    erased: bundle === null && what === null,
    record_contradicted: what !== null,
  };
}

/** One verification. 500 `record_contradicted` where its signed record says otherwise. */
export async function readOne(deps: Deps, org: string, env: Environment, id: string): Promise<Verification> {
  const found = await selectStored(deps, org, env).where('v.verification_id', '=', id).executeTakeFirst();
  if (!found) return refuse('not_found', id);
  const row = found as StoredRow;
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
  const { customer_id, install_id, decision, reason, from, to, cursor } = query;
  const box = parseBox(query.bbox);
  const limit = Number(query.limit ?? 20);
  const batch = box ? 200 : limit;
  const found: Verification[] = [];
  let last = cursor;
  for (let scanned = 0; scanned < SCAN_MAX; scanned += batch) {
    let select = selectStored(deps, caller.org, caller.env).orderBy('v.verification_id', 'desc').limit(batch);
    if (customer_id) select = select.where('v.customer_id', '=', customer_id);
    if (install_id) select = select.where('v.install_id', '=', install_id);
    if (decision) select = select.where('v.decision', '=', decision);
    if (reason) select = select.where((eb) => eb(eb.val(reason), '=', eb.fn.any('v.reason_codes')));
    if (from) select = select.where('v.created_at', '>=', new Date(from));
    if (to) select = select.where('v.created_at', '<', new Date(to));
    if (last) select = select.where('v.verification_id', '<', last);
    const page = (await select.execute()) as StoredRow[];
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
