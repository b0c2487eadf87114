import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { npmPackage } from '../../testing/registry/archives.ts';
import { RELEASE, writeFiles } from '../../testing/registry/release.ts';
import { basic, JAR, NATIVE, servedRegistry, TARBALL, ZIP } from '../../testing/registry/served.ts';
import { readArtifacts } from './artifacts/read.ts';
import { registry } from './serve.ts';
import { PackageShelf } from './shelf.ts';
import { OtherBytes, removeFiles, storedFiles, storeFiles } from './stored.ts';

const { folder, service, org, token, bearer, get } = servedRegistry();
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
const json = async (path: string, headers: Record<string, string> = bearer()): Promise<any> =>
  (await get(path, headers)).json();
const sum = (algorithm: string, bytes: Buffer, form: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(bytes).digest(form);

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
