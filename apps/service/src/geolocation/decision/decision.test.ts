import type { PolicyDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { askedPhone, decisionInput, NOW_MS, TRENTON } from '../../../testing/engines/decision-input.ts';
import { CHECKS, CODES } from './checks/all.ts';
import { decide, ENGINE_VERSION } from './decision.ts';
import { type DecisionInput, NO_ORIGIN, type OriginFacts } from './facts.ts';

const outcome = (change?: (input: DecisionInput) => void) => decide(decisionInput(change));
const policy = (more: Partial<PolicyDefinition>) => (input: DecisionInput) => {
  Object.assign(input.policy.definition, more);
};
const noPosition = (input: DecisionInput) => {
  input.evidence.positions = [];
};
const teleported = (input: DecisionInput) => {
  Object.assign(input.history.previous!, { lat: TRENTON.lat + 9, at_ms: NOW_MS - 300_000 });
};

it('passes an honest person, and gives the reasons', () => {
  const decided = outcome();
  expect(decided).toMatchObject({
    decision: 'pass',
    reason_codes: [],
    client_reasons: [],
    assurance: ['consistent'],
    engine_version: ENGINE_VERSION,
  });
  expect(decided.checks.map((check) => check.code)).toEqual([...CODES.keys()]);
});

it('gives checks with exactly the four fields of the contract', () => {
  for (const check of outcome(teleported).checks) {
    expect(Object.keys(check)).toEqual(['code', 'outcome', 'confidence', 'inputs']);
  }
});

describe('the strictest finding decides', () => {
  it('prefers fail to retry, and retry to review', () => {
    const decided = outcome((input) => {
      input.evidence.positions[0]!.accuracy_m = 4_000;
      Object.assign(input.rule!, { inside: false, p_inside: 0, signed_distance_m: -90_000 });
      Object.assign(input.place!, { subdivision: 'US-NY' });
      input.network.country = 'DE';
      input.history.evidence_seen = 'other_customer';
    });
    expect(decided.decision).toBe('fail');
    expect(decided.reason_codes).toEqual([
      'subdivision_not_allowed',
      'evidence_replayed',
      'accuracy_too_low',
      'ip_country_mismatch',
    ]);
  });

  it('tells the person only findings that a person can act on', () => {
    const decided = outcome((input) => {
      input.history.evidence_seen = 'other_customer';
      input.network.country = 'DE';
    });
    expect(decided.reason_codes).toEqual(['evidence_replayed', 'ip_country_mismatch']);
    expect(decided.client_reasons).toEqual(['location_unconfirmed', 'ip_country_mismatch']);
  });

  it('drops a reason that the policy ignores, but keeps the finding', () => {
    const decided = outcome((input) => {
      teleported(input);
      policy({ actions: { impossible_travel: 'ignore' } })(input);
    });
    expect(decided).toMatchObject({ decision: 'pass', reason_codes: [] });
    expect(decided.checks).toContainEqual(
      expect.objectContaining({ code: 'impossible_travel', outcome: 'fail' }),
    );
  });
});

describe('retry', () => {
  it.each([0, 1, 2])('is offered at hop %i', (hop) => {
    const decided = outcome((input) => {
      noPosition(input);
      input.chain.hop = hop;
    });
    expect(decided).toMatchObject({
      decision: 'retry',
      reason_codes: ['position_unavailable'],
      next_check_in_s: 0,
    });
  });

  it('becomes review at hop 3', () => {
    const decided = outcome((input) => {
      noPosition(input);
      input.chain.hop = 3;
    });
    expect(decided).toMatchObject({ decision: 'review', reason_codes: ['position_unavailable'] });
    expect(decided.next_check_in_s).toBeGreaterThan(0);
  });

  it.each([
    ['is switched off', { retry: { on: false } }],
    ['has no hops', { retry: { hops: 0 } }],
  ])('becomes review when it %s', (_what, more) => {
    expect(outcome((input) => [noPosition(input), policy(more)(input)]).decision).toBe('review');
  });

  it('becomes review when the policy allows fewer hops than this', () => {
    const after = (hop: number) =>
      outcome((input) => {
        noPosition(input);
        policy({ retry: { hops: 1 } })(input);
        input.chain.hop = hop;
      }).decision;
    expect([after(0), after(1)]).toEqual(['retry', 'review']);
  });

  it('becomes review when no time is left', () => {
    expect(
      outcome((input) => {
        noPosition(input);
        input.chain.retry_left = false;
      }).decision,
    ).toBe('review');
  });
});

describe('uncertainty', () => {
  const uncertain = (input: DecisionInput) => {
    Object.assign(input.rule!, { p_inside: 0.6, signed_distance_m: 100 });
  };

  it('asks for a retry, then for a review', () => {
    expect(outcome(uncertain)).toMatchObject({ decision: 'retry', reason_codes: ['border_uncertain'] });
    const last = outcome((input) => {
      uncertain(input);
      input.chain.hop = 3;
    });
    expect(last.decision).toBe('review');
  });

  it('never fails, even when the policy says fail', () => {
    const strict = outcome((input) => {
      uncertain(input);
      policy({ actions: { border_uncertain: 'fail' } })(input);
    });
    expect(strict.decision).toBe('retry');
  });

  it('retries, and does not refuse, when an old fix lies outside', () => {
    const old = outcome((input) => {
      Object.assign(input.rule!, { inside: false, p_inside: 0, signed_distance_m: -90_000 });
      input.evidence.positions[0]!.measured_at = new Date(NOW_MS - 90_000).toISOString();
    });
    expect(old).toMatchObject({ decision: 'retry', reason_codes: ['position_stale'] });
  });
});

describe('history', () => {
  it('fails impossible travel on one install', () => {
    expect(outcome(teleported)).toMatchObject({ decision: 'fail', reason_codes: ['impossible_travel'] });
    expect(outcome(teleported).client_reasons).toEqual(['location_unconfirmed']);
  });

  it.each([
    ['another install', 'install-2'],
    ['an install that has no id', null],
  ])('only reviews it for %s, which can be a second device of the family', (_what, id) => {
    const decided = outcome((input) => {
      teleported(input);
      input.install = { id, valid: id === null ? null : true };
    });
    expect(decided).toMatchObject({ decision: 'review', reason_codes: ['impossible_travel'] });
  });

  it('flags no noisy commuter who is checked every ten seconds to twenty minutes', () => {
    let state = 3;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    for (let trip = 0; trip < 3_000; trip++) {
      const gap_s = 10 + random() * 1_190;
      const p95 = 10 + random() * 490;
      const noise = () =>
        (p95 / 2.4477) * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
      const moved_m = gap_s * random() * 31 + noise() - noise();
      const decided = outcome((input) => {
        input.evidence.positions[0]!.accuracy_m = p95;
        Object.assign(input.history.previous!, {
          lat: TRENTON.lat + moved_m / 111_195,
          lng: TRENTON.lng + (noise() - noise()) / 84_000,
          p95_m: p95,
          at_ms: NOW_MS - gap_s * 1_000,
        });
      });
      expect(decided.decision).toBe('pass');
    }
  });
});

describe('depth light', () => {
  it('skips history and integrity, and says so', () => {
    const decided = outcome((input) => {
      teleported(input);
      input.evidence.positions[0]!.accuracy_m = 0;
      policy({ depth: 'light' })(input);
    });
    expect(decided.decision).toBe('pass');
    for (const code of ['impossible_travel', 'evidence_replayed', 'override_suspected']) {
      const found = decided.checks.find((check) => check.code === code);
      expect(found).toMatchObject({ outcome: 'skipped', inputs: { reason: 'depth' } });
    }
  });

  it('still checks the place, the network and the demanded origin', () => {
    const decided = outcome((input) => {
      input.network.country = 'DE';
      policy({ depth: 'light', min_assurance: 'attested' })(input);
    });
    expect(decided.reason_codes).toEqual(['attestation_missing', 'ip_country_mismatch']);
  });
});

const PHONE = askedPhone({}, { side: 'phone', phone: null });

describe('assurance', () => {
  it.each<[what: string, facts: string[], origin: Partial<OriginFacts>]>([
    ['no proof', ['consistent'], { attestation: 'none' }],
    ['an attestation that could not be checked', ['consistent'], { attestation: 'unverified' }],
    ['an attested device', ['attested'], { attestation: 'verified' }],
    ['a phone with a key', ['consistent', 'handoff'], { handoff: PHONE }],
    ['an attested phone with a key', ['attested', 'handoff'], { attestation: 'verified', handoff: PHONE }],
    ['a phone without a key', ['consistent'], { handoff: { ...PHONE, bound: false } }],
    ['an asker', ['consistent', 'handoff'], { handoff: askedPhone() }],
    [
      'an asker of an attested phone',
      ['attested', 'handoff'],
      { handoff: askedPhone({ attestation: 'verified' }) },
    ],
    [
      'an asker of an attested phone without a key',
      ['attested'],
      { handoff: askedPhone({ attestation: 'verified' }, { bound: false }) },
    ],
    [
      'an attested asker of a phone that is not',
      ['consistent', 'handoff'],
      { attestation: 'verified', handoff: askedPhone() },
    ],
    [
      'an asker of a phone that did not pass',
      ['consistent'],
      { handoff: askedPhone({ decision: 'review' }) },
    ],
    [
      'an asker of a phone under another policy',
      ['consistent'],
      { handoff: askedPhone({ same_policy: false }) },
    ],
    [
      'an attested asker whose phone refused',
      ['attested'],
      { attestation: 'verified', handoff: askedPhone({}, { bound: false, denied: true, phone: null }) },
    ],
  ])('of %s is %j', (_, facts, origin) => {
    expect(
      outcome((input) => {
        input.origin = { ...NO_ORIGIN, ...origin };
      }).assurance,
    ).toEqual(facts);
  });

  it('does not count a phone with a key as handoff when the phone’s own check does not pass', () => {
    const decided = outcome((input) => {
      input.origin = { ...NO_ORIGIN, handoff: PHONE };
      noPosition(input);
    });
    expect(decided).toMatchObject({ decision: 'retry', assurance: ['consistent'] });
  });

  it('does not count an attestation that could not be checked', () => {
    const decided = outcome((input) => {
      policy({ min_assurance: 'attested' })(input);
      input.origin.attestation = 'unverified';
    });
    expect(decided).toMatchObject({ decision: 'retry', reason_codes: ['attestation_missing'] });
  });
});

describe('mutation control: with the defence off, the attack passes', () => {
  const attacks: [code: string, change: (input: DecisionInput) => void][] = [
    ['position_unavailable', noPosition],
    [
      'position_stale',
      (i) => Object.assign(i.evidence.positions[0]!, { measured_at: '2026-11-21T11:50:00.000Z' }),
    ],
    [
      'subdivision_not_allowed',
      (i) => [Object.assign(i.rule!, { p_inside: 0 }), Object.assign(i.place!, { subdivision: 'US-NY' })],
    ],
    ['border_uncertain', (i) => Object.assign(i, { rule: null })],
    ['ip_country_mismatch', (i) => Object.assign(i.network, { country: 'DE' })],
    ['impossible_travel', teleported],
    ['evidence_replayed', (i) => Object.assign(i.history, { evidence_seen: 'other_customer' })],
    ['override_suspected', (i) => Object.assign(i.evidence.positions[0]!, { accuracy_m: 0 })],
    ['attestation_missing', policy({ min_assurance: 'handoff' })],
  ];

  it.each(attacks)('%s', (code, change) => {
    const input = decisionInput((i) => change(i));
    expect(decide(input).reason_codes).toEqual([code]);
    const without = CHECKS.filter((check) => !(code in check.codes));
    expect(decide(input, without).decision).toBe('pass');
  });
});
