import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@standpoint/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { npmPackage, tarball, zip } from '../../testing/registry/archives.ts';
import { importRelease, RELEASE } from '../../testing/registry/release.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { changeSettings } from '../accounts/organizations.ts';
import { endPackageToken, makePackageToken } from '../accounts/package-tokens.ts';
import type * as Admit from './admit.ts';
import { provenToken } from './admit.ts';
import type * as Tar from './archives/tar.ts';
import type * as Zip from './archives/zip.ts';
import { readZip } from './archives/zip.ts';
import type * as Serve from './serve.ts';
import { registry as whole } from './serve.ts';
import type * as Stored from './stored.ts';

/**
 * What would happen without each defence of the registry. `serve.test.ts`, `credentials.test.ts` and
 * `archives.test.ts` hold them on.
 */

const folder = mkdtempSync(join(tmpdir(), 'sp-defences-'));
afterAll(() => rmSync(folder, { recursive: true }));
const service = testService();
const org = testOrganization(service);
beforeAll(() =>
  importRelease(service.database.db, folder, {
    ...RELEASE,
    // It cannot be packed smaller: two megabytes and a little.
    'Large-1.0.0.zip': zip({ name: 'Large/bytes', content: randomBytes(2 * 2 ** 20) }),
  }),
);
const LARGE = '/ios/Large-1.0.0.zip';
const NATIVE = '/npm/@standpoint/react-native';

it('would give private packages to strangers without the question for a token', async () => {
  const { registry } = await mutant<typeof Serve>('registry/serve.ts', [
    'wanted !== null && WITHOUT_TOKEN.includes(wanted.name)',
    'wanted !== null',
  ]);
  const app = await service.serve([], [registry]);
  expect((await app.inject(NATIVE)).statusCode).toBe(200);
});

it('would go on installing with a revoked token without the look at its end', async () => {
  const { db } = service.database;
  const { id, token } = await makePackageToken(db, BY_CLI, { org: org.org, name: 'CI' });
  await endPackageToken(db, BY_CLI, { org: org.org, token_id: id });
  const { registry } = await mutantInside<typeof Serve>('registry/serve.ts', 'registry/admit.ts', [
    'if (!found.revoked_at) return found;',
    'if (found) return found;',
  ]);
  const app = await service.serve([], [registry]);
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.inject({ url: NATIVE, headers })).statusCode).toBe(200);
});

/** The codes that many calls from one address get. */
const flood = async (
  provenToken: typeof Admit.provenToken,
  headers: Record<string, string>,
  remoteAddress: string,
): Promise<string[]> => {
  const codes = new Set<string>();
  for (let i = 0; i < LIMITS.failed_credential.burst + 10; i++)
    await provenToken(service.deps, { headers, socket: { remoteAddress } } as never).catch(({ code }) =>
      codes.add(code),
    );
  return [...codes];
};

it('would let a stranger guess without end if failures were not counted', async () => {
  const guess = { authorization: 'Bearer x' };
  expect(await flood(provenToken, guess, '192.0.2.7')).toEqual(['token_invalid', 'rate_limited']);
  const uncounted = await mutant<typeof Admit>('registry/admit.ts', [
    'return limitFailures(deps, addressOf(deps, request), error);',
    'throw error;',
  ]);
  expect(await flood(uncounted.provenToken, guess, '192.0.2.7')).toEqual(['token_invalid']);
});

it('would end Maven, which asks for each file without a credential first, if that were a guess', async () => {
  expect(await flood(provenToken, {}, '192.0.2.8')).toEqual(['token_missing']);
  const strict = await mutant<typeof Admit>('registry/admit.ts', ["error.code === 'token_missing'", 'false']);
  expect(await flood(strict.provenToken, {}, '192.0.2.9')).toEqual(['token_missing', 'rate_limited']);
});

/** The codes of these calls with a token that works, where so many units may be taken. */
const spent = async (
  registry: typeof Serve.registry,
  burst: number,
  ...paths: string[]
): Promise<number[]> => {
  const { org: id } = await service.organization();
  const { token } = await makePackageToken(service.database.db, BY_CLI, { org: id, name: 'CI' });
  await changeSettings(service.database.db, id, { limits: { package_token: { rate: 0.001, burst } } });
  service.deps.organizations.clear();
  const app = await service.serve([], [registry]);
  const codes: number[] = [];
  for (const url of paths)
    codes.push((await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode);
  return codes;
};

it('would serve a token that works without end if its calls were not counted', async () => {
  const calls = ['/npm/-/whoami', '/ios/none', `${LARGE}.sha256`, '/maven/none', NATIVE];
  expect(await spent(whole, 3, ...calls)).toEqual([200, 404, 200, 429, 429]);
  const { registry } = await mutantInside<typeof Serve>('registry/serve.ts', 'registry/admit.ts', [
    "await takeOrRefuse(deps.limiter, { name: 'package_token', bucket: token_id, limit, cost });",
    'void [limit, token_id, cost];',
  ]);
  expect(await spent(registry, 3, ...calls)).toEqual([200, 404, 200, 404, 200]);
});

// A control; the test below shows that the first of two large files takes what the token may take.
it.runIf(LONG)('would count a large file as a small one if its megabytes were not counted', async () => {
  expect(await spent(whole, 4, LARGE, LARGE)).toEqual([200, 429]);
  const { registry } = await mutant<typeof Serve>('registry/serve.ts', [
    'return 1 + Math.floor(file.size / MB);',
    'return 1;',
  ]);
  expect(await spent(registry, 4, LARGE, LARGE)).toEqual([200, 200]);
});

it('serves a file that has as many megabytes as a token may take at once, and would not if it charged twice', async () => {
  expect(await spent(whole, 2, LARGE, LARGE)).toEqual([200, 429]);
  const { registry } = await mutantInside<typeof Serve>('registry/serve.ts', 'registry/admit.ts', [
    'const limit = limitOf(',
    'if (cost > 1) await takeForToken(deps, { org, token_id }, 1);\n  const limit = limitOf(',
  ]);
  expect(await spent(registry, 2, LARGE)).toEqual([429]);
});

it('would change the bytes of a version without the comparison of hashes', async () => {
  const { db } = service.database;
  const { storeFiles } = await mutant<typeof Stored>('registry/stored.ts', [
    'if (!sha512.equals(hashes.sha512)) throw new OtherBytes(place);',
    '',
  ]);
  const place = {
    kind: 'npm',
    name: '@standpoint/react-native',
    version: '0.5.0',
    file: 'react-native-0.5.0.tgz',
  } as const;
  const bytes = npmPackage({ name: place.name, version: place.version, description: 'other' });
  await expect(storeFiles(db, [{ ...place, bytes, manifest: null }])).resolves.toEqual([]);
});

/** Each link stays inside by itself, and what is unpacked through it does not. */
const BEHIND_LINKS = [
  [
    { name: 'T/a/b/e', link: '../..' },
    { name: 'T/z', link: 'a/b/e/..' },
    { name: 'T/z/evil', content: 'x' },
  ],
  [
    { name: 'T/a', link: 'b' },
    { name: 'T/a/evil', content: 'x' },
  ],
  [
    { name: 'T/a/b', link: '..' },
    { name: 'T/c', link: 'a/b/d' },
  ],
];

it('would take a manifest that another one replaces on a disk without case, without the look at case', async () => {
  const { readZip: readAny } = await mutantInside<typeof Zip>(
    'registry/archives/zip.ts',
    'registry/archives/names.ts',
    ['.toLowerCase()', ''],
  );
  expect(readAny(zip({ name: 'a/X' }, { name: 'a/x' }))).toEqual(['a/X', 'a/x']);
});

it('refuses a zip in which something lies behind a link', () => {
  for (const entries of BEHIND_LINKS) expect(() => readZip(zip(...entries))).toThrow(/behind a link/);
});

it('would take archives that lead out of their folder without the look at names and links', async () => {
  const off: [string, string] = ['if (unsafe)', 'if (unsafe && false)'];
  const { readTarball } = await mutantInside<typeof Tar>(
    'registry/archives/tar.ts',
    'registry/archives/names.ts',
    off,
  );
  expect(readTarball(tarball({ name: '../x', content: 'x' }))).toHaveLength(1);
  const { readZip: readAny } = await mutantInside<typeof Zip>(
    'registry/archives/zip.ts',
    'registry/archives/names.ts',
    off,
  );
  expect(readAny(zip({ name: '../x' }))).toEqual(['../x']);
  const links = await mutant<typeof Zip>('registry/archives/zip.ts', [
    'for (const { name, link } of links) requireInside(name, link);',
    '',
  ]);
  expect(links.readZip(zip({ name: 'a/link', link: '../../x' }))).toEqual(['a/link']);
  const through = await mutant<typeof Zip>('registry/archives/zip.ts', [
    'requireNothingThrough(links, names);',
    '',
  ]);
  for (const entries of BEHIND_LINKS) expect(through.readZip(zip(...entries))).toHaveLength(entries.length);
});
