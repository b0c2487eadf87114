import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../testing/service.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { endPackageToken, makePackageToken } from '../accounts/package-tokens.ts';
import { packTarball } from '../sdk/tarball.ts';
import { packageRegistries } from './all.ts';
import { BadPackage, contentsOf } from './contents.ts';
import { addFiles, removeVersion } from './stored.ts';

let service: TestService;
let folder: string;
let token: string;
let token_id: string;
let api_key: string;
let org: string;

const tarball = (name: string, version: string, more: object = {}) =>
  packTarball(
    new Map([
      ['package.json', Buffer.from(JSON.stringify({ name, version, license: 'Apache-2.0', ...more }))],
      ['index.js', Buffer.from(`module.exports = '${version}';`)],
    ]),
  );
const POM = (version: string) => `<?xml version="1.0"?>
<project><!-- <groupId>no</groupId> --><modelVersion>4.0.0</modelVersion>
<groupId>dev.standpoint</groupId><artifactId>core</artifactId><version>${version}</version>
<dependencies><dependency><groupId>other</groupId><artifactId>x</artifactId><version>9.9.9</version></dependency></dependencies>
</project>`;
const ZIP = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(60, 7)]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standpoint-registry-'));
  const files = ['0.3.0', '0.5.0'].map((version) => {
    const file = join(folder, `standpoint-web-${version}.tgz`);
    const line = version.startsWith('0.3') ? { publishConfig: { tag: 'v0.3' } } : {};
    writeFileSync(file, tarball('@standpoint/web', version, line));
    return { file };
  });
  service = await openTestService({ plugins: () => [packageRegistries(async () => files)] });
  const organization = await service.organization('Shop');
  org = organization.org;
  api_key = organization.api.sandbox;
  const made = await makePackageToken(service.database.db, BY_CLI, { org, name: 'CI' });
  token = made.token;
  token_id = made.id;
  await add(
    { name: 'standpoint-react-native-0.5.0.tgz', bytes: tarball('@standpoint/react-native', '0.5.0') },
    { name: 'core-0.5.0.pom', bytes: Buffer.from(POM('0.5.0')) },
    { name: 'core-0.5.0.jar', bytes: ZIP },
    { name: 'Standpoint-0.5.0.xcframework.zip', bytes: ZIP },
  );
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (...files: { name: string; bytes: Buffer }[]) =>
  addFiles(service.database.db, BY_CLI, contentsOf(files));
const ask = (path: string, authorization?: string, headers: Record<string, string> = {}) =>
  service.app.inject({
    url: path,
    headers: { host: 'localhost', ...(authorization && { authorization }), ...headers },
  });
const bearer = (text: string) => `Bearer ${text}`;
const basic = (text: string, user = 'token') => `Basic ${Buffer.from(`${user}:${text}`).toString('base64')}`;

describe('/npm', () => {
  it('gives the open packages without a token, and each line under its tag', async () => {
    const answer = await ask('/npm/@standpoint%2fweb');
    expect(answer.statusCode).toBe(200);
    const found = answer.json();
    expect(found['dist-tags']).toEqual({ latest: '0.5.0', 'v0.3': '0.3.0' });
    const { dist } = found.versions['0.5.0'];
    expect(dist.tarball).toBe(`${service.config.base_url}/npm/@standpoint/web/-/web-0.5.0.tgz`);
    const file = await ask(new URL(dist.tarball).pathname);
    const sum = createHash('sha512').update(file.rawPayload).digest('base64');
    expect([file.statusCode, `sha512-${sum}`]).toEqual([200, dist.integrity]);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answers in the short form to npm, and with 304 to whoever has it', async () => {
    const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
    const short = await ask('/npm/@standpoint/web', undefined, { accept });
    expect(short.headers['content-type']).toContain('application/vnd.npm.install-v1+json');
    expect(short.json().versions['0.5.0'].license).toBeUndefined();
    const again = await ask('/npm/@standpoint/web', undefined, {
      accept,
      'if-none-match': String(short.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const full = await ask('/npm/@standpoint/web');
    expect(full.headers.etag).not.toBe(short.headers.etag);
    expect(full.json().versions['0.5.0'].license).toBe('Apache-2.0');
  });

  it('gives a private package to a token, and to nothing else', async () => {
    const path = '/npm/@standpoint%2freact-native';
    const file = '/npm/@standpoint/react-native/-/react-native-0.5.0.tgz';
    for (const each of [path, file]) {
      expect((await ask(each, bearer(token))).statusCode).toBe(200);
      expect((await ask(each, basic(token))).statusCode).toBe(200);
      expect((await ask(each)).statusCode).toBe(401);
    }
    expect((await ask('/npm/-/whoami', bearer(token))).json()).toEqual({ username: 'CI' });
    expect((await ask('/npm/-/whoami')).statusCode).toBe(401);
    expect((await ask('/npm/-/ping')).json()).toEqual({});
  });

  it('says what was sent in place of a package token, where each tool shows it', async () => {
    const rows: [string, RegExp][] = [
      [api_key, /This is an API key/],
      [api_key.replace('sp_', 'sr_'), /This is a results key/],
      ['${STANDPOINT_TOKEN}', /The name of a variable was sent/],
      [`${token.slice(0, -1)}~`, /There is no such package token: it may be cut off/],
    ];
    for (const [text, words] of rows) {
      const answer = await ask('/npm/@standpoint%2freact-native', bearer(text));
      expect([answer.statusCode, answer.statusMessage]).toEqual([401, expect.stringMatching(words)]);
      expect(answer.headers['www-authenticate']).toMatch(/^bearer realm="standpoint", error="invalid_token"/);
      expect(answer.headers['www-authenticate']).toMatch(words);
      expect(answer.json().message).toMatch(words);
      expect(answer.body).not.toContain(text);
    }
  });

  it('tells a stranger nothing about which private packages there are', async () => {
    const [known, unknown] = await Promise.all(
      ['@standpoint%2freact-native', '@standpoint%2fnothing'].map((name) => ask(`/npm/${name}`)),
    );
    const message = known!.json().message;
    expect([known!.statusCode, unknown!.statusCode, unknown!.json().message]).toEqual([401, 401, message]);
    const answer = await ask('/npm/@standpoint%2fnothing', bearer(token));
    expect([answer.statusCode, answer.statusMessage]).toEqual([
      404,
      'There is no package @standpoint/nothing here.',
    ]);
  });

  it('opens no endpoint of the service, and no endpoint takes it', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/geolocation/preflight',
      headers: { host: 'localhost', authorization: bearer(token) },
      payload: { customer_id: 'a', transaction_type: 'login' },
    });
    expect([answer.statusCode, answer.json().data.error.code]).toEqual([401, 'api_key_invalid']);
  });
});

describe('/maven and /ios', () => {
  const JAR = '/maven/dev/standpoint/core/0.5.0/core-0.5.0.jar';

  it('asks for Basic first, as Maven needs it, and then gives files with their checksums', async () => {
    const bare = await ask(JAR);
    expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="standpoint", charset="UTF-8"',
    ]);
    const file = await ask(JAR, basic(token, 'whoever'));
    expect([file.statusCode, file.rawPayload.equals(ZIP)]).toEqual([200, true]);
    for (const sum of ['sha512', 'sha256', 'sha1', 'md5'])
      expect((await ask(`${JAR}.${sum}`, basic(token))).body).toBe(createHash(sum).update(ZIP).digest('hex'));
    const head = await service.app.inject({
      method: 'HEAD',
      url: JAR,
      headers: { host: 'localhost', authorization: basic(token) },
    });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, `${ZIP.length}`, '']);
  });

  it('never refuses an installation for asking without a credential first', async () => {
    for (let i = 0; i < 60; i++) expect((await ask(JAR)).statusCode).toBe(401);
    expect((await ask(JAR, basic(token))).statusCode).toBe(200);
  });

  it('lists the versions of an artifact in their order', async () => {
    await add(
      ...['0.10.0', '0.9.0'].map((version) => ({
        name: `core-${version}.pom`,
        bytes: Buffer.from(POM(version)),
      })),
    );
    const { body } = await ask('/maven/dev/standpoint/core/maven-metadata.xml', basic(token));
    expect(body.match(/<version>[^<]+/g)).toEqual(['<version>0.5.0', '<version>0.9.0', '<version>0.10.0']);
    expect(body).toContain('<release>0.10.0</release>');
  });

  it('gives archives of iOS, and their checksum for binaryTarget', async () => {
    const path = '/ios/Standpoint-0.5.0.xcframework.zip';
    expect((await ask(path, basic(token))).rawPayload.equals(ZIP)).toBe(true);
    expect((await ask(`${path}.sha256`, basic(token))).body).toHaveLength(64);
    expect((await ask('/ios/Standpoint-9.9.9.xcframework.zip', basic(token))).statusCode).toBe(404);
  });

  it('has nothing outside, however the address is written', async () => {
    for (const path of [
      '/maven/..%2f..%2fetc/passwd',
      '/ios/../maven/dev/standpoint/core/0.5.0/core-0.5.0.jar.',
      '/npm/..%2f..%2fpackage.json',
      '/npm/%00',
      '/ios/',
    ])
      expect([path, (await ask(path, basic(token))).statusCode]).toEqual([path, 404]);
  });
});

describe('a revoked token', () => {
  it('installs nothing from then on, and is named', async () => {
    const made = await makePackageToken(service.database.db, BY_CLI, { org, name: 'Old' });
    const path = '/npm/@standpoint%2freact-native';
    expect((await ask(path, bearer(made.token))).statusCode).toBe(200);
    await endPackageToken(service.database.db, BY_CLI, { org, token_id: made.id });
    for (const each of [path, '/maven/a/b/1.0.0/b-1.0.0.jar', '/ios/A-1.0.0.zip', '/npm/@standpoint%2fweb']) {
      const answer = await ask(each, basic(made.token));
      expect([each, answer.statusCode, answer.statusMessage]).toEqual([
        each,
        401,
        `The package token ${made.id} was revoked. Make a package token (pkg_...) in the dashboard: Settings, Developer.`,
      ]);
    }
    expect((await ask(path, bearer(token))).statusCode).toBe(200);
  });

  it('is named only to whoever has all of it', async () => {
    const other = `${token.slice(0, 20)}${token[20] === 'a' ? 'b' : 'a'}${token.slice(21)}`;
    const answer = await ask('/npm/-/whoami', bearer(other));
    expect([answer.statusCode, answer.body.includes(token_id)]).toEqual([401, false]);
  });
});

describe('files of a release', () => {
  const refused = (...files: { name: string; bytes: Buffer }[]) => {
    try {
      contentsOf(files);
    } catch (error) {
      if (error instanceof BadPackage) return error.message;
      throw error;
    }
    return null;
  };

  it('are refused with the reason when they are no packages', () => {
    const text = Buffer.from('hello');
    expect(refused({ name: 'a.tgz', bytes: text })).toMatch(/a.tgz is no package of npm: it is not gzip/);
    expect(refused({ name: 'a.tgz', bytes: tarball('Bad Name', '1.0.0') })).toMatch(/npm refuses/);
    expect(refused({ name: 'a.tgz', bytes: tarball('a', '1.x') })).toMatch(/It must be like 1.2.3/);
    expect(refused({ name: 'core-1.0.0.jar', bytes: ZIP })).toMatch(/needs its .pom/);
    expect(refused({ name: 'core-1.0.0.pom', bytes: text })).toMatch(/names no groupId/);
    expect(refused({ name: 'x-1.0.0.pom', bytes: Buffer.from(POM('1.0.0')) })).toMatch(
      /must be called core-1/,
    );
    expect(refused({ name: 'core-1.0.0-SNAPSHOT.pom', bytes: Buffer.from(POM('LATEST')) })).toMatch(
      /It must be like 1.2.3/,
    );
    expect(refused({ name: 'A-1.0.0.zip', bytes: text })).toMatch(/is no zip archive/);
    expect(refused({ name: 'a.exe', bytes: text })).toMatch(/a.exe is no package/);
  });

  it('never change: the same file again is nothing, another under its version is refused', async () => {
    const bytes = tarball('@standpoint/react-native', '0.5.0');
    expect(await add({ name: 'a.tgz', bytes })).toEqual([]);
    const other = tarball('@standpoint/react-native', '0.5.0', { main: 'other.js' });
    await expect(
      add({ name: 'new-1.0.0.tgz', bytes: tarball('new', '1.0.0') }, { name: 'a.tgz', bytes: other }),
    ).rejects.toThrow(/is there already with another content/);
    // All or none.
    expect((await ask('/npm/new', bearer(token))).statusCode).toBe(404);
  });

  it('come before those that a clone packs, and can be taken away', async () => {
    await add({ name: 'w.tgz', bytes: tarball('@standpoint/web', '0.5.0', { description: 'release' }) });
    const of = async () => (await ask('/npm/@standpoint%2fweb')).json().versions['0.5.0'].description;
    expect(await of()).toBe('release');
    const gone = await removeVersion(service.database.db, BY_CLI, {
      name: '@standpoint/web',
      version: '0.5.0',
    });
    expect(gone).toHaveLength(1);
    expect(await of()).toBeUndefined();
  });
});
