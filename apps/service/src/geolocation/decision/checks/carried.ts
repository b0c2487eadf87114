import type { HistoryFacts } from '../facts.ts';
import { type Finding, fail, type Group, type Traits } from './check.ts';

const SPOOF_GROUPS: readonly Group[] = ['integrity', 'history', 'assurance'];

/**
 * Whether a finding counts from every try of a chain: what tells of a spoof and is told to nobody. What a
 * person can put right (place, accuracy, a VPN, a shared screen) counts from the last try only.
 */
export const isAntiSpoof = (traits: (Traits & { group: Group }) | undefined, code: string): boolean =>
  traits !== undefined &&
  traits.remedy === undefined &&
  (SPOOF_GROUPS.includes(traits.group) || code === 'ip_stamp_mismatch');

/**
 * Findings of earlier tries take the place of a later try's clean ones, or a spoofer launders a bad try by
 * repeating it. They ask for `review` at most: a try that failed has no next one, and another try cannot undo
 * them.
 */
export function carryOver(findings: Finding[], earlier: HistoryFacts['earlier'] = []): Finding[] {
  return findings.map((finding) => {
    const before = earlier.find(({ code }) => code === finding.code);
    if (!before || finding.outcome === 'fail') return finding;
    return {
      ...fail(finding.code, before.confidence, { from_attempt: before.hop }),
      at_most: 'review',
      final: true,
    };
  });
}
