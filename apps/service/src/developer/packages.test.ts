import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { otherEnd } from '../../testing/forge.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { storedAnywhere } from '../../testing/keys/stored-anywhere.ts';
import { mutant } from '../../testing/mutant.ts';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { npmPackage } from '../../testing/registry/archives.ts';
import { writeFiles } from '../../testing/registry/release.ts';
import { testOwner } from '../../testing/sign-in/owner.ts';
import { checksum, parseKey } from '../accounts/api-keys.ts';
import type * as Tokens from '../accounts/package-tokens.ts';
import {
  LIVE_TOKENS_MAX,
  makePackageToken,
  PACKAGE_TOKEN_PATTERN,
  verifyPackageToken,
} from '../accounts/package-tokens.ts';
import { newId } from '../ids.ts';
import { readArtifacts } from '../registry/artifacts/read.ts';
import { storeFiles } from '../registry/stored.ts';
import { packageFiles } from './package-files.ts';

const service = sharedService();
const org = testOrganization(service, beforeEach);
const owner = testOwner(service, org);

const at = (rest = '') => `/dashboard/api/${org.org}/packages${rest}`;
const list = async () => (await owner.call({ path: at() })).data;
const make = (body: object = { name: 'CI' }, headers: Record<string, string> = {}) =>
  owner.call({ path: at(), body, headers });
const revoke = (token_id: string) => owner.call({ method: 'DELETE', path: at(`/${token_id}`) });
const verify = (token: string, tool?: string) => verifyPackageToken(service.database.db, token, tool);
const audited = async () =>
  (
    await service.database.pool.query(
      `SELECT actor, action, target, ip FROM audit WHERE org = $1 AND action LIKE 'package_token.%' ORDER BY at`,
      [org.org],
    )
  ).rows;

describe('a package token', () => {
  it('is one word with a checksum, and is shown once with the files that it stands in', async () => {
    const { token_id, token, files } = (await make()).data;
    expect(token).toMatch(PACKAGE_TOKEN_PATTERN);
    expect(token).toHaveLength(4 + 8 + 30 + 6);
    expect(token.slice(-6)).toBe(checksum(token.slice(4, -6)));
    expect(files.map(({ file }: { file: string }) => file)).toEqual([
      '.npmrc',
      '~/.npmrc',
      '~/.netrc',
      'gradle.properties',
    ]);
    for (const { file, text } of files) expect(text.includes(token), file).toBe(file !== '.npmrc');
    const shown = await list();
    expect(shown.tokens).toEqual([
      {
        token_id,
        name: 'CI',
        starts: token.slice(0, 12),
        created_at: expect.any(String),
        created_by: expect.stringMatching(/^Person /),
        last_used_at: null,
        last_tool: null,
        tools: [],
      },
    ]);
    expect(JSON.stringify(shown.files)).toContain('pkg_…');
    expect(await audited()).toEqual([
      {
        actor: `user:${owner.user_id}`,
        action: 'package_token.created',
        target: token_id,
        ip: '127.0.0.0/24',
      },
    ]);
  });

  it('has its secret nowhere in the database', async () => {
    const { token } = (await make({ name: 'CI' }, { 'idempotency-key': newId('request') })).data;
    expect(await storedAnywhere(service, token.slice(12, 42))).toEqual([]);
    expect(await storedAnywhere(service, token.slice(4, 12))).toEqual(['package_token']);
  });

  it('tells who installs, and with what', async () => {
    const { token_id, token } = (await make()).data;
    expect(await verify(token, 'pnpm/10.1.0 npm/? node/v24.0.0 linux x64')).toEqual({
      org: org.org,
      token_id,
    });
    const [used] = (await list()).tokens;
    expect(used.last_tool).toBe('pnpm/10.1.0');
    expect(Date.parse(used.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
    // Further uses of the same minute write nothing.
    await verify(token, 'pnpm/10.2.0');
    expect((await list()).tokens[0]).toEqual(used);
    await verify(token, 'Gradle/9.2');
    const [both] = (await list()).tokens;
    expect(both.last_tool).toBe('Gradle/9.2');
    expect(both.tools.map(({ tool }: { tool: string }) => tool)).toEqual(['Gradle', 'pnpm']);
    await verify(token, '\u001b[31m');
    expect((await list()).tokens[0].last_tool).toBeNull();
    await service.database.pool.query(
      `UPDATE package_token SET last_used_at = now() - interval '61 seconds' WHERE token_id = $1`,
      [token_id],
    );
    await verify(token, 'pnpm/10.2.0');
    expect((await list()).tokens[0].last_tool).toBe('pnpm/10.2.0');
  });

  it('opens nothing else, and no key installs packages', async () => {
    const { token } = (await make()).data;
    expect(parseKey(token)).toBeNull();
    const body = { customer_id: 'c', transaction_type: 'deposit' };
    expectRefusal(
      await service.call({ path: '/geolocation/preflight', token, body }),
      401,
      'api_key_invalid',
    );
    expect(await verify(org.api.production)).toBeNull();
  });

  it('that was revoked works no more, leaves the list, and is not revoked twice', async () => {
    const { token_id, token } = (await make()).data;
    expect((await revoke(token_id)).data).toEqual({ token_id });
    expect(await verify(token)).toBeNull();
    expect((await list()).tokens).toEqual([]);
    expectRefusal(await revoke(token_id), 404, 'not_found');
    expect((await audited()).map(({ action }) => action)).toEqual([
      'package_token.created',
      'package_token.revoked',
    ]);
  });

  it('of another organization is neither seen nor revoked', async () => {
    const { token_id, token } = (await make()).data;
    const others = await service.organization('Other');
    const stranger = await signedIn(service, others.org, 'owner');
    const path = `/dashboard/api/${others.org}/packages`;
    expect((await stranger.call({ path })).data.tokens).toEqual([]);
    expectRefusal(await stranger.call({ method: 'DELETE', path: `${path}/${token_id}` }), 404, 'not_found');
    expect(await verify(token)).not.toBeNull();
  });

  it('is made once by a call that is repeated', async () => {
    const header = { 'idempotency-key': newId('request') };
    const first = await make({ name: 'CI' }, header);
    expect((await make({ name: 'CI' }, header)).data).toEqual(first.data);
    expect((await list()).tokens).toHaveLength(1);
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'CI', env: 'production' }, 'env'],
  ])('is not made from %j, and the wrong field is named', async (body, path) => {
    const answer = await make(body);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe(path);
  });

  it('is not the fifty-first', async () => {
    const { db } = service.database;
    for (let i = 0; i < LIVE_TOKENS_MAX; i++)
      await makePackageToken(db, { actor: 'cli' }, { org: org.org, name: `${i}` });
    const answer = await make();
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.message).toContain('at most 50 package tokens');
  });
});

describe('a wrong token', () => {
  const wrong = async (): Promise<[string, string][]> => {
    const { token } = (await make()).data;
    const secret = token.slice(12, 42);
    const other = `${secret.slice(0, 29)}${secret.at(-1) === 'a' ? 'b' : 'a'}`;
    const body = token.slice(4, 12) + other;
    return [
      ['nothing', ''],
      ['a mistyped one', otherEnd(token)],
      ['a longer one', `${token}0`],
      ['the same look-up id with another secret', `pkg_${body}${checksum(body)}`],
      ['another prefix', token.replace('pkg_', 'pkt_')],
    ];
  };

  it('installs nothing', async () => {
    for (const [about, token] of await wrong()) expect(await verify(token), about).toBeNull();
  });

  it('would install without the comparison of its secret, and a revoked one without the look at its end', async () => {
    const forged = (await wrong())[3]![1];
    const { db } = service.database;
    const without = (change: [string, string]) => mutant<typeof Tokens>('accounts/package-tokens.ts', change);
    const secret = await without([' || !secretMatches(secret, row.secret_sha256)', '']);
    expect(await secret.verifyPackageToken(db, forged)).not.toBeNull();
    const { token_id, token } = (await make()).data;
    await revoke(token_id);
    const end = await without([' || found.revoked_at', '']);
    expect(await end.verifyPackageToken(db, token)).not.toBeNull();
  });

  it('that is mistyped costs no query, as without the checksum', async () => {
    const mistyped = (await wrong())[1]![1];
    const none = {} as typeof service.database.db;
    expect(await verifyPackageToken(none, mistyped)).toBeNull();
    const { verifyPackageToken: unchecked } = await mutant<typeof Tokens>('accounts/package-tokens.ts', [
      ' || checksum(lookup + secret) !== sum',
      '',
    ]);
    await expect(unchecked(none, mistyped)).rejects.toThrow();
  });
});

describe('the files that the registry serves', () => {
  it('are listed for every organization, with their hashes', async () => {
    const { files } = (await owner.call({ path: at('/files') })).data;
    expect(files).toEqual([]);
    const [artifact] = readArtifacts(
      writeFiles(service.config.data_dir, {
        'a.tgz': npmPackage({ name: '@standpoint/a', version: '1.0.0' }),
      }),
    );
    await storeFiles(service.database.db, [artifact!]);
    expect((await owner.call({ path: at('/files') })).data.files).toEqual([
      {
        kind: 'npm',
        name: '@standpoint/a',
        version: '1.0.0',
        file: 'a-1.0.0.tgz',
        size: artifact!.bytes.length,
        sha256: createHash('sha256').update(artifact!.bytes).digest('hex'),
        origin: 'imported',
        needs_token: true,
      },
    ]);
  });
});

describe('the files of an installation', () => {
  it('name its address in the form of each tool, and hold the token outside of the project alone', () => {
    const texts = packageFiles('https://id.harbour.example', 'pkg_T').map(({ file, text }) => [file, text]);
    expect(texts).toEqual([
      ['.npmrc', '@standpoint:registry=https://id.harbour.example/npm/\n'],
      ['~/.npmrc', '//id.harbour.example/npm/:_authToken=pkg_T\n'],
      ['~/.netrc', 'machine id.harbour.example\n  login token\n  password pkg_T\n'],
      ['gradle.properties', 'standpointRegistry=https://id.harbour.example/maven\nstandpointToken=pkg_T\n'],
    ]);
  });

  it('keep a port and a path, except .netrc, which knows hosts alone', () => {
    const [project, home, netrc] = packageFiles('http://localhost:4000/identity', 'pkg_T');
    expect(project!.text).toBe('@standpoint:registry=http://localhost:4000/identity/npm/\n');
    expect(home!.text).toBe('//localhost:4000/identity/npm/:_authToken=pkg_T\n');
    expect(netrc!.text).toContain('machine localhost\n');
  });
});
