import type { Assurance } from '@standpoint/contract';
import type { OriginFacts } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';

const UNDECIDED: OriginFacts['attestation'][] = ['unverified', 'unavailable', 'malformed'];
const LEVELS: Assurance[] = ['consistent', 'attested', 'handoff'];

export const assurance = check({
  question: 'Is the origin of the evidence proven as far as the policy demands?',
  group: 'assurance',
  codes: { attestation_missing: { fail: 'fail', remedy: 'use_app_or_phone' } },
  run({ origin, policy }): Finding[] {
    const code = 'attestation_missing';
    const demanded = policy.definition.min_assurance ?? 'consistent';
    if (demanded === 'consistent') return [skipped(code, 'not_demanded')];
    const reached = assuranceOf(origin);
    const inputs = { demanded, reached, attestation: origin.attestation };
    if (LEVELS.indexOf(reached) >= LEVELS.indexOf(demanded)) return [pass(code, 1, inputs)];
    // An attestation that could not be checked or read is no proof, but no reason to refuse the person either.
    const open = UNDECIDED.includes(origin.attestation) && demanded === 'attested';
    if (open) return [uncertain(code, 0.5, inputs)];
    const missing = fail(code, 1, inputs);
    // A browser proves nothing itself, but may ask a phone.
    const phone = origin.phone_possible && policy.definition.handoff?.on !== false;
    return [phone ? { ...missing, curable: true } : missing];
  },
});

/** What was proven: nothing contradicts the claim, a genuine app sent it, or a phone bound to the session did. */
export function assuranceOf({
  attestation,
  handoff,
}: Pick<OriginFacts, 'attestation' | 'handoff'>): Assurance {
  if (handoff?.bound) return 'handoff';
  return attestation === 'verified' ? 'attested' : 'consistent';
}
