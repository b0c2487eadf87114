import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { whole, without } from '../../../../testing/engines/whole-evidence.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { decide } from '../decision.ts';
import type { DecisionInput } from '../facts.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { PRESET_NAMES, presetPolicy } from '../presets.ts';
import { CHECKS } from './all.ts';
import { alwaysSentBy, completenessOf } from './always-sent.ts';
import type { completeness } from './completeness.ts';

/** A person at home inside the rule whose client sends this. Nothing is added to the evidence. */
const sent = (change: (evidence: Evidence) => Evidence, definition: PolicyDefinition = DEFAULT_POLICY) => {
  const input = decisionInput((made) => {
    made.policy.definition = definition;
  });
  return { ...input, evidence: change(input.evidence) } satisfies DecisionInput;
};
const thin = ({ attempt_id, collected_at, platform, positions }: Evidence): Evidence => ({
  attempt_id,
  collected_at,
  platform,
  positions,
});

const POLICIES: [string, PolicyDefinition][] = [
  ['default', DEFAULT_POLICY],
  ...PRESET_NAMES.filter((name) => name !== 'observe').map((name): [string, PolicyDefinition] => [
    name,
    presetPolicy(name, { allow: ['US', 'US-NJ'] }),
  ]),
];

describe.each(POLICIES)('under the policy %s', (_name, definition) => {
  it('reviews a position that comes with nothing else, and says so', () => {
    const decision = decide(sent(thin, definition));
    expect(decision).toMatchObject({ decision: 'review', client_reasons: ['evidence_incomplete'] });
    const missing = decision.checks.find(({ code }) => code === 'evidence_incomplete')!.inputs.missing;
    expect(missing).toEqual(
      expect.arrayContaining(['clock.epoch_ms', 'permission.state', 'signals.webdriver']),
    );
  });

  it('passes the same position with everything that the SDK sends', () => {
    expect(decide(sent((evidence) => evidence, definition)).decision).toBe('pass');
  });
});

const every = (platform: Evidence['platform']) => {
  const { fields, probes } = alwaysSentBy({ platform });
  return [
    ...fields,
    ...Object.values(probes).flat(),
    ...Object.keys(probes).map((name) => `signals.probes.${name}`),
  ];
};
const platformOf = (platform: Evidence['platform']) => {
  const { attempt_id, collected_at, positions } = decisionInput().evidence;
  return whole({ attempt_id, collected_at, positions, platform });
};

describe.each(['web', 'ios', 'android'] as const)('evidence of %s', (platform) => {
  it.each(every(platform))('is incomplete without %s', (path) => {
    expect(completenessOf(platformOf(platform))).toEqual({ missing: [], not_run: {} });
    const evidence = without(platformOf(platform), path);
    expect(completenessOf(evidence).missing).not.toEqual([]);
    expect(decide(sent(() => evidence)).reason_codes).toContain('evidence_incomplete');
  });
});

it('holds a version that is older, unknown or not a version to the oldest list', () => {
  for (const version of ['0.1.0', '99.0.0', 'x', '', '0.5', '-1'])
    expect(alwaysSentBy({ platform: 'web', sdk: { name: 'web', version } })).toBe(
      alwaysSentBy({ platform: 'web' }),
    );
});

it('asks again when the browser could not load the probes, and in the end a person looks', () => {
  const notLoaded = (evidence: Evidence): Evidence => {
    const { webdriver, clock_track } = evidence.signals!;
    const signals = { webdriver, clock_track, not_run: { probes: 'not_loaded' as const } };
    return { ...evidence, device: undefined, signals };
  };
  expect(decide(sent(notLoaded))).toMatchObject({
    decision: 'retry',
    client_reasons: ['evidence_incomplete'],
  });
  const last = { ...sent(notLoaded), chain: { hop: 3, retry_left: true } };
  expect(decide(last).decision).toBe('review');
});

it('mutation control: passes a position that comes with nothing else when the list is not compared', async () => {
  const weak = await mutant<{ completeness: typeof completeness }>(
    'geolocation/decision/checks/completeness.ts',
    ['missing.length > 0', 'false'],
  );
  const checks = CHECKS.map((check) => ('evidence_incomplete' in check.codes ? weak.completeness : check));
  for (const [name, definition] of POLICIES)
    expect(decide(sent(thin, definition), checks).decision, name).toBe('pass');
});
