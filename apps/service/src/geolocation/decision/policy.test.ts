import { type PolicyDefinition, PolicyDefinition as Schema } from '@standpoint/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { CODES } from './checks/all.ts';
import { actionFor, checkDefinition, DEFAULT_POLICY, hopsOf, policyForType } from './policy.ts';

const policy = (more: Partial<PolicyDefinition>): PolicyDefinition => ({ ...DEFAULT_POLICY, ...more });

describe('the default policy', () => {
  it('fits the schema and has no problem', () => {
    expect(Value.Check(Schema, DEFAULT_POLICY)).toBe(true);
    expect(checkDefinition(DEFAULT_POLICY)).toEqual([]);
  });
});

describe('the action of a finding', () => {
  it.each([...CODES.keys()])('%s asks for nothing when it passes or is skipped', (code) => {
    const strict = policy({ actions: { [code]: 'fail' } });
    expect(actionFor(strict, code, 'pass')).toBe('ignore');
    expect(actionFor(strict, code, 'skipped')).toBe('ignore');
  });

  it.each([...CODES.keys()])('%s never fails when it is uncertain', (code) => {
    for (const action of ['fail', 'review', 'retry', 'ignore'] as const) {
      const expected = action === 'ignore' ? 'ignore' : 'retry';
      expect(actionFor(policy({ actions: { [code]: action } }), code, 'uncertain')).toBe(expected);
    }
    expect(actionFor(DEFAULT_POLICY, code, 'uncertain')).not.toBe('fail');
  });

  it('follows the policy, then the default of the code', () => {
    expect(actionFor(DEFAULT_POLICY, 'impossible_travel', 'fail')).toBe('fail');
    expect(actionFor(policy({ actions: { impossible_travel: 'review' } }), 'impossible_travel', 'fail')).toBe(
      'review',
    );
    expect(actionFor(DEFAULT_POLICY, 'ip_stamp_mismatch', 'fail')).toBe('ignore');
    expect(actionFor(DEFAULT_POLICY, 'clock_skew', 'uncertain')).toBe('ignore');
    expect(actionFor(policy({ actions: { clock_skew: 'review' } }), 'clock_skew', 'uncertain')).toBe('retry');
  });

  it('takes no action from the prototype of the policy object', () => {
    expect(actionFor(policy({ actions: {} }), 'constructor', 'uncertain')).toBe('retry');
  });
});

describe('the number of further tries', () => {
  it.each([
    [{}, 3],
    [{ retry: { on: true } }, 3],
    [{ retry: { on: false, hops: 3 } }, 0],
    [{ retry: { hops: 1 } }, 1],
    [{ retry: { hops: 0 } }, 0],
  ] as const)('%o gives %i', (more, hops) => {
    expect(hopsOf({ name: 'p', ...more })).toBe(hops);
  });
});

describe('the policy of a transaction type', () => {
  const general = { id: 1, definition: policy({}) };
  const wager = { id: 2, definition: policy({ transaction_types: ['Wager', 'payout'] }) };

  it('is the one that names it, in any letter case', () => {
    expect(policyForType([general, wager], 'WAGER')?.id).toBe(2);
  });

  it('is otherwise the one that names no type', () => {
    expect(policyForType([wager, general], 'login')?.id).toBe(1);
  });

  it('is otherwise null', () => {
    expect(policyForType([wager], 'login')).toBeNull();
    expect(policyForType([], 'login')).toBeNull();
  });
});

describe('the check of a definition', () => {
  const square: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  it.each<[string, Partial<PolicyDefinition>, string]>([
    ['a code that no check gives', { actions: { ip_vpm: 'fail' } }, 'actions.ip_vpm'],
    [
      'a fail for what is never certain',
      { actions: { border_uncertain: 'fail' } },
      'actions.border_uncertain',
    ],
    ['an action for information', { actions: { ip_unavailable: 'review' } }, 'actions.ip_unavailable'],
    [
      'a retry while retry is off',
      { actions: { clock_skew: 'retry' }, retry: { on: false } },
      'actions.clock_skew',
    ],
    [
      'a check that depth light leaves out',
      { actions: { impossible_travel: 'fail' }, depth: 'light' },
      'actions.impossible_travel',
    ],
    [
      'an ignored demand',
      { actions: { attestation_missing: 'ignore' }, min_assurance: 'attested' },
      'actions.attestation_missing',
    ],
    ['a place both allowed and denied', { rule: { allow: ['US-NJ'], deny: ['US-NJ'] } }, 'rule.deny'],
    ['a shape that is none', { rule: { shapes: [{ effect: 'allow' }] } }, 'rule.shapes[0]'],
    [
      'a shape that is both',
      { rule: { shapes: [{ effect: 'deny', polygon: [square], circle: { lat: 0, lng: 0, radius_m: 1 } }] } },
      'rule.shapes[0]',
    ],
    [
      'an open ring',
      { rule: { shapes: [{ effect: 'deny', polygon: [[...square.slice(0, 3), [5, 5]]] }] } },
      'rule.shapes[0].polygon[0]',
    ],
    [
      'a ring without area',
      {
        rule: {
          shapes: [
            {
              effect: 'deny',
              polygon: [
                [
                  [0, 0],
                  [1, 1],
                  [1, 1],
                  [0, 0],
                ],
              ],
            },
          ],
        },
      },
      'rule.shapes[0].polygon[0]',
    ],
    ['a type named twice', { transaction_types: ['wager', 'Wager'] }, 'transaction_types'],
  ])('finds %s', (_what, more, path) => {
    const problems = checkDefinition(policy(more));
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]!.message).toMatch(/\.$/);
  });

  it('finds nothing in a sound policy', () => {
    const sound = policy({
      retention_days: 30,
      actions: { ip_vpn: 'retry', border_uncertain: 'review', impossible_travel: 'review' },
      rule: { allow: ['US'], deny: ['US-NY'], shapes: [{ effect: 'exclusion', polygon: [square] }] },
    });
    expect(checkDefinition(sound)).toEqual([]);
  });
});
