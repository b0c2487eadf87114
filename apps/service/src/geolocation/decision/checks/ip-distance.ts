import { greatCircleM } from '../../geodata/places/great-circle.ts';
import type { DecisionInput, NetworkUsage } from '../facts.ts';
import { check, fail, pass, skipped, uncertain } from './check.ts';
import { whyNotCurrent } from './freshness.ts';
import { ipCountryDiffers } from './ip-country.ts';
import { timeZoneDiffers } from './time-zone.ts';

/**
 * Metres beyond both radii. Honest people at home exceed it in 1.3 to 3.5 % of cases, so it is never enough
 * by itself.
 */
export const FAR_M = 1_000_000;

/** Exits of these networks stand where their operator has them, not where the person is. */
const ELSEWHERE: readonly NetworkUsage['kind'][] = [
  'cellular',
  'satellite',
  'private_relay',
  'security_gateway',
];
const HIDING: readonly NetworkUsage['kind'][] = ['vpn', 'proxy', 'residential_proxy', 'tor', 'hosting'];

export const ipDistance = check({
  question: 'Is the address anywhere near the device?',
  group: 'network',
  codes: {
    ip_device_distance: { fail: 'review', uncertain: 'ignore' },
  },
  run(input) {
    const code = 'ip_device_distance';
    const { location, usage } = input.network;
    const { position } = input;
    const is = (kinds: readonly NetworkUsage['kind'][]) =>
      (usage ?? []).some(({ kind, confidence }) => kinds.includes(kind) && confidence >= 0.5);
    const reason =
      whyNotCurrent(input) ??
      (location ? null : 'no_city_data') ??
      (is(ELSEWHERE) ? 'exit_is_elsewhere' : null);
    if (reason || !location || !position) return [skipped(code, reason ?? 'position_unavailable')];
    const between_m = greatCircleM(location, position);
    const beyond_m = Math.max(0, Math.round(between_m - (location.radius_m ?? 0) - position.p95_m));
    const inputs = { beyond_m, radius_m: location.radius_m };
    if (beyond_m < FAR_M) return [pass(code, 0.6, inputs)];
    const second = secondSignal(input, is(HIDING));
    return [
      second
        ? { ...fail(code, 0.6, { ...inputs, second }), at_most: 'review' }
        : uncertain(code, 0.5, inputs),
    ];
  },
});

function secondSignal(input: DecisionInput, hiding: boolean): string | null {
  if (hiding) return 'usage';
  if (timeZoneDiffers(input)) return 'time_zone';
  return ipCountryDiffers(input) ? 'ip_country' : null;
}
