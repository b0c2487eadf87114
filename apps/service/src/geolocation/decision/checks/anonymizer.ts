import type { DecisionInput, NetworkUsage } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { ipCountryDiffers } from './ip-country.ts';
import { timeZoneDiffers } from './time-zone.ts';

export const FIRM = 0.9;
/**
 * Below this confidence a class is only a hint, such as a word in a name: it is reported, but decides
 * nothing.
 */
export const HINT = 0.5;

const CODES = [
  'ip_vpn',
  'ip_proxy',
  'ip_tor',
  'ip_hosting',
  'ip_private_relay',
  'ip_security_gateway',
  'ip_residential_proxy',
] as const;

export const anonymizer = check({
  question: 'Does the address hide where the traffic comes from?',
  group: 'network',
  codes: {
    ip_vpn: { fail: 'fail', remedy: 'turn_off_vpn' },
    ip_proxy: { fail: 'fail', remedy: 'turn_off_proxy' },
    ip_tor: { fail: 'fail', remedy: 'leave_tor' },
    ip_hosting: { fail: 'review', outcomes: ['fail'], remedy: 'use_local_connection' },
    ip_private_relay: { fail: 'ignore', outcomes: ['fail'] },
    ip_security_gateway: { fail: 'ignore', outcomes: ['fail'], remedy: 'use_local_connection' },
    ip_residential_proxy: { fail: 'review', outcomes: ['fail'] },
  },
  run(input) {
    const { usage } = input.network;
    if (usage === null) return CODES.map((code) => skipped(code, 'no_usage_data'));
    const of = (kind: NetworkUsage['kind']) => usage.find((found) => found.kind === kind);
    const firm = (kind: NetworkUsage['kind']) => (of(kind)?.confidence ?? 0) >= HINT;
    const relay = firm('private_relay') ? of('private_relay') : undefined;
    // A relay keeps the person's region, so lists that call it a VPN or a data centre are wrong about it.
    // A company's gateway is no choice of the person's. What stays of a tunnel beside it has two families of sources,
    // or is on the operator's own list.
    const gateway = firm('security_gateway') ? of('security_gateway') : undefined;
    const explained = relay ?? gateway;
    const tunnel = (kind: 'vpn' | 'proxy') => (relay ? undefined : of(kind));
    return [
      hidden('ip_vpn', tunnel('vpn'), input),
      hidden('ip_proxy', tunnel('proxy'), input),
      // The network itself publishes its members, so no second signal is needed.
      tor(of('tor')),
      atMostReview('ip_hosting', explained || firm('cellular') ? undefined : of('hosting')),
      information('ip_private_relay', relay),
      information('ip_security_gateway', gateway),
      atMostReview('ip_residential_proxy', of('residential_proxy')),
    ];
  },
});

const information = (code: string, found: NetworkUsage | undefined): Finding =>
  found ? fail(code, found.confidence, sourcesOf(found)) : pass(code, 0.9);

/** The sources of a finding, so that an appeal can be answered. */
const sourcesOf = ({ sources }: NetworkUsage) => (sources ? { sources } : {});

function tor(found: NetworkUsage | undefined): Finding {
  if (!found || found.confidence < HINT) return pass('ip_tor', 0.9);
  return (found.confidence >= FIRM ? fail : uncertain)('ip_tor', found.confidence, sourcesOf(found));
}

/**
 * A data centre may be an office's exit, and a residential proxy a neighbour's device: a confident finding
 * goes to review.
 */
function atMostReview(code: string, found: NetworkUsage | undefined): Finding {
  if (!found) return pass(code, 0.9);
  if (found.confidence < HINT || found.families.length === 0)
    return pass(code, 1 - found.confidence, sourcesOf(found));
  return { ...fail(code, found.confidence, sourcesOf(found)), at_most: 'review' };
}

/** A single source over-blocks: a firm answer takes two signals of independent families. */
function hidden(code: string, found: NetworkUsage | undefined, input: DecisionInput): Finding {
  if (!found) return pass(code, 0.9);
  if (found.confidence < HINT) return pass(code, 1 - found.confidence, sourcesOf(found));
  const signals: string[] = [...new Set(found.families)];
  if (timeZoneDiffers(input)) signals.push('device');
  if (ipCountryDiffers(input)) signals.push('place');
  const inputs = { signals, ...sourcesOf(found) };
  return signals.length >= 2
    ? fail(code, found.confidence, inputs)
    : uncertain(code, found.confidence, inputs);
}
