import type { DecisionInput, NetworkUsage } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { nearBorder } from './expected-jurisdiction.ts';
import { whyNotCurrent } from './freshness.ts';
import { timeZoneDiffers } from './time-zone.ts';

/** Two databases that agree, or one alone, are believed; two that contradict each other are not. */
export const BELIEVED = 0.8;

/**
 * The confidence as if the data were fresh. Age lowers the confidence that is reported. A check that compared
 * the lowered value with a threshold would let age alone turn a decision around.
 */
export const freshConfidence = ({ country_confidence, country_aged_by }: DecisionInput['network']): number =>
  Math.round((country_confidence + country_aged_by) * 100) / 100;

const is = (kind: NetworkUsage['kind'], usage: NetworkUsage[] | null): boolean =>
  (usage ?? []).some((found) => found.kind === kind && found.confidence >= 0.5);

export const isSatellite = (usage: NetworkUsage[] | null): boolean => is('satellite', usage);

/**
 * A roaming phone leaves through its home country's gateways, and a satellite link through the ground
 * station's country: the country of such an address says nothing about where the device is.
 */
export const exitsAnywhere = (usage: NetworkUsage[] | null): boolean =>
  is('cellular', usage) || isSatellite(usage);

/** Why an address of another country than the position's may be honest; null when nothing explains it. */
function exitAbroad({ usage }: DecisionInput['network']): 'roaming' | 'satellite' | 'gateway' | null {
  if (is('cellular', usage)) return 'roaming';
  if (isSatellite(usage)) return 'satellite';
  // A company's gateway stands in the vendor's nearest data centre, which may be across a border.
  return is('security_gateway', usage) ? 'gateway' : null;
}

/**
 * In a disputed place, networks of the state that claims it are as normal as those of the state whose code it
 * has.
 */
export const isCountryOf = (place: DecisionInput['place'], country: string | null): boolean =>
  country !== null && (country === place?.country || country === place?.disputed?.by);

const believed = (network: DecisionInput['network']) => freshConfidence(network) >= BELIEVED;

export const ipCountry = check({
  question: 'Does the network address belong to the country where the device stands?',
  group: 'network',
  codes: {
    ip_unavailable: { fail: 'ignore', outcomes: [] },
    ip_country_uncertain: { fail: 'ignore', uncertain: 'ignore', outcomes: ['uncertain'] },
    ip_country_mismatch: { fail: 'review', remedy: 'use_local_connection' },
  },
  run(input) {
    const { ip, ip_class, ip_source, country, country_confidence, sources, data_date } = input.network;
    const reason = whyNoCountry(input);
    if (reason) {
      return [
        skipped('ip_unavailable', reason),
        skipped('ip_country_uncertain', reason),
        skipped('ip_country_mismatch', reason),
      ];
    }
    const inputs = { ip, ip_class, ip_source, country, country_confidence, sources, data_date };
    const certain = believed(input.network);
    return [
      pass('ip_unavailable', 1, { ip_source }),
      (certain ? pass : uncertain)('ip_country_uncertain', country_confidence, inputs),
      mismatch(input),
    ];
  },
});

function whyNoCountry({ network }: DecisionInput): string | null {
  if (network.ip === null) return 'no_address';
  if (network.ip_class !== null && network.ip_class !== 'public') return 'ip_not_public';
  return network.country === null ? 'ip_country_unknown' : null;
}

function mismatch(input: DecisionInput): Finding {
  const code = 'ip_country_mismatch';
  const { network, place } = input;
  const reason = whyNotCurrent(input) ?? (place?.country ? null : 'jurisdiction_unknown');
  if (reason) return skipped(code, reason);
  if (!believed(network)) return skipped(code, 'ip_country_uncertain');
  const inputs = { ip_country: network.country, device_country: place?.country ?? null };
  // Near a border the neighbour's networks are normal.
  if (network.country_near) return pass(code, 0.5, { ...inputs, country_near: true });
  if (isCountryOf(place, network.country)) return pass(code, network.country_confidence, inputs);
  const exit = exitAbroad(network);
  if (exit) return explained(input, exit, inputs);
  // The address's country is known to be far away: a border with a third one explains nothing.
  const explains = network.country_near === null && nearBorder(input, 'country');
  return explains ? uncertain(code, 0.5, inputs) : fail(code, network.country_confidence, inputs);
}

/**
 * A phone sets its clock by the network that it visits, so a person who really roams keeps the time of the
 * place. One who keeps the time of home may be at home: a local connection tells the two apart.
 */
function explained(input: DecisionInput, exit: string, inputs: Finding['inputs']): Finding {
  const code = 'ip_country_mismatch';
  if (exit === 'gateway' || timeZoneDiffers(input)) return uncertain(code, 0.5, { ...inputs, exit });
  const reason = exit === 'roaming' ? 'roaming' : 'exit_is_elsewhere';
  return { ...skipped(code, reason), inputs: { reason, ...inputs } };
}

/**
 * Whether a believed country of the address contradicts the position; false when either is unknown, or the
 * network's exits stand anywhere.
 */
export function ipCountryDiffers(input: DecisionInput): boolean {
  const { network, place } = input;
  if (whyNoCountry(input) || whyNotCurrent(input) || !place?.country) return false;
  if (exitAbroad(network)) return false;
  return believed(network) && !isCountryOf(place, network.country) && !network.country_near;
}
