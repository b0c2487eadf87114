import { POLICY_ACTIONS } from '@standpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { decisionInput, NOW_MS } from '../../../testing/engines/decision-input.ts';
import { CODES } from './checks/all.ts';
import { decide } from './decision.ts';
import type { DecisionInput } from './facts.ts';
import { choosePosition } from './position.ts';

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const country = fc.constantFrom('US', 'CA', 'DE', null);
const subdivision = fc.constantFrom('US-NJ', 'US-NY', 'CA-ON', null);
const ms = (within: number) => fc.integer({ min: -within, max: within });

const reading = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  accuracy_m: fc.oneof(fc.double({ min: 0, max: 2_000, noNaN: true }), fc.constantFrom(-1, 0, 150, 90_000)),
  accuracy_basis: fc.constantFrom('p95' as const, 'p68' as const, 'rms' as const),
  measured_at: ms(200_000).map((off) => new Date(NOW_MS + off).toISOString()),
  speed_mps: fc.option(fc.double({ min: 0, max: 300, noNaN: true }), { nil: undefined }),
});
const usage = fc.record({
  kind: fc.constantFrom(
    'hosting' as const,
    'vpn' as const,
    'tor' as const,
    'private_relay' as const,
    'cellular' as const,
  ),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  families: fc.subarray(['list' as const, 'commercial' as const, 'path' as const]),
});
const actions = fc.dictionary(fc.constantFrom(...CODES.keys()), fc.constantFrom(...POLICY_ACTIONS), {
  maxKeys: 8,
});

/** Any facts that a gatherer could hand over, by default under the default actions. */
function anyInput(stated: typeof actions = fc.constant({})): fc.Arbitrary<DecisionInput> {
  return fc
    .record({
      positions: fc.array(reading, { maxLength: 5 }),
      platform: fc.constantFrom('web' as const, 'ios' as const, 'android' as const),
      state: fc.constantFrom(
        'granted' as const,
        'denied' as const,
        'blocked_by_policy' as const,
        'unknown' as const,
      ),
      precise: fc.option(fc.boolean(), { nil: undefined }),
      clock: fc.option(
        fc.record({
          epoch_ms: ms(900_000).map((off) => NOW_MS + off),
          utc_offset_min: fc.constantFrom(-300, 0, 345),
        }),
        { nil: undefined },
      ),
      place: nullable(
        fc.record({
          country,
          subdivision,
          offsets: fc.subarray([-300, 0, 345]),
          border: nullable(fc.nat(5_000)),
        }),
      ),
      rule: nullable(
        fc.record({
          p: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
          distance: nullable(ms(60_000)),
          unknown: fc.boolean(),
        }),
      ),
      network: fc.record({
        country,
        country_confidence: fc.constantFrom(0.7, 0.85, 0.99),
        usage: nullable(fc.array(usage, { maxLength: 3 })),
      }),
      previous: fc.boolean(),
      travel: fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lng: fc.double({ min: -180, max: 180, noNaN: true }),
        ago: fc.nat(7_200_000),
      }),
      seen: fc.constantFrom('no' as const, 'no' as const, 'same_customer' as const, null),
      install: fc.constantFrom('install-1', 'install-2', null),
      elsewhere: fc.boolean(),
      sharing: nullable(
        fc.record({
          install_customers: nullable(fc.nat(9)),
          household: fc.boolean(),
          customer_installs: fc.nat(9),
        }),
      ),
      velocity: nullable(fc.record({ events: fc.nat(40_000), countries: fc.nat(8), others: fc.nat(8) })),
      address: fc.constantFrom('same' as const, 'other' as const, null),
      earlier: fc.array(
        fc.record({
          code: fc.constantFrom('override_suspected', 'impossible_travel', 'automation'),
          hop: fc.nat(2),
          confidence: fc.constant(0.8),
        }),
        { maxLength: 2 },
      ),
      hop: fc.integer({ min: 0, max: 3 }),
      depth: fc.constantFrom('light' as const, 'full' as const),
      ruled: fc.boolean(),
      actions: stated,
    })
    .map((f) =>
      decisionInput((input) => {
        Object.assign(input.evidence, { positions: f.positions, platform: f.platform, clock: f.clock });
        input.evidence.permission = { state: f.state, precise: f.precise };
        if (f.place) {
          const { offsets, border, ...codes } = f.place;
          Object.assign(input.place!, codes, { utc_offsets_near: offsets, border_distance_m: border });
        } else input.place = null;
        if (f.rule && f.ruled) {
          const inside = f.rule.unknown ? null : f.rule.p > 0.5;
          Object.assign(input.rule!, { inside, p_inside: f.rule.p, signed_distance_m: f.rule.distance });
        } else input.rule = null;
        Object.assign(input.network, f.network);
        if (f.previous) {
          Object.assign(input.history.previous!, {
            lat: f.travel.lat,
            lng: f.travel.lng,
            at_ms: NOW_MS - f.travel.ago,
          });
        } else input.history.previous = null;
        input.history.evidence_seen = f.seen;
        if (f.elsewhere && input.history.previous)
          input.history.elsewhere = { ...input.history.previous, install_id: 'install-2' };
        Object.assign(input.history, { sharing: f.sharing, address: f.address, earlier: f.earlier });
        if (f.velocity) Object.assign(input.history.velocity!.customer['1h'], f.velocity);
        else input.history.velocity = null;
        input.install = { id: f.install, valid: f.install === null ? null : true };
        input.chain.hop = f.hop;
        Object.assign(input.policy.definition, { depth: f.depth, actions: f.actions });
        if (!f.ruled) input.policy.definition.rule = undefined;
      }),
    );
}

const RUNS = { numRuns: tries(400, 150), seed: 2_026 };

it('decides the same, byte for byte, from the stored form of its input', () => {
  fc.assert(
    fc.property(anyInput(actions), (input) => {
      const text = JSON.stringify(decide(input));
      expect(JSON.stringify(decide(JSON.parse(JSON.stringify(input))))).toBe(text);
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      expect(text).not.toMatch(/NaN|Infinity/);
    }),
    RUNS,
  );
});

it('leaves its input unchanged', () => {
  fc.assert(
    fc.property(anyInput(actions), (input) => {
      const before = JSON.stringify(input);
      decide(input);
      expect(JSON.stringify(input)).toBe(before);
    }),
    { ...RUNS, numRuns: tries(100, 50) },
  );
});

it('never passes without a usable position', () => {
  fc.assert(
    fc.property(anyInput(), (input) => {
      expect(decide({ ...input, position: null }).decision).not.toBe('pass');
    }),
    RUNS,
  );
});

it('passes nothing when a rule is not firmly met', () => {
  fc.assert(
    fc.property(anyInput(), (input) => {
      const { rule, policy } = input;
      fc.pre(!!policy.definition.rule && !(rule && rule.inside !== null && rule.p_inside >= 0.95));
      expect(decide(input).decision).not.toBe('pass');
    }),
    RUNS,
  );
});

it('never fails on an uncertain finding, whatever the policy says', () => {
  fc.assert(
    fc.property(anyInput(actions), (input) => {
      const decided = decide(input);
      if (decided.decision !== 'fail') return;
      const failed = decided.checks.filter((check) => check.outcome === 'fail').map((check) => check.code);
      expect(failed).toContain(decided.reason_codes[0]);
    }),
    RUNS,
  );
});

it('never answers retry at hop 3', () => {
  fc.assert(
    fc.property(anyInput(actions), (input) => {
      input.chain.hop = 3;
      expect(decide(input).decision).not.toBe('retry');
    }),
    RUNS,
  );
});

/** Ways to know less. None of them may turn another answer into a fail. */
const DOUBTS: [string, (input: DecisionInput) => void][] = [
  ['a border that is nearer than the doubt', (i) => i.rule && Object.assign(i.rule, { p_inside: 0.5 })],
  ['no rule facts', (i) => Object.assign(i, { rule: null })],
  ['no place', (i) => Object.assign(i, { place: null })],
  ['a wider fix', (i) => i.position && Object.assign(i.position, { p95_m: i.position.p95_m * 20 })],
  ['an older fix', (i) => i.position && Object.assign(i.position, { age_ms: i.position.age_ms + 100_000 })],
  ['no position', (i) => Object.assign(i, { position: null })],
  ['no address', (i) => Object.assign(i.network, { ip: null, country: null, country_confidence: 0 })],
  ['databases that disagree', (i) => Object.assign(i.network, { country_confidence: 0.7 })],
  ['no usage data', (i) => Object.assign(i.network, { usage: null })],
  ['no history', (i) => Object.assign(i.history, { previous: null, evidence_seen: null })],
  ['no clock', (i) => delete i.evidence.clock],
  ['no install id', (i) => Object.assign(i, { install: { id: null, valid: null } })],
];

it.each(DOUBTS)('does not fail for %s', (_what, doubt) => {
  fc.assert(
    fc.property(anyInput(), (input) => {
      fc.pre(decide(input).decision !== 'fail');
      const doubtful = structuredClone(input);
      doubt(doubtful);
      expect(decide(doubtful).decision).not.toBe('fail');
    }),
    { ...RUNS, numRuns: tries(200, 75) },
  );
});

it('always finds a jump of more than 1,000 km in five minutes, wherever it is', () => {
  const lat = fc.double({ min: -60, max: 60, noNaN: true });
  const lng = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(lat, lng, fc.double({ min: 9.1, max: 90, noNaN: true }), (at, east, degrees) => {
      const input = decisionInput((i) => {
        Object.assign(i.evidence.positions[0]!, { lat: at, lng: east });
        const away = at > 0 ? at - degrees : at + degrees;
        Object.assign(i.history.previous!, { lat: away, lng: east, at_ms: NOW_MS - 300_000 });
      });
      expect(decide(input)).toMatchObject({ decision: 'fail', reason_codes: ['impossible_travel'] });
    }),
    RUNS,
  );
});

it('chooses the same position again from the stored evidence', () => {
  fc.assert(
    fc.property(anyInput(), (input) => {
      const stored: DecisionInput = JSON.parse(JSON.stringify(input));
      expect(JSON.stringify(choosePosition(stored.evidence, stored.now_ms))).toBe(
        JSON.stringify(input.position),
      );
    }),
    RUNS,
  );
});
