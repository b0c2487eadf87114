import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ANDROID,
  APP_ATTEST,
  androidVectors,
  appAttestVectors,
} from '../../../testing/attestation/vectors.ts';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'attest-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const file = (content: Buffer | string): string => {
  const path = join(folder, String(files++));
  writeFileSync(path, content);
  return path;
};

async function run(...argv: string[]) {
  const [out, err] = [[] as string[], [] as string[]];
  const exit = await main(['attest', 'verify', ...argv, '--json'], {
    env: {},
    stdin: process.stdin,
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
  });
  const text = out.join('');
  return { exit, said: text ? JSON.parse(text) : null, error: err.join('') };
}
const base64 = (bytes: Buffer) => bytes.toString('base64');

describe.skipIf(APP_ATTEST.absent)('attest verify with App Attest vectors', () => {
  const all = APP_ATTEST.absent ? [] : appAttestVectors(APP_ATTEST.path);
  const asked = (v: (typeof all)[number], content: Buffer | string = v.bytes) => [
    ...['--kind', 'app_attest', '--file', file(content), '--app', v.app],
    ...['--client-data-hash', base64(v.client_data_hash), '--at', new Date(v.at_ms).toISOString()],
    ...(v.type === 'assertion'
      ? ['--key', file(v.key.export({ type: 'spki', format: 'pem' })), '--counter', '0']
      : []),
  ];

  it.each(all)('exits 0 with the statement for $name', async (v) => {
    const { exit, said } = await run(...asked(v));
    expect(exit).toBe(0);
    expect(said).toMatchObject({ accepted: true, attested: true, codes: [], statement: { app: v.app } });
    expect(said.steps.every(({ outcome }: { outcome: string }) => outcome !== 'fail')).toBe(true);
  });

  it.each(all)('reads $name the same as base64 or hex text', async (v) => {
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect((await run(...asked(v, `${v.bytes.toString(form)}\n`))).exit).toBe(0);
  });

  it.each(all)('exits 1 for $name with another app, another challenge or trailing bytes', async (v) => {
    const other = asked(v).with(5, 'A1B2C3D4E5.com.example.bank');
    expect((await run(...other)).exit).toBe(1);
    expect((await run(...asked(v).with(7, base64(randomBytes(32))))).exit).toBe(1);
    expect((await run(...asked(v, Buffer.concat([v.bytes, Buffer.of(0)])))).exit).toBe(1);
  });

  it('exits 1 for a counter that does not increase, and for development in place of production', async () => {
    const assertion = all.find(({ type }) => type === 'assertion')!;
    const { exit, said } = await run(...asked(assertion).with(-1, '1'));
    expect([exit, said.codes]).toEqual([1, ['counter_not_increasing']]);
    const attestation = all.find(({ type }) => type === 'attestation')!;
    expect((await run(...asked(attestation), '--environment', 'production')).exit).toBe(1);
    expect((await run(...asked(attestation), '--environment', 'development')).exit).toBe(0);
  });

  it('hashes --challenge', async () => {
    const v = all[0]!;
    const without = asked(v).toSpliced(6, 2);
    expect((await run(...without, '--challenge', base64(Buffer.from('wurzelpfropf')))).exit).toBe(
      hash('sha256', 'wurzelpfropf', 'buffer').equals(v.client_data_hash) ? 0 : 1,
    );
  });
});

describe.skipIf(ANDROID.absent)('attest verify with Android chains', () => {
  const all = ANDROID.absent ? [] : androidVectors(ANDROID.path);
  const pem = (chain: Buffer[]) =>
    chain.map((der) => `-----BEGIN CERTIFICATE-----\n${base64(der)}\n-----END CERTIFICATE-----\n`).join('');
  const asked = (v: (typeof all)[number], content: Buffer | string = pem(v.chain)) => [
    ...['--kind', 'android_key_attestation', '--file', file(content)],
    ...['--challenge', base64(Buffer.from('challenge')), '--at', new Date(v.at_ms).toISOString()],
  ];
  const genuine = all.filter(({ name }) => /akita|blueline/.test(name));

  it.each(genuine)(
    'finds $name genuine but not attested, with the statement as Google prints it',
    async (v) => {
      const { exit, said } = await run(...asked(v));
      expect([exit, said.accepted, said.attested]).toEqual([0, true, false]);
      expect(said.codes).toEqual(['device_integrity_low']);
      expect(said.statement).toEqual(v.decoded);
      expect((await run(...asked(v, Buffer.concat(v.chain)))).said.statement).toEqual(v.decoded);
      expect((await run(...asked(v, JSON.stringify(v.chain.map(base64))))).said.statement).toEqual(v.decoded);
    },
  );

  it.each(all.filter((v) => !genuine.includes(v)))('exits 1 for $name', async (v) => {
    expect((await run(...asked(v))).exit).toBe(1);
  });

  it('checks the app, its digest and revoked keys', async () => {
    const v = genuine.find(
      ({ decoded }) => decoded.softwareEnforced.attestationApplicationId.signatures.length > 0,
    )!;
    const { packages, signatures } = v.decoded.softwareEnforced.attestationApplicationId;
    const app = ['--app', packages[0].name];
    expect((await run(...asked(v), ...app)).exit).toBe(0);
    const digest = Buffer.from(signatures[0], 'base64').toString('hex');
    expect((await run(...asked(v), ...app, '--digest', digest)).exit).toBe(0);
    expect((await run(...asked(v), ...app, '--digest', '00'.repeat(32))).exit).toBe(1);
    expect((await run(...asked(v), '--app', 'com.example.bank')).exit).toBe(1);
    const serial = (await run(...asked(v))).said.chain.serials[1];
    const list = file(JSON.stringify({ entries: { [serial]: { status: 'REVOKED' } } }));
    const revoked = await run(...asked(v).with(-1, new Date().toISOString()), '--revocation', list);
    expect([revoked.exit, revoked.said.codes]).toEqual([1, expect.arrayContaining(['attestation_invalid'])]);
  });
});

describe('attest verify', () => {
  const at = '2026-11-21T12:00:00Z';
  const binding = randomBytes(32);
  const verdict = (change: object = {}) =>
    file(
      JSON.stringify({
        tokenPayloadExternal: {
          requestDetails: {
            requestPackageName: 'com.example.bank',
            requestHash: binding.toString('base64url'),
            timestampMillis: String(Date.parse(at)),
          },
          appIntegrity: { appRecognitionVerdict: 'PLAY_RECOGNIZED', packageName: 'com.example.bank' },
          deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_DEVICE_INTEGRITY'] },
          ...change,
        },
      }),
    );
  const play = (path: string) => [
    ...['--kind', 'play_integrity', '--file', path, '--challenge', base64(binding)],
    ...['--app', 'com.example.bank', '--at', at],
  ];

  it('judges a decoded Play Integrity verdict', async () => {
    expect((await run(...play(verdict()))).exit).toBe(0);
    expect((await run(...play(verdict({ deviceIntegrity: {} })))).exit).toBe(1);
    expect((await run(...play(verdict()).with(-1, '2026-11-21T12:06:00Z'))).exit).toBe(1);
  });

  it.each([
    ['an unknown kind', ['--kind', 'safetynet', '--file', 'x', '--challenge', 'AA']],
    ['no challenge', ['--kind', 'app_attest', '--file', 'x', '--app', 'A.b']],
    ['no app for App Attest', ['--kind', 'app_attest', '--file', 'x', '--challenge', 'AA']],
    [
      'a key without a counter',
      ['--kind', 'app_attest', '--file', 'x', '--challenge', 'AA', '--app', 'A.b', '--key', 'k'],
    ],
    [
      'a counter without a key',
      ['--kind', 'app_attest', '--file', 'x', '--challenge', 'AA', '--app', 'A.b', '--counter', '1'],
    ],
    ['an impossible date', ['--kind', 'play_integrity', '--file', 'x', '--challenge', 'AA', '--at', 'soon']],
    [
      'an option of another kind',
      ['--kind', 'play_integrity', '--file', 'x', '--challenge', 'AA', '--counter', '1'],
    ],
    [
      'a challenge that is not base64',
      ['--kind', 'android_key_attestation', '--file', file(''), '--challenge', '%%'],
    ],
  ])('exits 2 for %s', async (_, argv) => {
    const { exit, error } = await run(...argv);
    expect([exit, error.includes('\n    at ')]).toEqual([2, false]);
  });

  it('exits 1 for files that are missing, empty or of another kind', async () => {
    for (const path of [
      '/nowhere',
      file(''),
      file('hello'),
      file(Buffer.alloc(70_000, 0x30)),
      file(randomBytes(500)),
    ]) {
      const asked = ['--file', path, '--challenge', 'AAAA', '--at', at];
      for (const argv of [
        ['--kind', 'app_attest', '--app', 'A1B2C3D4E5.com.example.bank'],
        ['--kind', 'android_key_attestation'],
        ['--kind', 'play_integrity'],
      ])
        expect((await run(...argv, ...asked)).exit).toBe(1);
    }
  });
});
