import type { DecisionInput, TrustedPlace } from '../facts.ts';
import { actionFor } from '../policy.ts';
import { CODES } from './all.ts';
import { isAntiSpoof } from './carried.ts';
import { type Finding, pass } from './check.ts';

/**
 * Findings that an honest home has now and then and that say nothing about the device itself: data about the
 * address are wrong, a laptop kept another zone, a tablet was elsewhere, a browser was reset. Never a
 * jurisdiction, an anonymizer, a replay, an impossible journey, another customer on the install, or a tell of
 * an attack.
 */
const RELAXED: ReadonlySet<string> = new Set([
  'ip_device_distance',
  'time_zone_mismatch',
  'fast_travel',
  'customer_many_installs',
]);

/** A trusted place shows where a person lives, not that this try is honest. */
const DOUBT = 0.5;

/** The place that vouches for this verification; null when there is none or the policy does not want one. */
export const trustedPlace = ({ policy, history }: DecisionInput): TrustedPlace | null =>
  policy.definition.trusted_places?.on ? (history.trusted_place ?? null) : null;

/**
 * At a trusted place these findings become a pass that names the place; not when another finding points to an
 * attack, and not when the policy lets the code fail.
 */
export function relax(findings: Finding[], input: DecisionInput): Finding[] {
  const place = trustedPlace(input);
  if (!place || findings.some(speaksOfAttack)) return findings;
  return findings.map((finding) =>
    RELAXED.has(finding.code) && counts(finding) && !fails(finding.code, input)
      ? pass(finding.code, DOUBT, { ...finding.inputs, found: finding.outcome, trusted_place: { ...place } })
      : finding,
  );
}

const counts = ({ outcome }: Finding) => outcome === 'fail' || outcome === 'uncertain';

const fails = (code: string, { policy }: DecisionInput) =>
  actionFor(policy.definition, code, 'fail') === 'fail';

const speaksOfAttack = ({ code, outcome }: Finding) =>
  outcome === 'fail' && !RELAXED.has(code) && isAntiSpoof(CODES.get(code), code);

/**
 * Whether a pass may count towards a place: no check failed (whatever the policy made of it), no hidden
 * finding was uncertain, and no trust was needed. A place cannot vouch for itself, and a spoofer who pretends
 * to be there has to stay unnoticed each time.
 */
export const isClean = (checks: readonly Pick<Finding, 'code' | 'outcome' | 'inputs'>[]): boolean =>
  checks.every(
    ({ code, outcome, inputs }) =>
      outcome !== 'fail' &&
      !(outcome === 'uncertain' && CODES.get(code)?.remedy === undefined) &&
      inputs.trusted_place === undefined,
  );
