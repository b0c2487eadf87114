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
 * An honest person whose address is given any class, with any confidence, by one family of sources; with or
 * without tries left.
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
  it('never fails on the word of one family alone', () => {
    let judged = 0;
    for (const { name, input } of oneFamily()) {
      expect(decide(input).decision, name).not.toBe('fail');
      judged++;
    }
    expect(judged).toBeGreaterThan(200);
  });

  it('mutation control: fails when one signal is enough', async () => {
    const { anonymizer } = await mutant<{ anonymizer: CheckDefinition }>(
      'geolocation/decision/checks/anonymizer.ts',
      ['signals.length >= 2', 'signals.length >= 1'],
    );
    const checks = CHECKS.map((check) => (check.codes.ip_vpn ? anonymizer : check));
    const decisions = [...oneFamily()].map(({ input }) => decide(input, checks).decision);
    expect(decisions).toContain('fail');
  });

  it('goes to review at most when it runs in a data centre, whatever the policy says', () => {
    const input = decisionInput((i) => {
      i.network.usage = [{ kind: 'hosting', families: ['list', 'commercial'], confidence: 1 }];
      i.policy.definition = { ...i.policy.definition, actions: { ip_hosting: 'fail' } };
    });
    expect(decide(input).decision).toBe('review');
  });

  it('fails on two families, and on a fresh list of Tor exits alone', () => {
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
