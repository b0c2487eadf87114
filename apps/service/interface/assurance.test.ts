import { randomUUID } from 'node:crypto';
import type { Integrity, PolicyDefinition } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import { draft, publish } from '../src/accounts/versions.ts';
import { PRESETS } from '../src/geolocation/decision/presets.ts';
import { AppAttestDevice, appleLikeAuthority } from '../testing/attestation/app-attest-device.ts';
import { playBothDevices, type Script } from '../testing/attestation/two-key-script.ts';
import { browserEvidence, claimsOf } from '../testing/browser-payload.ts';
import { deviceKey } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { NO_POSITION } from '../testing/location-phone.ts';

/**
 * Policies that demand where a position came from, against one program that plays both devices of a hand-off.
 */

const APP = 'A1B2C3D4E5.com.example.bank';
const authority = appleLikeAuthority(Date.now());

const service = testService({ unlimited: true });
const org = testOrganization(service);
beforeAll(async () => {
  const anchors = { ...authority.anchors, google_root_keys: [] };
  service.deps.attestation = { ...service.deps.attestation, anchors };
  await changeSettings(service.database.db, org.org, { apps: { ios: [APP] } });
});

const published = async (definition: Omit<PolicyDefinition, 'name'>, id?: string): Promise<string> => {
  const { db } = service.database;
  const made = (await draft(db, 'policy', org.org, { name: 'test', ...definition }, id))!;
  await publish(db, 'policy', org.org, made.id);
  service.deps.policies.clear();
  return made.id;
};

/** Attests like a genuine phone, a new one at each call. */
const genuine = () => {
  const device = new AppAttestDevice(authority, APP, Date.now());
  return (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: device.key_id.toString('base64'),
    attestation: device.attest(binding).toString('base64'),
  });
};
const madeUp = (): Integrity => ({ kind: 'app_attest', key_id: 'AAAA', attestation: 'AAAA' });

const mint = async (policy_id: string): Promise<string> => {
  const body = { customer_id: randomUUID(), transaction_type: 'deposit', policy_id };
  const minted = await service.call({ path: '/geolocation/preflight', token: org.api.production, body });
  return minted.data.token;
};

const forged = () => browserEvidence({}, service.deps.clock.now());

/** Runs the attack under a policy; the result has what the service recorded of both devices. */
async function played(definition: Omit<PolicyDefinition, 'name'>, script: Partial<Script> = {}) {
  const policy_id = await published(definition);
  const answers = await playBothDevices(service, await mint(policy_id), {
    asker: forged,
    phone: forged,
    ...script,
  });
  const recorded = async (answer: typeof answers.told) => answer && (await read(answer.data.verification_id));
  const { final } = answers;
  return {
    decision: final.data.decision,
    offered: answers.told !== null,
    phone: await recorded(answers.told),
    asker: await recorded(final),
    claims: final.data.result_token && claimsOf<{ assurance: string[] }>(final.data.result_token),
  };
}

const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data;

const inputOf = ({ checks }: { checks: { code: string; outcome: string; inputs: object }[] }) =>
  checks.find(({ code }) => code === 'attestation_missing');

describe('a policy that demands an attested device', () => {
  it.each([
    ['without a key', {}],
    ['with a key of its own', { key: deviceKey() }],
    [
      'that has no position on the desktop',
      { key: deviceKey(), asker: () => ({ ...forged(), ...NO_POSITION }) },
    ],
    [
      'that claims to be an app',
      { key: deviceKey(), phone: () => ({ ...forged(), platform: 'ios' as const }) },
    ],
    ['that makes an attestation up', { key: deviceKey(), attested: { phone: madeUp } }],
  ])('refuses a script %s', async (_, script) => {
    const { offered, decision, phone, asker, claims } = await played({ min_assurance: 'attested' }, script);
    expect(offered).toBe(true);
    expect([phone.decision, decision]).not.toContain('pass');
    for (const seen of [phone, asker]) expect(seen.assurance).not.toContain('attested');
    expect(claims?.assurance ?? []).not.toContain('attested');
  });

  it('passes a phone that attests, whether it proved a key or not', async () => {
    for (const key of [undefined, deviceKey()]) {
      const { phone, asker, claims } = await played(
        { min_assurance: 'attested' },
        { key, phone: () => ({ ...forged(), platform: 'ios' }), attested: { phone: genuine() } },
      );
      const facts = key ? ['attested', 'handoff'] : ['attested'];
      expect([phone.decision, phone.assurance]).toEqual(['pass', facts]);
      expect([asker.decision, asker.assurance]).toEqual(['pass', facts]);
      expect(claims?.assurance).toEqual(facts);
    }
  });

  it('refuses a position that a script measured, even when the asker attests itself', async () => {
    // This policy ignores the findings about the phone. Only the origin of the position is
    // left to object to.
    const { decision, asker } = await played(
      { min_assurance: 'attested', actions: { handoff_doubtful: 'ignore' } },
      { key: deviceKey(), attested: { asker: genuine() } },
    );
    expect(asker.checks).toContainEqual(
      expect.objectContaining({ code: 'attestation_invalid', outcome: 'pass' }),
    );
    expect(decision).not.toBe('pass');
    expect(asker.assurance).not.toContain('attested');
    expect(inputOf(asker)).toMatchObject({ outcome: 'fail', inputs: { attestation: 'none' } });
  });
});

describe('a policy that demands a confirmation elsewhere', () => {
  it('refuses a script that proves no key', async () => {
    const { offered, decision, phone, asker } = await played({ min_assurance: 'handoff' });
    expect(offered).toBe(true);
    expect([phone.decision, decision]).not.toContain('pass');
    expect([phone.assurance, asker.assurance]).toEqual([['consistent'], ['consistent']]);
  });

  it('passes a script that holds a second key: a key is no proof of a real device', async () => {
    const { decision, phone, asker, claims } = await played(
      { min_assurance: 'handoff' },
      { key: deviceKey() },
    );
    expect([phone.decision, decision]).toEqual(['pass', 'pass']);
    const facts = ['consistent', 'handoff'];
    expect([phone.assurance, asker.assurance, claims?.assurance]).toEqual([facts, facts, facts]);
  });

  it('is not met by a phone whose own evidence did not pass', async () => {
    const { decision, phone, asker } = await played(
      { min_assurance: 'handoff', actions: { handoff_doubtful: 'ignore', clock_skew: 'review' } },
      {
        key: deviceKey(),
        phone: () => {
          const evidence = forged();
          return {
            ...evidence,
            clock: { ...evidence.clock!, epoch_ms: evidence.clock!.epoch_ms! - 900_000 },
          };
        },
      },
    );
    expect(phone).toMatchObject({ decision: 'review', assurance: ['consistent'] });
    expect(decision).not.toBe('pass');
    expect(asker.assurance).toEqual(['consistent']);
    expect(inputOf(asker)).toMatchObject({ outcome: 'fail' });
  });

  it('is not met by a phone that another version of the policy judged', async () => {
    const policy_id = await published({ min_assurance: 'handoff' });
    const { told, final } = await playBothDevices(service, await mint(policy_id), {
      asker: forged,
      phone: forged,
      key: deviceKey(),
      meanwhile: async () => {
        await published({ min_assurance: 'handoff', max_age_s: 30 }, policy_id);
      },
    });
    expect(told!.data.decision).toBe('pass');
    expect(final.data.decision).toBe('retry');
    expect(await read(final.data.verification_id)).toMatchObject({ assurance: ['consistent'] });
  });
});

it('names no second device where a phone without a key gave the position', async () => {
  const asker = () => ({ ...forged(), ...NO_POSITION });
  const without = await played({}, { asker });
  expect([without.decision, without.asker.assurance]).toEqual(['pass', ['consistent']]);
  const bound = await played({}, { asker, key: deviceKey() });
  expect([bound.decision, bound.asker.assurance]).toEqual(['pass', ['consistent', 'handoff']]);
});

it('passes a desktop under the preset for US gaming when a phone with a key took over', async () => {
  const { name: _, transaction_types: __, ...gaming } = PRESETS.gaming_us_state.definition;
  const { decision, asker, claims } = await played(
    { ...gaming, rule: { ...gaming.rule, allow: ['US-NY'] } },
    { asker: () => ({ ...forged(), ...NO_POSITION }), key: deviceKey() },
  );
  expect([decision, asker.reason_codes]).toEqual(['pass', []]);
  expect(claims?.assurance).toEqual(['consistent', 'handoff']);
});

it('clears a position that looked typed in when the second device has a key, not otherwise', async () => {
  const typed = () => {
    const evidence = forged();
    return { ...evidence, positions: [{ ...evidence.positions[0]!, accuracy_m: 0 }] };
  };
  const actions = { override_suspected: 'retry' } as const;
  const without = await played({ actions }, { asker: typed });
  expect([without.offered, without.decision]).toEqual([true, 'review']);
  expect(without.asker.reason_codes).toEqual(['override_suspected']);
  const bound = await played({ actions }, { asker: typed, key: deviceKey() });
  expect(bound.decision).toBe('pass');
});
