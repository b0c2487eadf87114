import type { DecisionInput } from '../facts.ts';
import { check, type Finding, fail, pass, skipped } from './check.ts';
import { freshConfidence, isSatellite } from './ip-country.ts';

/** Two devices of one person at one desk cannot be farther apart than this, whatever their sources. */
export const FAR_M = 100_000;
/** The confidence that the countries of both sides need. */
const SURE = 0.8;

/**
 * The attack on every hand-off is the relayed QR code: another person, elsewhere, is talked into scanning it.
 * The client is told nothing of this, because the attacker would learn which victim is near enough.
 */
export const handoff = check({
  question: 'Does the phone that took over belong to the person who asked for it?',
  group: 'place',
  codes: {
    handoff_denied: { fail: 'review', outcomes: ['fail'] },
    handoff_far: { fail: 'review', outcomes: ['fail'] },
    handoff_doubtful: { fail: 'fail', outcomes: ['fail'] },
  },
  run(input) {
    const { handoff } = input.origin;
    const codes = ['handoff_denied', 'handoff_far', 'handoff_doubtful'] as const;
    if (handoff?.side !== 'asker')
      return codes.map((code) => skipped(code, handoff ? 'the_phone_itself' : 'no_handoff'));
    const denied = handoff.denied ? fail('handoff_denied', 1) : pass('handoff_denied', 1);
    if (!handoff.phone) return [denied, skipped(codes[1], 'no_phone'), skipped(codes[2], 'no_phone')];
    return [denied, proximity(input, handoff.phone), verdict(handoff.phone)];
  },
});

/** Whether the position that decides comes from a phone that took over. */
export const isPhones = ({ origin }: DecisionInput): boolean =>
  origin.handoff?.side === 'asker' && origin.handoff.phone !== null;

/**
 * Whether a phone measured the position. On either side of a hand-off, the position then says nothing about
 * the install that was helped.
 */
export const isOfPhone = (input: DecisionInput): boolean =>
  input.origin.handoff?.side === 'phone' || isPhones(input);

/**
 * Whether a second device is shown: it proved a key that is bound to the hand-off, and its evidence passed
 * the policy that decides here. On the phone's own side that decision is just being made.
 */
export function hasSecondDevice({ origin: { handoff } }: DecisionInput): boolean {
  if (!handoff?.bound) return false;
  return handoff.side === 'phone' || (handoff.phone?.decision === 'pass' && handoff.phone.same_policy);
}

type Phone = NonNullable<NonNullable<DecisionInput['origin']['handoff']>['phone']>;

/**
 * One network means near. Two networks of one country are normal for a desk with a phone on mobile data, and
 * a relay's exit stays in its user's country. Only another country, or another place, contradicts.
 */
function proximity({ network, origin }: DecisionInput, phone: Phone): Finding {
  const code = 'handoff_far';
  const inputs = {
    same_network: phone.same_network,
    same_asn: network.asn && phone.asn !== null ? network.asn.number === phone.asn : null,
    country: network.country,
    phone_country: phone.country,
    distance_m: phone.distance_m,
    number_confirmed: origin.handoff?.number_confirmed ?? false,
    second_redeemer: origin.handoff?.second_redeemer ?? false,
    age_ms: phone.age_ms,
  };
  if (phone.distance_m !== null && phone.distance_m > FAR_M) return fail(code, 0.9, inputs);
  if (phone.same_network) return pass(code, 0.95, inputs);
  if (network.country === null || phone.country === null) return skipped(code, 'country_unknown');
  // The asker chooses its own network, so mobile data do not excuse it: a relayed code would come over them.
  if (network.country !== phone.country && isSatellite(network.usage))
    return skipped(code, 'exit_is_elsewhere');
  if (network.country !== phone.country && freshConfidence(network) >= SURE)
    return fail(code, network.country_confidence, inputs);
  return pass(code, inputs.same_asn ? 0.8 : 0.5, inputs);
}

/** Findings of the phone's own check stay: the asker's clean browser does not clear them. */
function verdict({ decision, verification_id, attestation, platform }: Phone): Finding {
  const code = 'handoff_doubtful';
  const inputs = { decision, verification_id, attestation, platform };
  if (decision === 'pass') return pass(code, 1, inputs);
  return decision === 'fail' ? fail(code, 1, inputs) : { ...fail(code, 0.7, inputs), at_most: 'review' };
}
