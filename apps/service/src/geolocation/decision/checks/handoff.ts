import type { DecisionInput } from '../facts.ts';
import { check, type Finding, fail, pass, skipped } from './check.ts';
import { freshConfidence } from './ip-country.ts';

/** Farther apart than two devices of one person at one desk can be, whatever their sources. */
const FAR_M = 100_000;
/** Both sides' countries are known so well. */
const SURE = 0.8;

/**
 * The relayed QR code is the attack on every hand-off: somebody else, elsewhere, is talked into scanning it.
 * Nothing here is told to the client, or the attacker would learn which victim is near enough.
 */
export const handoff = check({
  question: 'Does the phone that took over belong to whoever asked it?',
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

/** The position that decides is that of a phone which took over. */
export const isPhones = ({ origin }: DecisionInput): boolean =>
  origin.handoff?.side === 'asker' && origin.handoff.phone !== null;

/**
 * A phone measured the position: on either side of a hand-off it says nothing about the install that was
 * helped.
 */
export const isOfPhone = (input: DecisionInput): boolean =>
  input.origin.handoff?.side === 'phone' || isPhones(input);

/**
 * A second device, as far as that can be told: it proved a key that is bound to the hand-off, and what it
 * sent passed the policy that decides here. On the phone's own side that decision is just being made.
 */
export function hasSecondDevice({ origin: { handoff } }: DecisionInput): boolean {
  if (!handoff?.bound) return false;
  return handoff.side === 'phone' || (handoff.phone?.decision === 'pass' && handoff.phone.same_policy);
}

type Phone = NonNullable<NonNullable<DecisionInput['origin']['handoff']>['phone']>;

/**
 * One network is near. Two networks of one country are what a desk with a phone on mobile data looks like,
 * and a relay's exit stays in its user's country: only another country, or another place, contradicts.
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
  if (network.country !== phone.country && freshConfidence(network) >= SURE)
    return fail(code, network.country_confidence, inputs);
  return pass(code, inputs.same_asn ? 0.8 : 0.5, inputs);
}

/** What the phone's own check found stays found: the asker's clean browser does not wash it off. */
function verdict({ decision, verification_id, attestation, platform }: Phone): Finding {
  const code = 'handoff_doubtful';
  const inputs = { decision, verification_id, attestation, platform };
  if (decision === 'pass') return pass(code, 1, inputs);
  return decision === 'fail' ? fail(code, 1, inputs) : { ...fail(code, 0.7, inputs), at_most: 'review' };
}
