import { beforeAll, describe, expect, test } from 'vitest';
import { attestationBinding } from '../../../apps/service/src/geolocation/attestation/binding.ts';
import { testAppService } from './testing/hooks.ts';
import { ANDROID, IPHONE, nativeModule, phone } from './testing/phone.ts';

const { service, mint, sent } = testAppService();
let baseUrl: string;
beforeAll(() => {
  baseUrl = service.origin;
});

describe('attestation', () => {
  const attested = (attest: (challenge: string) => Promise<{ format: string; statement: string }>) =>
    phone({ baseUrl, attestation: { kind: 'app_attest', attest } }, IPHONE);

  test('binds the exact bytes of the evidence to the token', async () => {
    let asked = '';
    const token = await mint({ jti: 'attested-1' });
    await attested(async (challenge) => {
      asked = challenge;
      return { format: 'app_attest', statement: '{"key_id":"a2V5","assertion":"oA","kind":"none","more":1}' };
    }).verify(token);
    const { core, integrity } = service.opened[0]!;
    const claims = { jti: 'attested-1', attestation_challenge: 'nonce-1' };
    expect(asked).toBe(attestationBinding(claims, core).toString('base64url'));
    expect(integrity).toEqual({ kind: 'app_attest', key_id: 'a2V5', assertion: 'oA' });
  });

  test.each([
    ['fails', async () => Promise.reject(new Error('no hardware'))],
    ['is of another kind', async () => ({ format: 'play_integrity', statement: '{"token":"x"}' })],
    ['is no JSON', async () => ({ format: 'app_attest', statement: 'oA' })],
    ['is empty', async () => ({ format: 'app_attest', statement: '{}' })],
  ])('that %s is sent as none', async (_, attest) => {
    await attested(attest).verify(await mint());
    expect(service.opened[0]!.integrity).toEqual({ kind: 'none' });
  });
});

describe('the linked module', () => {
  test('gives position, attestation, signals and random numbers by itself', async () => {
    const client = phone({ baseUrl, location: undefined }, { ...ANDROID, module: nativeModule() });
    expect(client.capabilities()).toEqual({
      turboModule: true,
      attestation: 'android_key_attestation',
      mockDetection: true,
    });
    await client.verify(await mint());
    expect(sent().signals).toMatchObject({ emulator: false, app_version: '1.4.0' });
    expect(sent().signals).not.toHaveProperty('rooted');
    expect(service.opened[0]!.integrity).toMatchObject({ kind: 'android_key_attestation' });
  });

  test('of another protocol is not used', () => {
    const module = nativeModule({
      getConstants: () => ({ protocol: 2, platform: 'ios', attestation: 'app_attest' }),
    });
    expect(phone({ baseUrl }, { ...ANDROID, module }).capabilities()).toEqual({
      turboModule: false,
      attestation: 'none',
      mockDetection: true,
    });
    expect(() => phone({ baseUrl, location: undefined }, { ...ANDROID, module })).toThrow(
      /no location provider/,
    );
  });

  test('cannot make the evidence unreadable with facts of wrong types', async () => {
    const facts = {
      rooted: 'maybe',
      boot_count: -1,
      clock_track: 'x',
      not_run: 1,
      [`n${'x'.repeat(80)}`]: 1,
      n: Number.NaN,
    };
    const client = phone({ baseUrl, signals: { collect: async () => facts } });
    await expect(client.verify(await mint())).resolves.toMatchObject({ decision: 'pass' });
    expect(sent().device).toMatchObject({ rooted: 'maybe', clock_track: 'x' });
    const broken = phone({ baseUrl, signals: { collect: () => Promise.reject(new Error('x')) } });
    await expect(broken.verify(await mint())).resolves.toMatchObject({ decision: 'pass' });
  });
});
