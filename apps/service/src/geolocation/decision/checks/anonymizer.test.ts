import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { decide } from '../decision.ts';
import type { NetworkUsage } from '../facts.ts';
import { CHECKS } from './all.ts';
import type { CheckDefinition } from './check.ts';

const KINDS: NetworkUsage['kind'][] = [
  'residential',
  'hosting',
  'vpn',
  'proxy',
  'residential_proxy',
  'private_relay',
  'cellular',
  'satellite',
];
const FAMILIES: NetworkUsage['families'][] = [[], ['list'], ['commercial'], ['path']];

/**
 * An honest person whose address one family of sources calls anything, with any confidence, retries left or
 * not.
 */
function* oneFamily() {
  for (const families of FAMILIES)
    for (const confidence of [0.4, 0.5, 0.85, 1])
      for (const retry_left of [true, false])
        for (const kinds of [...KINDS.map((kind) => [kind]), KINDS])
          yield {
            name: `${kinds.join('+')} ${families} ${confidence}`,
            input: decisionInput((i) => {
              i.network.usage = kinds.map((kind) => ({ kind, families, confidence }));
              i.chain.retry_left = retry_left;
            }),
          };
}

describe('an anonymizer', () => {
  it('on the word of one family alone never fails anybody', () => {
    let judged = 0;
    for (const { name, input } of oneFamily()) {
      expect(decide(input).decision, name).not.toBe('fail');
      judged++;
    }
    expect(judged).toBeGreaterThan(200);
  });

  it('would, were one signal enough (mutation control)', async () => {
    const { anonymizer } = await mutant<{ anonymizer: CheckDefinition }>(
      'geolocation/decision/checks/anonymizer.ts',
      ['signals.length >= 2', 'signals.length >= 1'],
    );
    const checks = CHECKS.map((check) => (check.codes.ip_vpn ? anonymizer : check));
    const decisions = [...oneFamily()].map(({ input }) => decide(input, checks).decision);
    expect(decisions).toContain('fail');
  });

  it('that runs in a data centre is a review at most, whatever the policy says', () => {
    const input = decisionInput((i) => {
      i.network.usage = [{ kind: 'hosting', families: ['list', 'commercial'], confidence: 1 }];
      i.policy.definition = { ...i.policy.definition, actions: { ip_hosting: 'fail' } };
    });
    expect(decide(input).decision).toBe('review');
  });

  it('of two families fails, and so does a fresh list of Tor exits by itself', () => {
    const decided = (usage: NetworkUsage) =>
      decide(
        decisionInput((i) => {
          i.network.usage = [usage];
        }),
      ).decision;
    expect(decided({ kind: 'vpn', families: ['list', 'commercial'], confidence: 0.85 })).toBe('fail');
    expect(decided({ kind: 'tor', families: ['list'], confidence: 0.95 })).toBe('fail');
    expect(decided({ kind: 'tor', families: ['list'], confidence: 0.6 })).toBe('retry');
  });

  it('is never seen in a relay, which passes', () => {
    const input = decisionInput((i) => {
      i.network.usage = [
        { kind: 'private_relay', families: ['list'], confidence: 0.98 },
        { kind: 'vpn', families: ['list', 'commercial'], confidence: 1 },
        { kind: 'hosting', families: ['list'], confidence: 1 },
      ];
    });
    expect(decide(input)).toMatchObject({ decision: 'pass', reason_codes: [] });
  });
});
