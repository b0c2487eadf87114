import type { DecisionInput, NetworkUsage } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { ipCountryDiffers } from './ip-country.ts';
import { timeZoneDiffers } from './time-zone.ts';

const FIRM = 0.9;

export const anonymizer = check({
  question: 'Does the address hide where the traffic comes from?',
  group: 'network',
  codes: {
    ip_vpn: { fail: 'fail', remedy: 'turn_off_vpn' },
    ip_proxy: { fail: 'fail', remedy: 'turn_off_vpn' },
    ip_tor: { fail: 'fail', remedy: 'turn_off_vpn' },
    ip_hosting: { fail: 'review', outcomes: ['fail'], remedy: 'turn_off_vpn' },
    ip_private_relay: { fail: 'ignore', outcomes: ['fail'] },
  },
  run(input) {
    const { usage } = input.network;
    const codes = ['ip_vpn', 'ip_proxy', 'ip_tor', 'ip_hosting', 'ip_private_relay'];
    if (usage === null) return codes.map((code) => skipped(code, 'no_usage_data'));
    const of = (kind: NetworkUsage['kind']) => usage.find((found) => found.kind === kind);
    const relay = of('private_relay');
    const tor = of('tor');
    // A relay keeps the person's region: lists that call it a VPN or a data centre are wrong about it.
    const tunnel = (kind: 'vpn' | 'proxy') => (relay ? undefined : of(kind));
    const hosting = relay || of('cellular') ? undefined : of('hosting');
    return [
      hidden('ip_vpn', tunnel('vpn'), input),
      hidden('ip_proxy', tunnel('proxy'), input),
      // Membership is published by the network itself: no second signal is needed.
      tor ? (tor.confidence >= FIRM ? fail : uncertain)('ip_tor', tor.confidence) : pass('ip_tor', 0.9),
      hosting ? { ...fail('ip_hosting', hosting.confidence), at_most: 'review' } : pass('ip_hosting', 0.9),
      relay ? fail('ip_private_relay', relay.confidence) : pass('ip_private_relay', 0.9),
    ];
  },
});

/** One source over-blocks: a firm answer takes two signals of independent families. */
function hidden(code: string, found: NetworkUsage | undefined, input: DecisionInput): Finding {
  if (!found) return pass(code, 0.9);
  const signals: string[] = [...new Set(found.families)];
  if (timeZoneDiffers(input)) signals.push('device');
  if (ipCountryDiffers(input)) signals.push('place');
  const inputs = { signals };
  return signals.length >= 2
    ? fail(code, found.confidence, inputs)
    : uncertain(code, found.confidence, inputs);
}
