import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { npmPackage } from '../../testing/registry/archives.ts';
import { importRelease, packedTree, RELEASE, writeFiles } from '../../testing/registry/release.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { endPackageToken, listPackageTokens, makePackageToken } from '../accounts/package-tokens.ts';
import { readArtifacts } from './artifacts/read.ts';
import { registry } from './serve.ts';
import { PackageShelf } from './shelf.ts';
import { OtherBytes, removeFiles, storedFiles, storeFiles } from './stored.ts';

const folder = mkdtempSync(join(tmpdir(), 'sp-registry-'));
afterAll(() => rmSync(folder, { recursive: true }));
const service = testService({
  plugins: () => [registry],
  unlimited: true,
  replace: { packed_tree: async () => packedTree(folder) },
});
const org = testOrganization(service);
let address: string;
let token: { id: string; token: string };
beforeAll(async () => {
  address = await service.listen();
  await importRelease(service.database.db, folder);
});
beforeEach(async () => {
  token = await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'CI' });
});

const basic = (password: string, user = 'token') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const bearer = (text = token.token) => ({ authorization: `Bearer ${text}` });
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
const json = async (path: string, headers: Record<string, string> = bearer()): Promise<any> =>
  (await get(path, headers)).json();
const sum = (algorithm: string, bytes: Buffer, form: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(bytes).digest(form);

const NATIVE = '/npm/@standpoint%2freact-native';
const TARBALL = '/npm/@standpoint/react-native/-/react-native-0.5.0.tgz';
const JAR = '/maven/dev/standpoint/android/0.5.0/android-0.5.0.jar';
const ZIP = '/ios/Standpoint-0.5.0.xcframework.zip';

describe('/npm', () => {
  it('lists the versions of a package with tags, hashes, and addresses below the public one', async () => {
    const found = await json(NATIVE);
    expect(found['dist-tags']).toEqual({ latest: '0.5.0', 'v0.3': '0.3.2', 'v0.5': '0.5.0' });
    expect(Object.keys(found.time)).toEqual(['created', 'modified', '0.3.2', '0.5.0']);
    const bytes = RELEASE['standpoint-react-native-0.5.0.tgz']!;
    expect(found.versions['0.5.0']).toMatchObject({ description: 'Here', scripts: { test: 'true' } });
    expect(found.versions['0.5.0'].dist).toEqual({
      tarball: `${service.config.base_url}${TARBALL}`,
      integrity: `sha512-${sum('sha512', bytes, 'base64')}`,
      shasum: sum('sha1', bytes),
    });
    expect(await bytesOf(await get(TARBALL, bearer()))).toEqual(bytes);
  });

  it('answers an installation shortly, and with 304 when nothing has changed', async () => {
    const accept = { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*' };
    const first = await get(NATIVE, { ...bearer(), ...accept });
    expect(first.headers.get('content-type')).toContain('application/vnd.npm.install-v1+json');
    const short = (await first.json()) as { versions: Record<string, object> };
    expect(Object.keys(short.versions['0.5.0']!)).toEqual(['dependencies', 'name', 'version', 'dist']);
    const etag = first.headers.get('etag')!;
    for (const has of [etag, `W/${etag}`, `"x", ${etag}`])
      expect((await get(NATIVE, { ...bearer(), ...accept, 'if-none-match': has })).status).toBe(304);
    // The long form is another text.
    expect((await get(NATIVE, { ...bearer(), 'if-none-match': etag })).status).toBe(200);
  });

  it('answers one version by its number or tag, ping, and whose token it is', async () => {
    for (const [wanted, version] of [
      ['0.3.2', '0.3.2'],
      ['latest', '0.5.0'],
      ['v0.3', '0.3.2'],
    ])
      expect((await json(`${NATIVE}/${wanted}`)).version).toBe(version);
    expect(await json('/npm/-/whoami')).toEqual({ username: 'CI' });
    expect(await json('/npm/-/ping?write=true', {})).toEqual({});
  });

  it('gives web and node to everyone, whatever token was sent', async () => {
    for (const headers of [{}, bearer(), bearer('pkg_old'), bearer(org.api.production)]) {
      const found = await json('/npm/@standpoint/web', headers);
      expect(found['dist-tags']).toEqual({ latest: '0.5.0', 'v0.3': '0.3.0', 'v0.5': '0.5.0' });
      const path = new URL(found.versions['0.3.0'].dist.tarball).pathname;
      expect(await bytesOf(await get(path, headers))).toEqual(
        npmPackage({ name: '@standpoint/web', version: '0.3.0' }),
      );
    }
    expect((await get('/npm/-/whoami')).status).toBe(401);
  });

  it('may be kept for good where it was imported, and not where this service packs it', async () => {
    const kept = async (path: string) => (await get(path, bearer())).headers.get('cache-control');
    expect(await kept(TARBALL)).toBe('private, max-age=31536000, immutable');
    expect(await kept('/npm/@standpoint/web/-/web-0.5.0.tgz')).toBe('public, no-cache');
  });

  it('tells a stranger nothing of what there is, and the holder of a token what is missing', async () => {
    for (const path of [NATIVE, '/npm/@standpoint/nothing', '/npm/left-pad', '/npm/@standpoint%2f..%2fx'])
      expect((await get(path)).status, path).toBe(401);
    for (const path of ['@standpoint/nothing', 'left-pad', '@standpoint/react-native/9.9.9', '', '@a/b/c/d'])
      expect(await json(`/npm/${path}`), path).toMatchObject({
        status_code: 404,
        error: expect.stringContaining('is not in this registry'),
      });
    const publish = await get(NATIVE, bearer(), 'PUT');
    expect([publish.status, publish.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('/maven', () => {
  it('serves files, their hashes and the list of versions', async () => {
    const bytes = RELEASE['android-0.5.0.jar']!;
    const auth = { authorization: basic(token.token, 'anything') };
    expect(await bytesOf(await get(JAR, auth))).toEqual(bytes);
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      expect(await (await get(`${JAR}.${algorithm}`, auth)).text()).toBe(sum(algorithm, bytes));
    const metadata = await (await get('/maven/dev/standpoint/android/maven-metadata.xml', auth)).text();
    expect(metadata).toContain('<release>0.5.0</release>');
    expect(metadata).toContain('<version>0.5.0</version>');
    const listed = await (await get('/maven/dev/standpoint/android/maven-metadata.xml.sha1', auth)).text();
    expect(listed).toBe(sum('sha1', Buffer.from(metadata)));
  });

  it.each([
    '/maven/dev/standpoint/android/0.5.0/android-0.5.1.jar',
    '/maven/dev/standpoint/android/0.6.0/android-0.5.0.jar',
    '/maven/dev/standpoint/other/maven-metadata.xml',
    '/maven/dev/standpoint/android/0.5.0/android-0.5.0.jar.asc',
    '/maven/android-0.5.0.jar',
    '/maven//a/1/a.jar',
    '/maven/',
  ])('has no %s', async (path) => {
    const answer = await get(path, { authorization: basic(token.token) });
    expect([answer.status, answer.statusText]).toEqual([404, 'Not in this registry']);
  });
});

describe('/ios', () => {
  it('serves an archive with the hash that a binary target names', async () => {
    const auth = { authorization: basic(token.token) };
    const bytes = RELEASE['Standpoint-0.5.0.xcframework.zip']!;
    expect(await bytesOf(await get(ZIP, auth))).toEqual(bytes);
    expect(await (await get(`${ZIP}.sha256`, auth)).text()).toBe(`${sum('sha256', bytes)}\n`);
    for (const path of [
      '/ios/Standpoint-0.5.1.xcframework.zip',
      '/ios/../npm',
      '/ios/x',
      '/ios/Standpoint-0.5.0.zip',
    ])
      expect((await get(path, auth)).status, path).toBe(404);
  });
});

describe('a credential', () => {
  const PATHS = [NATIVE, JAR, ZIP];

  it('is asked for in the way that makes each client send it', async () => {
    for (const path of PATHS) {
      const answer = await get(path);
      expect([answer.status, answer.statusText]).toEqual([401, 'Package token missing']);
      const asks = answer.headers.get('www-authenticate');
      if (path === NATIVE)
        expect(asks).toMatch(/^bearer realm=.*error_description="This package needs a package token/);
      else expect(asks).toBe('Basic realm="Standpoint packages", charset="UTF-8"');
      const said = await answer.text();
      expect(said).toContain('Settings → Developer');
      expect(said).toContain('"code":"token_missing"');
    }
  });

  it('may be left out first, for each of many files, as Maven does', async () => {
    for (let i = 0; i < 60; i++) expect((await get(JAR)).status).toBe(401);
    expect((await get(JAR, { authorization: `Bearer ${token.token}` })).status).toBe(200);
  });

  it('may come as Bearer or Basic at each of the three, and is read from no address', async () => {
    for (const path of PATHS) {
      for (const authorization of [
        `Bearer ${token.token}`,
        `bearer ${token.token}`,
        basic(token.token),
        basic(token.token, ''),
      ])
        expect((await get(path, { authorization })).status, authorization).toBe(200);
      expect((await get(`${path}?token=${token.token}&_authToken=${token.token}`)).status).toBe(401);
    }
  });

  it.each([
    [
      'an API key',
      () => org.api.production,
      /^That is an API key \(sp_…\)/,
      'API key instead of a package token',
    ],
    ['a test key', () => org.api.sandbox, /^That is an API key/, 'API key instead of a package token'],
    [
      'a results key',
      () => org.results.production,
      /^That is a results key/,
      'Results key instead of a package token',
    ],
    [
      'a webhook secret',
      () => 'whsec_AAAA',
      /^That is the secret of a webhook/,
      'Webhook secret instead of a package token',
    ],
    ['a JWT', () => 'eyJh.eyJi.c2ln', /^That is a token of a check/, 'JWT instead of a package token'],
    [
      'the id of a token',
      () => token.id,
      /^That is the id of a package token/,
      'Id of a package token instead of its text',
    ],
    ['a variable', () => '${NPM_TOKEN}', /^That is the name of a variable/, 'Variable not replaced'],
    ['the start of one', () => `${token.token.slice(0, 12)}...`, /with dots/, 'Package token cut off'],
    ['half of one', () => token.token.slice(0, 20), /not complete, or not known/, 'Package token unknown'],
    [
      'one with another secret',
      () => `${token.token.slice(0, 20)}${token.token.slice(20).toLowerCase()}`,
      /not known/,
      'Package token unknown',
    ],
    ['a password', () => 'letmein', /^That is no package token/, 'Not a package token'],
  ])('that is %s is refused by name', async (_about, wrong, sentence, phrase) => {
    for (const path of PATHS)
      for (const authorization of [`Bearer ${wrong()}`, basic(wrong())]) {
        const answer = await get(path, { authorization });
        expect([answer.status, answer.statusText]).toEqual([401, phrase]);
        const { message, error, data } = (await answer.json()) as {
          message: string;
          error?: string;
          data: { error: { code: string } };
        };
        expect(message).toMatch(sentence);
        expect(message).toContain('Settings → Developer');
        if (path === NATIVE) expect(error).toBe(message);
        expect(data.error.code).toBe('token_invalid');
        expect(JSON.stringify([message, error])).not.toContain(wrong());
      }
  });

  it('that was revoked is refused at the next call of every node, by the name that only its holder hears', async () => {
    const other = await service.node();
    expect((await get(TARBALL, bearer())).status).toBe(200);
    await endPackageToken(other.database.db, BY_CLI, { org: org.org, token_id: token.id });
    await other.close();
    for (const path of PATHS) {
      const answer = await get(path, bearer());
      expect([answer.status, answer.statusText]).toEqual([401, `Package token ${token.id} was revoked`]);
      expect(((await answer.json()) as { message: string }).message).toMatch(
        /^The package token “CI” \(pkt_\w+\) was revoked on 20/,
      );
      // With the same look-up id and another secret.
      const guess = `${token.token.slice(0, 13)}${'a'.repeat(35)}`;
      expect(await (await get(path, bearer(guess))).text()).not.toContain('revoked');
    }
  });

  it.each([
    'Basic',
    'Basic !!!',
    'Basic Og==',
    'Digest x',
    'Bearer',
    'Bearer a b',
    `Bearer ${'x'.repeat(5_000)}`,
  ])('of the form %j is refused', async (authorization) => {
    for (const path of PATHS) expect((await get(path, { authorization })).status).toBe(401);
  });

  it('for packages opens no endpoint', async () => {
    const body = { customer_id: 'c', transaction_type: 'deposit' };
    const answer = await service.call({ path: '/geolocation/preflight', token: token.token, body });
    expect([answer.status, answer.data.error.code]).toEqual([401, 'api_key_invalid']);
  });

  it('is noted with each kind of tool, and with a write once a minute alone', async () => {
    const agents = [
      'npm/11.0.0 node/v24',
      'pnpm/10.1.0 npm/? node/v24',
      'Apache-Maven/3.8.7 (Java 17)',
      'curl/8.5.0',
      'x',
    ];
    for (const agent of agents) await get(TARBALL, { ...bearer(), 'user-agent': agent });
    const [used] = await listPackageTokens(service.database.db, org.org);
    expect(used!.tools.map(({ tool }) => tool).sort()).toEqual(['Maven', 'curl', 'npm', 'other', 'pnpm']);
    for (const agent of agents) await get(TARBALL, { ...bearer(), 'user-agent': agent });
    expect((await listPackageTokens(service.database.db, org.org))[0]).toEqual(used);
  });
});

describe('any file', () => {
  it('answers HEAD with its size and no bytes, and 304 to the holder of the same', async () => {
    for (const [path, name] of [
      [TARBALL, 'standpoint-react-native-0.5.0.tgz'],
      [JAR, 'android-0.5.0.jar'],
      [ZIP, 'Standpoint-0.5.0.xcframework.zip'],
    ] as const) {
      const head = await get(path, bearer(), 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, `${RELEASE[name]!.length}`]);
      expect((await bytesOf(head)).length).toBe(0);
      expect((await get(path, { ...bearer(), 'if-none-match': head.headers.get('etag')! })).status).toBe(304);
      expect((await get(path, {}, 'HEAD')).status).toBe(401);
    }
  });

  it('of many megabytes arrives whole', async () => {
    const bytes = Buffer.alloc(3 * 2 ** 20 + 17, 'standpoint');
    const place = { kind: 'ios', name: 'Large', version: '1.0.0', file: 'Large-1.0.0.zip' } as const;
    await storeFiles(service.database.db, [{ ...place, bytes, manifest: null }]);
    const got = await bytesOf(await get('/ios/Large-1.0.0.zip', bearer()));
    expect(got.equals(bytes)).toBe(true);
    await removeFiles(service.database.db, place);
  });
});

describe('an imported version', () => {
  const native = (content: string) =>
    readArtifacts(
      writeFiles(folder, {
        'x.tgz': npmPackage({ name: '@standpoint/extra', version: '1.0.0' }, { name: 'package/x', content }),
      }),
    );
  const place = { kind: 'npm', name: '@standpoint/extra', version: '1.0.0' } as const;

  it('never gets other bytes, not even after it was removed', async () => {
    const { db } = service.database;
    expect(await storeFiles(db, native('one'))).toHaveLength(1);
    expect(await storeFiles(db, native('one'))).toEqual([]);
    await expect(storeFiles(db, native('two'))).rejects.toThrow(OtherBytes);
    expect(await removeFiles(db, place)).toEqual(['extra-1.0.0.tgz']);
    expect((await json('/npm/@standpoint/extra')).status_code).toBe(404);
    await expect(storeFiles(db, native('two'))).rejects.toThrow(OtherBytes);
    expect(await storeFiles(db, native('one'))).toHaveLength(1);
    expect((await json('/npm/@standpoint/extra')).name).toBe('@standpoint/extra');
  });

  it('is stored once by imports at the same moment, of which the one with other bytes fails', async () => {
    const { db } = service.database;
    const two = native('race').map((each) => ({ ...each, version: '2.0.0', file: 'extra-2.0.0.tgz' }));
    const other = two.map((each) => ({ ...each, bytes: Buffer.from('other') }));
    const ended = await Promise.allSettled([two, two, other].map((files) => storeFiles(db, files)));
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const { kind, name } = place;
    const [stored] = (await storedFiles(db, { kind, name })).filter(({ version }) => version === '2.0.0');
    expect(await bytesOf(new Response(stored!.read() as never)).then((all) => all.length)).toBe(stored!.size);
  });

  it('is served also where the clone cannot be packed', async () => {
    const tree = () => Promise.reject(new Error('the compiler is not installed'));
    const deps = { ...service.deps, packages: new PackageShelf(service.deps, tree) };
    const app = await service.serve([], [registry], deps);
    expect((await app.inject({ url: NATIVE, headers: bearer() })).statusCode).toBe(200);
    const web = await app.inject('/npm/@standpoint/web');
    expect([web.statusCode, web.json().error]).toEqual([404, '@standpoint/web is not in this registry.']);
  });

  it('hides the packed one of the same number', async () => {
    const { db } = service.database;
    const release = npmPackage({ name: '@standpoint/node', version: '0.5.0', description: 'The release' });
    await storeFiles(db, readArtifacts(writeFiles(folder, { 'node.tgz': release })));
    expect((await json('/npm/@standpoint/node', {})).versions['0.5.0'].description).toBe('The release');
  });
});
