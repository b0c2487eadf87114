import type { Assurance } from '@standpoint/contract';
import type { DecisionInput, OriginFacts } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { hasSecondDevice, isPhones } from './handoff.ts';

const UNDECIDED: OriginFacts['attestation'][] = ['unverified', 'unavailable', 'malformed'];

export const assurance = check({
  question: 'Is the origin of the evidence proven in the way that the policy demands?',
  group: 'assurance',
  codes: { attestation_missing: { fail: 'fail', remedy: 'use_app_or_phone' } },
  run(input): Finding[] {
    const code = 'attestation_missing';
    const { origin, policy } = input;
    const demanded = policy.definition.min_assurance ?? 'consistent';
    if (demanded === 'consistent') return [skipped(code, 'not_demanded')];
    const attestation = positionAttestation(input);
    const second_device = hasSecondDevice(input);
    const inputs = { demanded, attestation, second_device };
    // Neither proof replaces the other: a script can hold a second key, and an attested device need not be a
    // second device.
    const met = demanded === 'attested' ? attestation === 'verified' : second_device;
    if (met) return [pass(code, 1, inputs)];
    // An attestation that could not be checked or read is no proof, but also no reason to refuse the person.
    const open = UNDECIDED.includes(attestation) && demanded === 'attested';
    if (open) return [uncertain(code, 0.5, inputs)];
    const missing = fail(code, 1, inputs);
    // A browser can prove nothing itself, but may ask a phone.
    const phone = origin.phone_possible && policy.definition.handoff?.on !== false;
    return [phone ? { ...missing, curable: true } : missing];
  },
});

/**
 * Only the device that measured the position can vouch for it: when a phone took over, the asker's own proof
 * says nothing.
 */
const positionAttestation = (input: DecisionInput): OriginFacts['attestation'] =>
  isPhones(input) ? input.origin.handoff!.phone!.attestation : input.origin.attestation;

/**
 * Each fact that holds, in the contract's order. A phone confirms nothing when its own check did not pass.
 */
export function assuranceOf(input: DecisionInput, passed: boolean): Assurance {
  const base = positionAttestation(input) === 'verified' ? 'attested' : 'consistent';
  const confirmed = hasSecondDevice(input) && (passed || input.origin.handoff?.side === 'asker');
  return confirmed ? [base, 'handoff'] : [base];
}
