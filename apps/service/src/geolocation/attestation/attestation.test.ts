import { createHash } from 'node:crypto';
import type { Integrity } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT } from '../../../testing/attestation/app-attest-device.ts';
import {
  assert,
  attest,
  attestationCalls,
  attestingOrganization,
  IOS,
  phone,
  reasons,
} from '../../../testing/attestation/attesting.ts';
import { browserEvidence, claimsOf } from '../../../testing/browser-payload.ts';
import { sharedService } from '../../../testing/hooks.ts';
import type { TestOrganization } from '../../../testing/service.ts';

const service = sharedService();
let org: TestOrganization;
beforeAll(async () => {
  org = await attestingOrganization(service);
});
const { mint, verify, stored } = attestationCalls(service, () => org);

describe('App Attest', () => {
  it('attests a key once, then asserts with it, and both count as `attested`', async () => {
    const device = phone();
    const customer = 'once-and-always';
    const first = await verify(attest(device), { customer });
    expect(first.answer, first.text).toMatchObject({ decision: 'pass' });
    expect(first.seen.assurance).toEqual(['attested']);
    expect(await stored(device)).toMatchObject({
      customer_hash: service.hash(org.org, customer),
      app: IOS,
      counter: 0,
    });
    for (const counter of [1, 2]) {
      const next = await verify(assert(device), { customer });
      expect([next.answer.decision, next.seen.assurance]).toEqual(['pass', ['attested']]);
      expect((await stored(device)).counter).toBe(counter);
    }
    expect(claimsOf<{ assurance: string[] }>(first.answer.result_token).assurance).toEqual(['attested']);
  });

  it('refuses an assertion by a key that was never attested, and never registers the key', async () => {
    const device = phone();
    const answer = await verify(assert(device));
    expect(reasons(answer)).toContain('attestation_invalid');
    expect(answer.answer.decision).toBe('fail');
    expect(answer.text).not.toContain('attestation_invalid');
    expect(await stored(device)).toBeUndefined();
  });

  it.each([
    ['equal', 3],
    ['lower', 2],
    ['zero', 0],
  ])('refuses a counter that is %s, and keeps the stored one', async (_, counter) => {
    const device = phone();
    const customer = `counter-${counter}`;
    await verify(attest(device), { customer });
    expect((await verify(assert(device, { counter: 3 }), { customer })).answer.decision).toBe('pass');
    const again = await verify(assert(device, { counter }), { customer });
    expect(reasons(again)).toContain('counter_not_increasing');
    expect(again.seen.assurance).toEqual(['consistent']);
    expect((await stored(device)).counter).toBe(3);
  });

  it('lets one of many assertions with the same counter win', async () => {
    const device = phone();
    const customer = 'racer';
    await verify(attest(device), { customer });
    const all = await Promise.all(
      Array.from({ length: 12 }, () => verify(assert(device, { counter: 9 }), { customer })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(all.filter(({ seen }) => seen.assurance.includes('attested'))).toHaveLength(1);
    expect(all.filter((each) => reasons(each).includes('counter_not_increasing'))).toHaveLength(11);
  });

  it('binds the attestation to the token and to every byte of the evidence', async () => {
    const moved = await verify(attest(phone()), {
      tamper: (core) => core.replace('"lat":40.7128', '"lat":40.7129'),
    });
    expect(reasons(moved)).toContain('attestation_invalid');
    const spelled = await verify(attest(phone()), {
      tamper: (core) => core.replace('"lat":40.7128', '"lat":40.71280'),
    });
    expect(reasons(spelled)).toContain('attestation_invalid');
    const device = phone();
    let recorded: Integrity | undefined;
    await verify((binding) => (recorded = attest(device)(binding)));
    const replayed = await verify(() => recorded!, { customer: 'another' });
    expect(reasons(replayed)).toContain('attestation_invalid');
  });

  it('accepts a development build only in the sandbox', async () => {
    const in_production = await verify(attest(phone(), { aaguid: DEVELOPMENT }));
    expect(reasons(in_production)).toContain('attestation_invalid');
    const in_sandbox = await verify(attest(phone(), { aaguid: DEVELOPMENT }), { env: 'sandbox' });
    expect(in_sandbox.seen.assurance).toEqual(['attested']);
  });

  it('reviews a verification whose key belongs to another customer', async () => {
    const device = phone();
    await verify(attest(device), { customer: 'owner' });
    const other = await verify(assert(device), { customer: 'not-the-owner' });
    expect([other.answer.decision, reasons(other)]).toEqual(['review', ['attestation_key_shared']]);
  });

  it('registers nothing when the attestation is invalid, and reviews a malformed one', async () => {
    const device = phone();
    const broken = await verify((binding) => ({ ...attest(device)(binding), attestation: 'AAAA' }), {
      type: 'login',
    });
    expect([broken.answer.decision, reasons(broken)]).toEqual(['review', ['attestation_malformed']]);
    expect(await stored(device)).toBeUndefined();
    const both = await verify((b) => ({ ...attest(device)(b), ...assert(device)(b) }), { type: 'login' });
    expect(reasons(both)).toEqual(['attestation_malformed']);
  });

  it('deletes the keys of a customer on erasure', async () => {
    const device = phone();
    const customer = 'erased';
    await verify(attest(device), { customer });
    const path = `/customers/${customer}`;
    await service.call({ method: 'DELETE', path, token: org.results.production });
    expect(await stored(device)).toBeUndefined();
    expect(reasons(await verify(assert(device), { customer }))).toContain('attestation_invalid');
  });

  it('keeps certificates and receipts out of the stored evidence', async () => {
    const { seen } = await verify(attest(phone()));
    expect(JSON.stringify(seen)).not.toMatch(/"attestation":"[A-Za-z0-9+/]{50}/);
  });
});

describe('an attestation that this service cannot check', () => {
  it('counts neither as proof nor against the person', async () => {
    const other = await service.organization('No apps');
    const before = org;
    org = other;
    const answer = await verify(attest(phone()), { type: 'login' });
    org = before;
    expect([answer.answer.decision, answer.seen.assurance]).toEqual(['pass', ['consistent']]);
  });

  it('fails a native client without an attestation when the policy demands attested', async () => {
    const none = await verify(() => ({ kind: 'none' }));
    expect([none.answer.decision, reasons(none)]).toEqual(['fail', ['attestation_missing']]);
    expect((await verify(() => ({ kind: 'none' }), { type: 'login' })).answer.decision).toBe('pass');
  });

  it('cannot attest a plain sandbox body, because its exact bytes are unknown', async () => {
    const token = await mint({ env: 'sandbox', type: 'login' });
    const evidence = { ...browserEvidence(), integrity: attest(phone())(createHash('sha256').digest()) };
    const answer = await service.call({
      path: '/geolocation/verify',
      token,
      host: 'sandbox',
      body: { evidence },
    });
    expect(answer.data.decision, answer.text).toBe('pass');
  });
});
