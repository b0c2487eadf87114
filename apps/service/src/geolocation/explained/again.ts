import type { explained, GeolocationDecision, PolicyDefinition } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { type Decision, decide } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { actionFor } from '../decision/policy.ts';
import { presentFacts } from '../evidence/time-machine.ts';
import { compileInTurn, ruleFacts } from '../facts/place.ts';
import { policyVersion } from '../policies/published-once.ts';
import { openOne } from './explain.ts';

interface Redecided {
  input: DecisionInput;
  decision: Decision;
}

/** Stores nothing: what a person would have done under other rules is not known, so this is no decision. */
export const redecideVerificationHandler: Handler<typeof explained.redecideVerification> = async (
  { caller, params, body },
  deps,
) => {
  const { bundle } = await openOne(deps, caller, params.verification_id);
  if (!bundle)
    return refuse('not_found', 'no evidence', {
      message: 'Its evidence is gone, so it cannot be decided again.',
    });
  const policy = await policyOf(deps, caller.org, body);
  const input = presentFacts(deps, bundle.input);
  await compileInTurn(deps, input.policy.definition, caller.org);
  await compileInTurn(deps, policy.definition, caller.org);
  const before = under(deps, input, input.policy);
  const after = under(deps, input, policy);
  const { decision, reason_codes } = bundle.decision;
  return {
    recorded: { decision, reason_codes, p_inside: bundle.input.rule?.p_inside ?? null },
    before: summary(before),
    after: summary(after),
    changed: changedCodes(before, after),
  };
};

/** What was published was examined then; a draft of the command line was not, and its shapes may be of any size. */
function requireLight({ places }: Deps, { rule }: PolicyDefinition): void {
  const heavy = rule ? places.tooHeavy(rule) : null;
  if (heavy)
    refuse('invalid_request', 'too heavy', { fields: [{ path: 'version', message: heavy }], message: heavy });
}

function under(deps: Deps, input: DecisionInput, policy: DecisionInput['policy']): Redecided {
  const judged = { ...input, policy, rule: ruleFacts(deps, policy.definition, input.position) };
  return { input: judged, decision: decide(judged) };
}

const summary = ({ input, decision }: Redecided) => ({
  decision: decision.decision as GeolocationDecision,
  reason_codes: decision.reason_codes,
  p_inside: input.rule?.p_inside ?? null,
});

/** "fail, review": the outcome of a check and what the policy makes of it. */
function effects({ input, decision }: Redecided): Map<string, string> {
  return new Map(
    decision.checks.map(({ code, outcome }) => {
      const judged = outcome === 'fail' || outcome === 'uncertain';
      return [code, judged ? `${outcome}, ${actionFor(input.policy.definition, code, outcome)}` : outcome];
    }),
  );
}

function changedCodes(before: Redecided, after: Redecided) {
  const was = effects(before);
  return [...effects(after)].flatMap(([code, now]) => {
    const then = was.get(code) ?? 'skipped';
    return then === now ? [] : [{ code, before: then, after: now }];
  });
}

async function policyOf(
  deps: Deps,
  org: string,
  { policy_id, version }: { policy_id: string; version: number },
): Promise<DecisionInput['policy']> {
  const row = await policyVersion(deps.database.db, org, policy_id, version);
  if (!row) return refuse('not_found', `${policy_id} version ${version}`);
  const definition = row.definition as PolicyDefinition;
  if (!row.published_at) requireLight(deps, definition);
  return { policy_id, version, definition };
}
