import type { Environment, explained } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { refuseContradicted } from '../../evidence/contradiction.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { hopsOf } from '../decision/policy.ts';
import { maxAccuracyM, maxAgeMs, restricts } from '../decision/thresholds.ts';
import type { Bundle } from '../evidence/bundle.ts';
import { compareWithSignature, type StoredRow, selectStored, storedRows } from '../records/contradiction.ts';
import { borderOf } from './border.ts';
import { explainedChecks, keptFromPerson, readingsOf } from './checks.ts';
import { linesOf } from './lines.ts';
import { othersOf } from './others.ts';
import { pictureOf } from './picture.ts';

type Explanation = explained.VerificationExplanation;

/** The row with its opened record, or the refusal that reading it gives. `bundle`: null once it is gone. */
export async function openOne(
  deps: Deps,
  { org, env }: { org: string; env: Environment },
  id: string,
): Promise<{ row: StoredRow; bundle: Bundle | null }> {
  const [row] = await storedRows(deps, selectStored(deps, org, env).where('v.verification_id', '=', id));
  if (!row) return refuse('not_found', id);
  const { bundle, what } = await compareWithSignature(deps, row);
  if (what) return refuseContradicted(deps, { area: 'geolocation', org, env, id, what });
  return { row, bundle };
}

const GONE: Omit<Explanation, 'rules'> = {
  known: false,
  decided_by: null,
  checks: [],
  place_name: null,
  policy: null,
  border: null,
  readings: [],
  age_ms: null,
  network: null,
  device: null,
  kept_from_person: [],
  locale: null,
  tries: [],
  earlier: [],
};

export const explainVerificationHandler: Handler<typeof explained.explainVerification> = async (
  { caller, params },
  deps,
) => {
  const { row, bundle } = await openOne(deps, caller, params.verification_id);
  const rules = await rulesOf(deps, caller.org);
  if (!bundle || !row.key) return { ...GONE, rules };
  const { input, decision } = bundle;
  const { definition } = input.policy;
  const border = borderOf(input);
  const picture = border && pictureOf(deps.places, input, border.buffer_m);
  const others = await othersOf(deps, { ...row, env: caller.env, key: row.key });
  return {
    known: true,
    decided_by: decision.decision === 'pass' ? null : (decision.reason_codes[0] ?? null),
    checks: explainedChecks(bundle),
    place_name: deps.places.nameOf(input.place?.subdivision ?? ''),
    policy: {
      name: definition.name,
      depth: definition.depth ?? 'full',
      hops: hopsOf(definition),
      max_accuracy_m: maxAccuracyM(definition),
      max_age_s: maxAgeMs(definition) / 1_000,
      rule: restricts(definition.rule) ? definition.rule : null,
    },
    border: border && {
      ...border,
      picture: picture?.svg ?? null,
      attribution: picture?.attribution ?? null,
      lines: await linesOf(deps.places, input, border),
    },
    readings: readingsOf(input),
    age_ms: input.position?.age_ms ?? null,
    network: networkOf(input),
    device: deviceOf(input),
    kept_from_person: keptFromPerson(bundle),
    locale: input.evidence.clock?.locale ?? null,
    ...others,
    rules,
  };
};

function networkOf({ network }: DecisionInput): Explanation['network'] {
  if (network.ip === null) return null;
  const { ip, ip_source, country, country_confidence, sources, asn, location, usage } = network;
  return {
    ip,
    ip_source,
    country,
    country_confidence,
    sources,
    asn,
    location,
    usage: (usage ?? []).map(({ kind, confidence }) => ({ kind, confidence })),
  };
}

const deviceOf = ({ evidence, history, origin }: DecisionInput): Explanation['device'] => ({
  platform: evidence.platform,
  sdk: evidence.sdk ? `${evidence.sdk.name} ${evidence.sdk.version}` : null,
  install_customers: history.sharing?.install_customers ?? null,
  household: history.sharing?.household ?? false,
  attestation: origin.attestation,
});

/** Newest first: drafts, what is published, and what was. */
async function rulesOf({ database }: Pick<Deps, 'database'>, org: string): Promise<Explanation['rules']> {
  const { rows } = await sql<Explanation['rules'][number]>`
    SELECT policy_id, version, name, status FROM policy WHERE org = ${org}
     ORDER BY policy_id, version DESC LIMIT 200`.execute(database.db);
  return rows;
}
