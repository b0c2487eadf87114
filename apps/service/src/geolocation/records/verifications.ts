import type { Environment, listVerifications, readVerification, Verification } from '@standpoint/contract';
import type { VerificationTable } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { reasonTexts } from '../decision/reasons/reasons.ts';
import { type Bundle, openBundle } from '../evidence/bundle.ts';
import { dataAge } from '../geodata/age.ts';
import { bundleAad, customerContext } from './sealed.ts';

type Row = Omit<VerificationTable, 'created_at'> & { created_at: Date; data_key: Buffer | null };

/** The bundle, or null when the person was erased: without the data key nobody can read it. */
function bundleOf(deps: Deps, row: Row): Bundle | null {
  if (!row.sealed || !row.data_key) return null;
  const key = deps.envelope.unwrap(row.data_key, customerContext(row.org, row.env, row.customer_id));
  return openBundle(key, row.sealed, bundleAad(row.org, row.env, row.verification_id));
}

function view(deps: Deps, row: Row): Verification {
  const bundle = bundleOf(deps, row);
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
    jurisdiction: { country: input?.place?.country ?? null, subdivision: input?.place?.subdivision ?? null },
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
    erased: bundle === null,
  };
}

function rows(deps: Deps, org: string, env: Environment) {
  return deps.database.db
    .selectFrom('verification as v')
    .leftJoin('customer as c', (join) =>
      join
        .onRef('c.org', '=', 'v.org')
        .onRef('c.env', '=', 'v.env')
        .onRef('c.customer_id', '=', 'v.customer_id'),
    )
    .selectAll('v')
    .select('c.data_key')
    .where('v.org', '=', org)
    .where('v.env', '=', env);
}

export async function readOne(deps: Deps, org: string, env: Environment, id: string): Promise<Verification> {
  const row = await rows(deps, org, env).where('v.verification_id', '=', id).executeTakeFirst();
  return row ? view(deps, row as Row) : refuse('not_found', id);
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

/** A box may cross the antimeridian: then its west is larger than its east. */
function inBox({ position }: Verification, [west, south, east, north]: Box): boolean {
  if (!position || position.lat < south || position.lat > north) return false;
  return west <= east
    ? position.lng >= west && position.lng <= east
    : position.lng >= west || position.lng <= east;
}

const SCAN_MAX = 2_000;

/**
 * Newest first; the cursor is the last id of the page. Positions are sealed per person, so a box is judged
 * after opening: at most 2,000 rows a page, and the cursor goes on from there even when the page is not full.
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
    let select = rows(deps, caller.org, caller.env).orderBy('v.verification_id', 'desc').limit(batch);
    if (customer_id) select = select.where('v.customer_id', '=', customer_id);
    if (install_id) select = select.where('v.install_id', '=', install_id);
    if (decision) select = select.where('v.decision', '=', decision);
    if (reason) select = select.where((eb) => eb(eb.val(reason), '=', eb.fn.any('v.reason_codes')));
    if (from) select = select.where('v.created_at', '>=', new Date(from));
    if (to) select = select.where('v.created_at', '<', new Date(to));
    if (last) select = select.where('v.verification_id', '<', last);
    const page = (await select.execute()) as Row[];
    for (const row of page) {
      last = row.verification_id;
      const verification = view(deps, row);
      if (!box || inBox(verification, box)) found.push(verification);
      if (found.length === limit) return { verifications: found, next_cursor: last };
    }
    if (page.length < batch) return { verifications: found, next_cursor: null };
  }
  return { verifications: found, next_cursor: last ?? null };
};
