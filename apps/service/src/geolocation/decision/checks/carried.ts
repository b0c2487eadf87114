import type { HistoryFacts } from '../facts.ts';
import { type Finding, fail, type Group, type Traits } from './check.ts';

const SPOOF_GROUPS: readonly Group[] = ['integrity', 'history', 'assurance'];

/**
 * Whether a finding counts from every try of a chain. Findings that reveal a spoof and are never told to the
 * client count; findings that a person can put right (place, accuracy, a VPN, a shared screen) count from the
 * last try only.
 */
export const isAntiSpoof = (traits: (Traits & { group: Group }) | undefined, code: string): boolean =>
  traits !== undefined &&
  traits.remedy === undefined &&
  (SPOOF_GROUPS.includes(traits.group) || code === 'ip_stamp_mismatch');

/**
 * Findings of earlier tries replace a later try's clean ones; otherwise a spoofer could launder a bad try by
 * repeating it. They ask for `review` at most: a failed try has no next one, and another try cannot undo
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
