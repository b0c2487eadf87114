import { randomUUID } from 'node:crypto';
import type { PolicyDefinition } from '@standpoint/contract';
import { expect, it, vi } from 'vitest';
import { playBothDevices } from '../testing/attestation/two-key-script.ts';
import { browserEvidence } from '../testing/browser-payload.ts';
import { deviceKey } from '../testing/face/face.ts';
import { mutant } from '../testing/mutant.ts';

/** Control of `assurance.test.ts`: its attacks against a whole service in which one of the defences is off. */

// Each test starts one or two services.
vi.setConfig({ testTimeout: 120_000 });

const CHECK = 'geolocation/decision/checks/assurance.ts';
const VERIFY = 'geolocation/verify/phone.ts';
type Change = [from: string, to: string];
/** With this change, any confirmation on a second device counts as more than attested. */
const LADDER: Change = ["? attestation === 'verified' :", "? attestation === 'verified' || second_device :"];
/** With this change, the phone counts as bound to a key although the call proved none. */
const CONSTANT: Change = ['  bound,\n  denied', '  bound: true,\n  denied'];

/**
 * How the attack ends under the policy. Every module is loaded again, so that the service is built on the
 * weakened ones.
 */
async function attacked(
  changes: Record<string, Change>,
  min_assurance: PolicyDefinition['min_assurance'],
  key?: ReturnType<typeof deviceKey>,
) {
  vi.resetModules();
  for (const [file, change] of Object.entries(changes))
    vi.doMock(`../src/${file}`, () => mutant(file, change));
  const { openTestService } = await import('../testing/service.ts');
  const { draft, publish } = await import('../src/accounts/versions.ts');
  const service = await openTestService({ unlimited: true });
  try {
    const { org, api } = await service.organization();
    const { db } = service.database;
    const policy = (await draft(db, 'policy', org, { name: 'test', min_assurance }))!;
    await publish(db, 'policy', org, policy.id);
    const body = { customer_id: randomUUID(), transaction_type: 'deposit', policy_id: policy.id };
    const minted = await service.call({ path: '/geolocation/preflight', token: api.production, body });
    const forged = () => browserEvidence({}, service.deps.clock.now());
    const script = { asker: forged, phone: forged, key };
    const { final } = await playBothDevices(service, minted.data.token, script);
    return final.data.decision;
  } finally {
    for (const file of Object.keys(changes)) vi.doUnmock(`../src/${file}`);
    await service.close();
  }
}

it('control: neither attack passes with every defence on', async () => {
  expect(await attacked({}, 'attested', deviceKey())).toBe('fail');
  expect(await attacked({}, 'handoff')).toBe('fail');
});

it('mutation control: passes a script with its own key as attested when assurance is a ladder', async () => {
  expect(await attacked({ [CHECK]: LADDER }, 'attested', deviceKey())).toBe('pass');
});

it('mutation control: passes a keyless script as a second device when every phone is bound', async () => {
  expect(await attacked({ [VERIFY]: CONSTANT }, 'handoff')).toBe('pass');
});

it('mutation control: passes a keyless script as attested with both changes', async () => {
  expect(await attacked({ [CHECK]: LADDER, [VERIFY]: CONSTANT }, 'attested')).toBe('pass');
});

it('mutation control: stops the keyless script when one of the defences is on', async () => {
  expect(await attacked({ [CHECK]: LADDER }, 'attested')).toBe('fail');
  expect(await attacked({ [VERIFY]: CONSTANT }, 'attested')).toBe('fail');
});
