import { randomBytes } from 'node:crypto';
import type { Integrity } from '@standpoint/contract';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AndroidDevice, APP, rootOfTrust } from '../../../testing/attestation/android-device.ts';
import {
  android,
  attestationCalls,
  attestingOrganization,
  base64,
  NOW,
  reasons,
} from '../../../testing/attestation/attesting.ts';
import { bool } from '../../../testing/attestation/der-writer.ts';
import { testService } from '../../../testing/hooks.ts';
import type { TestOrganization } from '../../../testing/service.ts';
import type { RevocationList } from './android-key/revocation.ts';
import { PlayUnavailable } from './play-integrity/decoder.ts';

const service = testService({ unlimited: true });
let org: TestOrganization;
let revocations: RevocationList | null;
let verdict: (token: string) => Promise<unknown>;
let decoded: string[] = [];

beforeAll(async () => {
  org = await attestingOrganization(service, {
    revocations: () => revocations,
    decode: (_, token) => {
      decoded.push(token);
      return verdict(token);
    },
  });
});
beforeEach(() => {
  revocations = { fetched_ms: NOW, entries: new Map() };
  decoded = [];
});
const { verify, stored } = attestationCalls(service, () => org);

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
