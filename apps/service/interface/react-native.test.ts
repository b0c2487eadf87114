import { randomUUID } from 'node:crypto';
import type { Environment, Integrity } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AttestationProvider } from '../../../packages/react-native/src/providers/provider.ts';
import { ANDROID, IPHONE, location, phone } from '../../../packages/react-native/src/testing/phone.ts';
import { LINE_0_3, LINE_0_5, type Line } from '../../../packages/react-native/src/version.ts';
import { changeSettings } from '../src/accounts/organizations.ts';
import { AndroidDevice, APP } from '../testing/attestation/android-device.ts';
import { AppAttestDevice, appleLikeAuthority } from '../testing/attestation/app-attest-device.ts';
import { claimsOf } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';

/** The React Native client against the whole service, over real HTTP: the matrix of both generations among others. */

const IOS_APP = 'A1B2C3D4E5.com.example.bank';
const authority = appleLikeAuthority(Date.now());
const android = new AndroidDevice(Date.now());

const service = testService({ unlimited: true, listen: 'hosts' });
const org = testOrganization(service);
beforeAll(async () => {
  const { attestation } = service.deps;
  service.deps.attestation = {
    ...attestation,
    revocations: {
      ...attestation.revocations,
      current: () => ({ fetched_ms: Date.now(), entries: new Map() }),
    },
    anchors: { ...authority.anchors, google_root_keys: android.trusted },
  };
  await changeSettings(service.database.db, org.org, { apps: { ios: [IOS_APP], android: [APP] } });
});

const baseOf = (host: Environment) =>
  host === 'sandbox' ? service.config.sandbox_base_url : service.config.base_url;

const mint = async (
  {
    host = 'production',
    key = host,
    line = LINE_0_5,
  }: { host?: Environment; key?: Environment; line?: Line } = {},
  body: object = {},
): Promise<string> => {
  const answer = await service.call({
    path: '/geolocation/preflight',
    host,
    token: org.api[key],
    headers: { 'standpoint-sdk': line.generation },
    body: { customer_id: randomUUID(), transaction_type: 'deposit', ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.token;
};

const client = (options: Partial<Parameters<typeof phone>[0]> = {}, runtime = ANDROID, line = LINE_0_5) =>
  phone({ baseUrl: service.config.base_url, ...options }, runtime, line);

const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data;

/** A `fetch` that remembers the bodies and may lose the first answer. */
const watched = (loses = false) => {
  const bodies: string[] = [];
  const call: typeof fetch = async (address, init) => {
    bodies.push(String(init?.body));
    const answer = await fetch(address, init);
    if (loses && bodies.length === 1) throw new TypeError('Network request failed');
    return answer;
  };
  return { bodies, fetch: call };
};

describe('a phone', () => {
  it.each([
    ['Android', ANDROID],
    ['iOS', IPHONE],
  ])('with %s gets a decision, and its evidence lacks nothing', async (_, runtime) => {
    const { verification_id, livemode, result_token } = await client({}, runtime).verify(await mint());
    expect([livemode, typeof result_token]).toEqual([true, 'string']);
    const { checks } = await read(verification_id);
    const outcomes = Object.fromEntries(
      checks.map((each: { code: string; outcome: string }) => [each.code, each.outcome]),
    );
    expect(outcomes.evidence_incomplete).toBe('pass');
    expect(outcomes[runtime === IPHONE ? 'simulated_by_software' : 'mock_provider']).toBe('pass');
  });

  it('whose person refuses the location gets a decision too', async () => {
    const refused = location([{}], { permission: async () => 'denied' });
    const { decision, reasons } = await client({ location: refused }).verify(await mint());
    expect(decision).toBe('retry');
    expect(reasons.length).toBeGreaterThan(0);
  });

  it('that made its position up does not pass, and is not told why', async () => {
    const { verification_id, decision, reasons } = await client({
      location: location([{ mocked: true }]),
    }).verify(await mint());
    expect(decision).toBe('fail');
    expect(JSON.stringify(reasons)).not.toContain('mock');
    expect((await read(verification_id)).decision).toBe('fail');
  });

  it('that lost the reply gets the same decision, of one verification', async () => {
    const { bodies, fetch } = watched(true);
    const token = await mint();
    const { verification_id } = await client({ fetch }).verify(token);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    const { customer_id } = claimsOf<{ customer_id: string }>(token);
    const { data } = await service.call({
      path: `/geolocation/verifications?customer_id=${customer_id}`,
      token: org.results.production,
    });
    const ids = (data.verifications ?? data.data ?? data).map(
      (row: { verification_id: string }) => row.verification_id,
    );
    expect(ids).toEqual([verification_id]);
  });

  it('uses a retry’s next token', async () => {
    const far = location([{ accuracyM: 90_000, precise: false }]);
    const first = await client({ location: far }).verify(await mint());
    expect(first.decision).toBe('retry');
    const second = await client().verify(first.next_token!);
    expect(second.decision).not.toBe('retry');
  });
});

describe('collect', () => {
  const evaluate = (payload: string, customer_id: string) =>
    service.call({
      path: '/geolocation/evaluate',
      token: org.results.production,
      body: { payload, customer_id, transaction_type: 'deposit' },
    });

  it('makes payloads that the backend has decided, with and without a token', async () => {
    const customer_id = randomUUID();
    const stamped = await client().collect(await mint({}, { customer_id }));
    const plain = await client().collect();
    expect([stamped.has_public_ip, plain.has_public_ip]).toEqual([true, false]);
    for (const { payload } of [stamped, plain]) {
      const answer = await evaluate(payload, customer_id);
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await evaluate(plain.payload, randomUUID())).data.checks ?? []).not.toEqual([]);
  });

  it('makes a plain payload of which the service takes one spelling, so that it is judged once', async () => {
    const { payload } = await client().collect();
    for (const other of [`${payload}=`, `${payload} `, payload.replace(/(.{20})$/, '\n$1')])
      expect((await evaluate(other, randomUUID())).status).toBe(422);
    expect((await evaluate(payload, randomUUID())).status).toBe(200);
  });
});

describe('an attestation', () => {
  const iphone = new AppAttestDevice(authority, IOS_APP, Date.now());
  let counted = 0;
  const appAttest: AttestationProvider = {
    kind: 'app_attest',
    attest: async (challenge) => {
      const binding = Buffer.from(challenge, 'base64url');
      const proof = counted++
        ? { assertion: iphone.assert(binding).toString('base64') }
        : { attestation: iphone.attest(binding).toString('base64') };
      const statement = { key_id: iphone.key_id.toString('base64'), ...proof };
      return { format: 'app_attest', statement: JSON.stringify(statement) };
    },
  };
  const keyAttestation = (
    change: (binding: Buffer) => Buffer = (binding) => binding,
  ): AttestationProvider => ({
    kind: 'android_key_attestation',
    attest: async (challenge) => {
      const chain = android.chain(change(Buffer.from(challenge, 'base64url')));
      const key_id = android.key_id.toString('base64');
      const statement = { key_id, chain: chain.map((certificate) => certificate.toString('base64')) };
      return { format: 'android_key_attestation', statement: JSON.stringify(statement) satisfies string };
    },
  });
  const assuranceOf = async (
    attestation: AttestationProvider,
    runtime = ANDROID,
  ): Promise<Integrity['kind'][]> => {
    const { verification_id } = await client({ attestation }, runtime).verify(await mint());
    return (await read(verification_id)).assurance;
  };

  it('of an iPhone is verified when its key is new, and when it is known', async () => {
    expect(await assuranceOf(appAttest, IPHONE)).toContain('attested');
    expect(await assuranceOf(appAttest, IPHONE)).toContain('attested');
    expect(counted).toBe(2);
  });

  it('of an Android phone is verified, but not for other evidence', async () => {
    expect(await assuranceOf(keyAttestation())).toContain('attested');
    expect(
      await assuranceOf(keyAttestation((binding) => Buffer.from(binding.map((byte) => byte ^ 1)))),
    ).not.toContain('attested');
  });
});

/** Service interface §9 and interface §2: host, kind of key, generation. */
describe.each([LINE_0_5, LINE_0_3])('generation $generation', (line) => {
  it.each([
    ['production', 'production', true],
    ['production', 'sandbox', false],
    ['sandbox', 'production', false],
    ['sandbox', 'sandbox', false],
  ] as const)('on the %s host with a %s key gets livemode %s', async (host, key, livemode) => {
    const { bodies, fetch: remembering } = watched();
    const baseUrl = baseOf(host);
    const token = await mint({ host, key, line });
    // The 0.3 line is told its environment, which is that of its address or of its key.
    const environment = line === LINE_0_3 ? (livemode ? 'production' : 'sandbox') : undefined;
    const options = { baseUrl, sandboxBaseUrl: baseUrl, environment, fetch: remembering } as const;
    const result = await client(options, ANDROID, line).verify(token);
    expect(result.livemode).toBe(livemode);
    const again = await fetch(`${baseUrl}/geolocation/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: bodies[0]!,
    });
    const { data } = (await again.json()) as { data: { error: { code: string } } };
    expect(data.error.code).toBe(line === LINE_0_3 ? 'attestation_failed' : 'token_already_used');
  });

  it('sends no token of one host to the other', async () => {
    const token = await mint({ host: 'sandbox', line });
    const environment = line === LINE_0_3 ? 'production' : undefined;
    const code = line === LINE_0_3 ? 'environment_mismatch' : 'base_url_mismatch';
    await expect(client({ environment }, ANDROID, line).verify(token)).rejects.toMatchObject({ code });
  });
});
