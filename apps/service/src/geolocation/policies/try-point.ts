import { isIP } from 'node:net';
import { BUILDERS, type PolicyDefinition, type policies } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { type Decision, decide } from '../decision/decision.ts';
import { type DecisionInput, NO_HISTORY, NO_ORIGIN } from '../decision/facts.ts';
import { hopsOf, type PolicyProblem } from '../decision/policy.ts';
import { gather } from '../facts/gather.ts';
import { inTurn } from '../facts/in-slices.ts';
import { compileInTurn, remember } from '../facts/place.ts';
import { SPOT_CHECKS, type Spot, simulatedEvidence } from '../spot/evidence.ts';
import { asPolicy } from './backtests.ts';
import { noPolicy, workingDraft } from './drafts.ts';
import { judged } from './judged.ts';
import { examining } from './problems.ts';

/** A place, and who would be there. */
export interface PointQuestion {
  org: string;
  env: DecisionEnv;
  spot: Spot;
  address: string | null;
  type: string;
  /** Null: the built-in policy. */
  policy: Policy | null;
}
type DecisionEnv = Parameters<typeof gather>[1]['env'];

/** Decides about a place as the service would, for an honest browser with no history. */
export function decidePoint(
  deps: Pick<Deps, 'places' | 'network' | 'clock'>,
  { org, env, spot, address, type, policy }: PointQuestion,
): { input: DecisionInput; decided: Decision } {
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
  return { input, decided: decide(input, SPOT_CHECKS) };
}

async function definitionOf(
  deps: Deps,
  org: string,
  policy_id: string,
  given: PolicyDefinition | undefined,
): Promise<PolicyDefinition> {
  const working = (await workingDraft(deps.database.db, org, policy_id)) ?? noPolicy(policy_id);
  const requireNone = (fields: PolicyProblem[]) => {
    if (fields.length > 0) refuse('invalid_request', 'the draft has problems', { fields });
  };
  if (!given) {
    requireNone((await judged(deps, org, policy_id, working)).problems);
    await compileInTurn(deps, working.definition, org);
    return working.definition;
  }
  const { problems, rule } = await inTurn(org, examining(deps.places, given));
  requireNone(problems);
  if (rule) remember(deps.places, given, rule);
  return given;
}

export const tryPointHandler: Handler<typeof policies.tryPolicyPoint> = async (
  { caller, params, body },
  deps,
) => {
  const { lat, lng, accuracy_m, network, definition: given } = body;
  if (network !== undefined && isIP(network) === 0)
    refuse('invalid_request', 'address', {
      fields: [{ path: 'network', message: 'must be an IPv4 or IPv6 address' }],
    });
  // What others may only read, they may try as it is stored: a definition of their own costs what a change costs.
  if (given && !(BUILDERS as readonly unknown[]).includes(caller.role))
    refuse('scope_denied', 'a definition that is not saved', {
      message: 'Only those who may change policies can try one that is not saved. Try the saved draft.',
    });
  const { policy_id } = params;
  const definition = await definitionOf(deps, caller.org, policy_id, given);
  const { input, decided } = decidePoint(deps, {
    org: caller.org,
    env: 'sandbox',
    spot: { lat, lng, accuracy_m },
    address: network ?? null,
    type: definition.transaction_types?.[0] ?? 'login',
    policy: asPolicy({ policy_id, version: 0, definition }),
  });
  return {
    decision: decided.decision,
    reason_codes: decided.reason_codes,
    country: input.place?.country ?? null,
    subdivision: input.place?.subdivision ?? null,
    checks: decided.checks,
    p_inside: input.rule?.p_inside ?? null,
    signed_distance_m: input.rule?.signed_distance_m ?? null,
  };
};
