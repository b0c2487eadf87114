import type { PolicyDefinition } from '@standpoint/contract';
import type { Policy } from '../accounts/policies.ts';
import { newestVersion } from '../accounts/versions.ts';
import type { Deps } from '../deps.ts';
import { decide } from '../geolocation/decision.ts';
import { NO_HISTORY, NO_ORIGIN } from '../geolocation/facts.ts';
import { gather } from '../geolocation/gather.ts';
import { hopsOf } from '../geolocation/policy.ts';
import { command, ENV, environment, Failure, Misuse, ORG } from './command.ts';
import { organization, withDeps } from './open.ts';
import { columns } from './print.ts';
import { simulatedEvidence } from './simulated-evidence.ts';
import { addressOf, SPOT, spotOf } from './spot.ts';

async function policyFor(
  deps: Deps,
  org: string,
  id: string | undefined,
  type: string,
): Promise<Policy | null> {
  if (id === undefined) return deps.policies.forType(org, type);
  const found = await newestVersion<PolicyDefinition>(deps.database.db, 'policy', org, id);
  if (!found) throw new Failure(`There is no policy ${id}.`, 'See them: npx standpoint policies list');
  return found;
}

export const policiesTest = command({
  name: 'policies test',
  summary: 'Decide about a place as a policy would; nothing is stored',
  options: {
    ...SPOT,
    policy: { type: 'string', value: 'ID', meaning: 'its newest version, drafts too' },
    type: {
      type: 'string',
      value: 'TYPE',
      meaning: 'the policy published for this transaction type; login when not named',
    },
    ...ENV,
    ...ORG,
  },
  notes: 'Example: npx standpoint policies test --lat 40.7128 --lng -74.006 --ip 203.0.113.7',
  run: async ({ options, terminal }) => {
    if (options.policy && options.type) throw new Misuse('Name --policy or --type, not both.');
    const [spot, address, env] = [spotOf(options), addressOf(options.ip), environment(options.env)];
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const type = (options.type ?? 'login').toLowerCase();
      const policy = await policyFor(deps, org, options.policy, type);
      const now_ms = deps.clock.now();
      const input = gather(deps, {
        org,
        env,
        evidence: simulatedEvidence(deps.places, spot, now_ms),
        now_ms,
        transaction: { type, expected_jurisdiction: null },
        install_id: null,
        ip: { address, source: address ? 'connection' : 'none', stamp: null },
        policy,
        chain: { hop: 0, retry_left: policy ? hopsOf(policy.definition) > 0 : true },
        history: { ...NO_HISTORY, evidence_seen: 'no' },
        origin: NO_ORIGIN,
      });
      const { decision, reason_codes, checks, next_check_in_s, assurance } = decide(input);
      const place = input.place && { country: input.place.country, subdivision: input.place.subdivision };
      const used = policy && {
        id: policy.id,
        version: policy.version,
        status: policy.status,
        name: policy.name,
      };
      return {
        decision,
        reason_codes,
        jurisdiction: place,
        policy: used,
        assurance,
        next_check_in_s,
        checks,
      };
    });
  },
  text: ({ decision, reason_codes, jurisdiction, policy, checks }) =>
    [
      `${decision.toUpperCase()}${reason_codes.length ? `: ${reason_codes.join(', ')}` : ''}`,
      `at ${jurisdiction?.subdivision ?? jurisdiction?.country ?? 'no known jurisdiction'}, by ${policy ? `${policy.name} (${policy.id} version ${policy.version}, ${policy.status})` : 'the built-in policy'}`,
      columns(
        checks.map(({ code, outcome, confidence }) => [
          code,
          outcome,
          outcome === 'skipped' ? '' : confidence.toFixed(2),
        ]),
      ),
    ].join('\n'),
});
