import type { PolicyDefinition } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Policy } from '../accounts/policies.ts';
import { draftVersion, publishVersion } from '../accounts/publication.ts';
import { listVersions } from '../accounts/versions.ts';
import type { Deps } from '../deps.ts';
import { PRESETS } from '../geolocation/decision/presets.ts';
import type { HomeSpot } from './spots.ts';

const DAY_MS = 86_400_000;

/** A policy of the seed, with the day before now on which each version was published. */
interface Rule {
  type: HomeSpot['type'];
  versions: { days_ago: number; definition: PolicyDefinition }[];
}

const gaming = (allow: string[], more: Partial<PolicyDefinition>): PolicyDefinition => ({
  ...PRESETS.gaming_us_state.definition,
  name: 'Play in allowed states',
  transaction_types: ['wager'],
  rule: { allow, coast: 'ignore' },
  review: { due_s: 4 * 3_600 },
  ...more,
});

const RULES: readonly Rule[] = [
  {
    type: 'wager',
    versions: [
      { days_ago: 45, definition: gaming(['US-NJ', 'US-PA', 'US-MI', 'US-DE', 'US-NY'], {}) },
      { days_ago: 11, definition: gaming(['US-NJ', 'US-PA', 'US-MI', 'US-DE'], { max_accuracy_m: 600 }) },
    ],
  },
  {
    type: 'content_access',
    versions: [
      {
        days_ago: 45,
        definition: {
          ...PRESETS.streaming_country.definition,
          name: 'Licensed countries',
          rule: { allow: ['DE', 'AT', 'CH', 'CA'], coast: 'ignore' },
        },
      },
    ],
  },
  {
    type: 'purchase',
    versions: [
      {
        days_ago: 45,
        definition: {
          ...PRESETS.fraud_only.definition,
          name: 'Fraud only',
          transaction_types: ['purchase'],
          review: { four_eyes: true, due_s: 7 * 86_400 },
        },
      },
    ],
  },
];

/** The policies of a seeded sandbox, by type of transaction and moment. */
export type RulesInForce = (type: string, at_ms: number) => Policy | null;

/** What would be published: nothing for a type of transaction that has a policy of the organization. */
export async function missingRules(deps: Pick<Deps, 'database'>, org: string) {
  const own = await ownRules(deps, org);
  return RULES.filter(({ type }) => !own.has(type)).map(({ type, versions }) => ({
    name: versions.at(-1)!.definition.name,
    transaction_type: type,
  }));
}

async function ownRules({ database }: Pick<Deps, 'database'>, org: string): Promise<Map<string, Policy>> {
  const all = await listVersions<PolicyDefinition>(database.db, 'policy', org);
  return new Map(
    all
      .filter(({ status }) => status === 'published')
      .toSorted((a, b) => (a.published_at! < b.published_at! ? -1 : 1))
      .flatMap((policy) =>
        (policy.definition.transaction_types ?? []).map((type) => [type, policy] as const),
      ),
  );
}

/**
 * Publishes the policies, and dates them back: decisions of last week name the version of last week. Where the
 * organization has a policy of its own for a type, that decides: nothing that was chosen is replaced.
 */
export async function publishRules(
  deps: Deps,
  { org, actor }: { org: string; actor: string },
  now_ms: number,
): Promise<RulesInForce> {
  const { db } = deps.database;
  const own = await ownRules(deps, org);
  const made: Made[] = [];
  for (const { type, versions } of RULES) {
    const theirs = own.get(type);
    if (theirs) {
      made.push({ type, from_ms: 0, policy: theirs });
      continue;
    }
    let id: string | undefined;
    for (const { days_ago, definition } of versions) {
      const drafted = (await draftVersion(db, 'policy', { org, id, actor }, definition))!;
      id = drafted.id;
      const policy = (await publishVersion<PolicyDefinition>(db, 'policy', { org, id, actor }))!;
      const from = new Date(now_ms - days_ago * DAY_MS);
      await sql`
        UPDATE policy SET created_at = ${from}, published_at = ${from}
         WHERE org = ${org} AND policy_id = ${id} AND version = ${policy.version}`.execute(db);
      made.push({ type, from_ms: from.getTime(), policy });
    }
  }
  return inForce(made);
}

interface Made {
  type: string;
  from_ms: number;
  policy: Policy;
}

const inForce =
  (made: readonly Made[]): RulesInForce =>
  (type, at_ms) =>
    made.filter((each) => each.type === type && each.from_ms <= at_ms).at(-1)?.policy ?? null;

/** The same policies as another process finds them. */
export async function rulesOf(deps: Deps, org: string): Promise<RulesInForce> {
  const all = await listVersions<PolicyDefinition>(deps.database.db, 'policy', org);
  return inForce(
    all.flatMap((policy) => {
      const [type] = policy.definition.transaction_types ?? [];
      return type && policy.published_at ? [{ type, from_ms: Date.parse(policy.published_at), policy }] : [];
    }),
  );
}
