import { describe, expect, it } from 'vitest';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { BODY, SDK_03, testAreaA } from '../testing/interface/area-a.ts';
import type { CallOptions } from '../testing/service.ts';

/** What section 9 of the given document (docs/spec) states about the versions of the SDK in area A. */

const { service, org, preflight, mint, verify } = testAreaA();

describe('9 Versioning', () => {
  it('9 0.3.x: two environments; a live key on the sandbox host mints for testing', async () => {
    const live = claimsOf(await mint({}, SDK_03));
    const sandbox = claimsOf(await mint({}, { host: 'sandbox' }));
    expect(live).toMatchObject({ env: 'production', iss: service.config.base_url, sdk: '0.3' });
    expect(sandbox).toMatchObject({ env: 'sandbox', iss: service.config.sandbox_base_url, sdk: '0.3' });
  });

  it('9 0.3.x: the nonce of the evidence is the attestation_challenge, and another one is refused unspent', async () => {
    const token = await mint({}, SDK_03);
    const sealed = (nonce: string) => seal(token, browserEvidence({ nonce }));
    const send = async (nonce: string) => verify(token, { body: { payload: await sealed(nonce) } });
    const other = claimsOf<{ attestation_challenge: string }>(await mint({}, SDK_03)).attestation_challenge;
    expect((await send(other)).code).toBe('challenge_mismatch');
    expect((await send('made-up')).code).toBe('challenge_mismatch');
    expect(
      (await send(claimsOf<{ attestation_challenge: string }>(token).attestation_challenge)).status,
    ).toBe(200);
  });

  it('9 0.3.x: the sandbox host alone means 0.3; a header or an install_id says otherwise', async () => {
    const sdk = async (more: Partial<CallOptions>, body = {}) => claimsOf(await mint(body, more)).sdk;
    expect(await sdk({ host: 'sandbox' })).toBe('0.3');
    expect(await sdk({ host: 'sandbox', headers: { 'standpoint-sdk': '0.5' } })).toBe('0.5');
    expect(await sdk({ host: 'sandbox' }, { install_id: 'x' })).toBe('0.5');
    expect(await sdk({})).toBe('0.5');
    expect(await sdk(SDK_03)).toBe('0.3');
  });

  it('9 0.3.x: collect() generates its own nonce', async () => {
    const token = await mint({}, SDK_03);
    const evidence = browserEvidence({ purpose: 'collect', nonce: 'made by the SDK' });
    const payload = await seal(token, evidence, { path: '/geolocation/collect' });
    const body = { ...BODY, payload };
    const answer = await service.call({ path: '/geolocation/evaluate', token: org.results.production, body });
    expect(answer.status, answer.text).toBe(200);
  });

  it('9 0.3.x: sandbox tokens verify on the sandbox host, and say so', async () => {
    const token = await mint({}, { host: 'sandbox', token: org.api.sandbox });
    const answer = await verify(token, { host: 'sandbox' });
    expect([answer.status, answer.data.livemode]).toEqual([200, false]);
    expect(claimsOf(answer.data.result_token).env).toBe('sandbox');
  });

  it('9 0.5.0 always targets production, where sandbox keys work too, for sandbox', async () => {
    const token = await mint({}, { token: org.api.sandbox });
    expect(claimsOf(token)).toMatchObject({ env: 'sandbox', sdk: '0.5' });
    expect((await verify(token)).data.livemode).toBe(false);
  });

  it('9 0.5.0: has install_id in the request, the response and a claim, and works without it', async () => {
    const { data } = await preflight({ ...BODY, install_id: 'first-party' });
    expect(claimsOf(data.token).install_id).toBe('first-party');
    const native = await verify(data.token, {
      body: { payload: await seal(data.token, browserEvidence({ platform: 'ios' })) },
    });
    expect(native.status).toBe(200);
    const older = await mint({}, SDK_03);
    expect((await verify(older)).data.decision).toBe('pass');
  });

  it('9 serves both generations to one customer, each with its own answer to reuse', async () => {
    const [old, current] = [await mint({ customer_id: 'both' }, SDK_03), await mint({ customer_id: 'both' })];
    expect([(await verify(old)).status, (await verify(current)).status]).toEqual([200, 200]);
    expect([(await verify(old)).code, (await verify(current)).code]).toEqual([
      'attestation_failed',
      'token_already_used',
    ]);
  });
});
