import {
  type AnswerOf,
  CAPS,
  type PolicyDefinition,
  type policies,
  REVIEW_DUE_S,
} from '@standpoint/contract';
import { sql } from 'kysely';
import { capOf } from '../../calls/limits.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { CHECKS } from '../decision/checks/all.ts';
import { MAX_HOPS } from '../decision/policy.ts';
import { TERRITORIES } from '../decision/reasons/territories.ts';
import { MOST_CORNERS } from '../decision/shape-problems.ts';
import { maxAgeMs } from '../decision/thresholds.ts';
import { differences } from './differences.ts';
import { namesOf, noPolicy, saverOf, shownDraft, versionsOf, workingDraft } from './drafts.ts';

interface Row {
  policy_id: string;
  name: string;
  types: string[] | null;
  published: number | null;
  published_at: Date | null;
  versions: number;
  draft: number | null;
  saved_at: Date | null;
  saved_by: string | null;
}

export const listPoliciesHandler: Handler<typeof policies.listPolicies> = async (
  { caller },
  { database },
) => {
  const { rows } = await sql<Row>`
    WITH v AS (
      SELECT policy_id, count(*)::int AS versions, max(version) AS last,
             max(version) FILTER (WHERE status = 'published') AS published,
             max(published_at) FILTER (WHERE status = 'published') AS published_at
        FROM policy WHERE org = ${caller.org} GROUP BY policy_id),
    ids AS (SELECT policy_id FROM v UNION SELECT policy_id FROM policy_draft WHERE org = ${caller.org})
    SELECT ids.policy_id, coalesce(v.versions, 0) AS versions, v.published, v.published_at,
           coalesce(p.name, l.name, d.definition->>'name') AS name,
           coalesce(p.definition, l.definition, d.definition)->'transaction_types' AS types,
           CASE WHEN d.policy_id IS NOT NULL THEN coalesce(v.last, 0) + 1
                WHEN l.status = 'draft' THEN l.version END AS draft,
           coalesce(d.saved_at, CASE WHEN l.status = 'draft' THEN l.created_at END) AS saved_at, d.saved_by
      FROM ids LEFT JOIN v USING (policy_id)
      LEFT JOIN policy p ON p.org = ${caller.org} AND p.policy_id = ids.policy_id AND p.version = v.published
      LEFT JOIN policy l ON l.org = ${caller.org} AND l.policy_id = ids.policy_id AND l.version = v.last
      LEFT JOIN policy_draft d ON d.org = ${caller.org} AND d.policy_id = ids.policy_id
     ORDER BY v.published IS NULL, ids.policy_id`.execute(database.db);
  const names = await namesOf(
    database.db,
    rows.flatMap(({ saved_by }) => saved_by ?? []),
  );
  return {
    policies: rows.map((row) => listed(row, names)),
  };
};

const listed = (
  { policy_id, name, types, versions, ...row }: Row,
  names: Awaited<ReturnType<typeof namesOf>>,
) => ({
  policy_id,
  name,
  transaction_types: types ?? [],
  published:
    row.published === null ? null : { version: row.published, published_at: row.published_at!.toISOString() },
  versions,
  draft:
    row.draft === null
      ? null
      : {
          version: row.draft,
          saved_at: row.saved_at!.toISOString(),
          saved_by: row.saved_by ? saverOf(names, row.saved_by) : null,
        },
});

export async function policyOf(
  deps: Deps,
  org: string,
  policy_id: string,
): Promise<AnswerOf<typeof policies.readPolicy>> {
  const { db } = deps.database;
  const working = (await workingDraft(db, org, policy_id)) ?? noPolicy(policy_id);
  const versions = await versionsOf(db, org, policy_id);
  return {
    policy_id,
    versions: versions.map((each) => ({
      ...each,
      created_at: each.created_at.toISOString(),
      published_at: each.published_at?.toISOString() ?? null,
    })),
    published: versions.find(({ status }) => status === 'published')?.version ?? null,
    draft: await shownDraft(deps, org, policy_id, working),
  };
}

export const readPolicyHandler: Handler<typeof policies.readPolicy> = ({ caller, params }, deps) =>
  policyOf(deps, caller.org, params.policy_id);

async function versionOf(
  { database }: Pick<Deps, 'database'>,
  org: string,
  policy_id: string,
  version: number,
) {
  const row = await database.db
    .selectFrom('policy')
    .selectAll()
    .where('org', '=', org)
    .where('policy_id', '=', policy_id)
    .where('version', '=', version)
    .executeTakeFirst();
  return (
    row ??
    refuse('not_found', `${policy_id} version ${version}`, {
      message: `There is no version ${version} of this policy here.`,
    })
  );
}

export const readVersionHandler: Handler<typeof policies.readPolicyVersion> = async (
  { caller, params },
  deps,
) => {
  const row = await versionOf(deps, caller.org, params.policy_id, Number(params.version));
  return {
    version: row.version,
    status: row.status,
    name: row.name,
    created_at: row.created_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    definition: row.definition,
  };
};

export const differencesHandler: Handler<typeof policies.policyDifferences> = async (
  { caller, params, query },
  deps,
) => {
  const { policy_id } = params;
  const side = async (which: string): Promise<PolicyDefinition> =>
    which === 'draft'
      ? ((await workingDraft(deps.database.db, caller.org, policy_id)) ?? noPolicy(policy_id)).definition
      : (await versionOf(deps, caller.org, policy_id, Number(which))).definition;
  return { differences: differences(await side(query.from), await side(query.to)) };
};

/** What the page can offer. All of it is public knowledge about the product, and the same for everyone. */
export const choicesHandler: Handler<typeof policies.policyChoices> = async ({ caller }, deps) => ({
  // A browser knows the names of countries.
  regions: deps.places.codes().map((code) => ({ code, name: deps.places.nameOf(code) })),
  territories: Object.entries(TERRITORIES).map(([state, codes]) => ({ state, codes: [...codes] })),
  checks: CHECKS.flatMap(({ question, group, codes }) =>
    Object.entries(codes).map(([code, { fail, uncertain, outcomes = ['fail', 'uncertain'] }]) => ({
      code,
      question,
      group,
      fail: outcomes.includes('fail') ? fail : null,
      uncertain: outcomes.includes('uncertain') ? (uncertain ?? 'retry') : null,
    })),
  ),
  defaults: {
    max_age_s: maxAgeMs({ name: '' }) / 1_000,
    retry_hops: MAX_HOPS,
    review_due_s: REVIEW_DUE_S,
  },
  corners_most: MOST_CORNERS,
  body_most: Math.min(
    capOf('policy_body_bytes', caller.settings.limits, deps.address_limits),
    CAPS.policy_body_bytes.most,
  ),
});
