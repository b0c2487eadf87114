import { createHash, randomBytes } from 'node:crypto';
import type { Evidence, Integrity, PolicyDefinition, PreflightClaims } from '@standpoint/contract';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AndroidDevice, APP, rootOfTrust } from '../../../testing/attestation/android-device.ts';
import {
  AppAttestDevice,
  appleLikeAuthority,
  DEVELOPMENT,
} from '../../../testing/attestation/app-attest-device.ts';
import { bool } from '../../../testing/attestation/der-writer.ts';
import { browserEvidence, claimsOf, seal } from '../../../testing/browser-payload.ts';
import { testService } from '../../../testing/hooks.ts';
import type { TestOrganization } from '../../../testing/service.ts';
import { changeSettings } from '../../accounts/organizations.ts';
import { draft, publish } from '../../accounts/versions.ts';
import type { RevocationList } from './android-key/revocation.ts';
import { attestationBinding } from './binding.ts';
import { PlayUnavailable } from './play-integrity/decoder.ts';

const NOW = Date.now();
const IOS = 'A1B2C3D4E5.com.example.bank';
const authority = appleLikeAuthority(NOW);
const phone = () => new AppAttestDevice(authority, IOS, NOW);
const android = new AndroidDevice(NOW);

const service = testService({ unlimited: true });
let org: TestOrganization;
let revocations: RevocationList | null;
let verdict: (token: string) => Promise<unknown>;
let decoded: string[] = [];

beforeAll(async () => {
  service.deps.attestation = {
    anchors: { ...authority.anchors, google_root_keys: android.trusted },
    revocations: { current: () => revocations },
    play: {
      decode: (_, token) => {
        decoded.push(token);
        return verdict(token);
      },
    },
  };
  org = await service.organization();
  const { db } = service.database;
  await changeSettings(db, org.org, { apps: { ios: [IOS], android: [APP] } });
  const policy = async (definition: PolicyDefinition) => {
    const made = (await draft(db, 'policy', org.org, definition))!;
    await publish(db, 'policy', org.org, made.id);
  };
  await policy({ name: 'payouts', transaction_types: ['payout'], min_assurance: 'attested' });
});
beforeEach(() => {
  revocations = { fetched_ms: NOW, entries: new Map() };
  decoded = [];
});

interface Try {
  type?: string;
  customer?: string;
  env?: 'production' | 'sandbox';
  token?: string;
  /** Replaces the sealed content after the binding was made. */
  tamper?: (core: string) => string;
}

const mint = async ({
  type = 'payout',
  customer = `c-${randomBytes(6).toString('hex')}`,
  env = 'production',
}: Try) =>
  (
    await service.call({
      path: '/geolocation/preflight',
      token: org.api[env],
      host: env,
      body: { customer_id: customer, transaction_type: type },
    })
  ).data.token as string;

/** Verifies once as a native app; `prove` makes the integrity part from the binding. */
async function verify(prove: (binding: Buffer, claims: PreflightClaims) => Integrity, options: Try = {}) {
  const token = options.token ?? (await mint(options));
  const claims = claimsOf(token);
  const evidence: Evidence = { jti: claims.jti, ...browserEvidence({ platform: 'ios' }) };
  const core = JSON.stringify(evidence);
  const integrity = prove(attestationBinding(claims, core), claims);
  const content = JSON.stringify({ core: options.tamper?.(core) ?? core, integrity });
  const payload = await seal(token, evidence, { content });
  const answer = await service.call({
    path: '/geolocation/verify',
    token,
    host: options.env ?? 'production',
    body: { payload },
  });
  const seen =
    answer.status === 200
      ? (
          await service.call({
            path: `/geolocation/verifications/${answer.data.verification_id}`,
            token: org.results[options.env ?? 'production'],
            host: options.env ?? 'production',
          })
        ).data
      : null;
  return { status: answer.status, text: answer.text, answer: answer.data, seen, core };
}
const reasons = ({ seen }: Awaited<ReturnType<typeof verify>>): string[] => seen.reason_codes;

const base64 = (bytes: Buffer) => bytes.toString('base64');
const attest =
  (device: AppAttestDevice, change = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    attestation: base64(device.attest(binding, change)),
  });
const assert =
  (device: AppAttestDevice, change = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    assertion: base64(device.assert(binding, change)),
  });
const stored = async (device: { key_id: Buffer }) =>
  (
    await service.database.pool.query('SELECT * FROM attested_key WHERE org = $1 AND key_id = $2', [
      org.org,
      device.key_id,
    ])
  ).rows[0];

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

describe('Android Key Attestation', () => {
  const chain =
    (device: AndroidDevice, change = {}) =>
    (binding: Buffer): Integrity => ({
      kind: 'android_key_attestation',
      key_id: base64(device.key_id),
      chain: device.chain(binding, change).map(base64),
    });
  const signed =
    (device: AndroidDevice) =>
    (binding: Buffer): Integrity => ({
      kind: 'android_key_attestation',
      key_id: base64(device.key_id),
      signature: base64(device.sign(binding)),
    });

  it('attests a key once, then signs with it', async () => {
    const customer = 'droid';
    const first = await verify(chain(android), { customer });
    expect([first.answer.decision, first.seen.assurance], first.text).toEqual(['pass', ['attested']]);
    const second = await verify(signed(android), { customer });
    expect([second.answer.decision, second.seen.assurance]).toEqual(['pass', ['attested']]);
    const serials = (await stored(android)).statement.serials as string[];
    revocations = { fetched_ms: NOW, entries: new Map([[serials[1]!, 'REVOKED']]) };
    expect(reasons(await verify(signed(android), { customer }))).toContain('attestation_invalid');
  });

  it('asks for a retry, then for a review, when there is no list of revoked keys; never passes', async () => {
    revocations = null;
    let next = await verify(chain(android), { type: 'login' });
    const decisions = [next.answer.decision];
    expect(next.answer.reasons).toMatchObject([{ code: 'attestation_unavailable' }]);
    for (let hop = 0; hop < 3; hop++) {
      next = await verify(chain(android), { token: next.answer.next_token });
      decisions.push(next.answer.decision);
    }
    expect(decisions).toEqual(['retry', 'retry', 'retry', 'review']);
    expect((await verify(chain(android))).answer.decision).toBe('retry');
  });

  it('reviews an unlocked device, and fails it when the policy demands attested', async () => {
    const unlocked = chain(android, { hardware: { 704: rootOfTrust(bool(false)) } });
    const login = await verify(unlocked, { type: 'login' });
    expect([login.answer.decision, reasons(login)]).toEqual(['review', ['device_integrity_low']]);
    expect((await verify(unlocked)).answer.decision).toBe('fail');
  });

  it('refuses the id of another key, and a signature over another binding', async () => {
    const customer = 'droid';
    const wrong = await verify((b) => ({ ...chain(android)(b), key_id: base64(randomBytes(32)) }));
    expect(reasons(wrong)).toContain('attestation_invalid');
    const stale = await verify(() => signed(android)(randomBytes(32)), { customer });
    expect(reasons(stale)).toContain('attestation_invalid');
  });
});

describe('Play Integrity', () => {
  const proof = (token: string) => (): Integrity => ({ kind: 'play_integrity', token });
  const honest = (binding: Buffer) => ({
    requestDetails: {
      requestPackageName: APP.package,
      requestHash: binding.toString('base64url'),
      timestampMillis: String(Date.now()),
    },
    appIntegrity: {
      appRecognitionVerdict: 'PLAY_RECOGNIZED',
      packageName: APP.package,
      certificateSha256Digest: [Buffer.from(APP.digests[0]!, 'hex').toString('base64url')],
    },
    deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_DEVICE_INTEGRITY'] },
  });

  it('counts as attested when Google says so', async () => {
    const answer = await verify((binding) => {
      verdict = async () => ({ tokenPayloadExternal: honest(binding) });
      return proof('token-1')();
    });
    expect([answer.answer.decision, answer.seen.assurance], answer.text).toEqual(['pass', ['attested']]);
    expect(decoded).toEqual(['token-1']);
  });

  it('decodes a token only once', async () => {
    const answers = [];
    for (let i = 0; i < 3; i++) {
      answers.push(
        await verify((binding) => {
          verdict = async () => honest(binding);
          return proof('token-2')();
        }),
      );
    }
    expect(answers.map(({ seen }) => seen.assurance)).toEqual([['attested'], ['consistent'], ['consistent']]);
    expect(reasons(answers[1]!)).toContain('attestation_invalid');
    expect(decoded).toEqual(['token-2']);
  });

  it('decodes a token only once, even when Google did not answer', async () => {
    verdict = async () => {
      throw new PlayUnavailable('no answer');
    };
    const first = await verify(proof('token-3'), { type: 'login' });
    expect(first.answer).toMatchObject({ decision: 'retry', reasons: [{ code: 'attestation_unavailable' }] });
    expect(first.answer.next_token).toBeDefined();
    const second = await verify(
      (binding) => {
        verdict = async () => honest(binding);
        return proof('token-4')();
      },
      { token: first.answer.next_token },
    );
    expect(second.answer.decision).toBe('pass');
    await verify(proof('token-3'), { type: 'login' });
    expect(decoded).toEqual(['token-3', 'token-4']);
  });

  it('asks Google once when many requests bring one token at the same time', async () => {
    verdict = async () => ({});
    await Promise.all(Array.from({ length: 8 }, () => verify(proof('token-5'), { type: 'login' })));
    expect(decoded).toEqual(['token-5']);
  });

  it('asks Google once even when the request is decided again', async () => {
    const { pool } = service.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<never>;
    let lost = 0;
    vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
      if ((args[0] as { name?: string }).name === 'spend-and-record' && lost++ === 0)
        throw Object.assign(new Error('duplicate'), { code: '23505', table: 'customer' });
      return query(...args);
    }) as never);
    const answer = await verify((binding) => {
      verdict = async () => honest(binding);
      return proof('token-6')();
    });
    vi.restoreAllMocks();
    expect([answer.seen.assurance, decoded, lost]).toEqual([['attested'], ['token-6'], 2]);
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
