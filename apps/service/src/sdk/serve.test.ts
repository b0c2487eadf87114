import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../testing/service.ts';
import { builtBrowserSdk, integrityOf } from './browser.ts';
import { readReleased } from './released.ts';
import { browserSdk } from './serve.ts';

let service: TestService;
let files: string;

beforeAll(async () => {
  service = await openTestService({
    plugins: async (config) => {
      files = await builtBrowserSdk(config, pino({ level: 'silent' }));
      return [browserSdk(files)];
    },
  });
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: new URL(service.config.base_url).host, ...headers } });

describe('the browser SDK of the service', () => {
  it('is listed in both generations, with the integrity of what is served', async () => {
    const answer = await get('/sdk/manifest.json');
    const { latest, versions } = answer.json();
    expect(latest).toBe('0.5.0');
    expect(versions.map(({ released }: { released: boolean }) => released)).toEqual([true, true]);
    expect(versions.map(({ version, line }: Record<string, string>) => [version, line])).toEqual([
      ['0.5.0', '0.5'],
      ['0.3.0', '0.3'],
    ]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    for (const { module, global } of versions)
      for (const { url, integrity, bytes } of [module, global]) {
        expect(url.startsWith(`${service.config.base_url}/sdk/`)).toBe(true);
        const file = await get(new URL(url).pathname);
        expect([file.statusCode, integrityOf(file.rawPayload), file.rawPayload.length]).toEqual([
          200,
          integrity,
          bytes,
        ]);
      }
  });

  it('is kept for good by browsers, and may be loaded by a page of any origin', async () => {
    const { headers } = await get('/sdk/0.5.0/standpoint.js');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
  });

  it('is asked for again while its bytes are not those of a release, and the manifest says so', async () => {
    const list = { '0.5.0': { ...readReleased()['0.5.0'], 'standpoint.js': 'sha384-of-other-bytes' } };
    const other = await openTestService({ plugins: async () => [browserSdk(files, list)] });
    const ask = (url: string, headers: Record<string, string> = {}) =>
      other.app.inject({ url, headers: { host: new URL(other.config.base_url).host, ...headers } });
    try {
      const { versions } = (await ask('/sdk/manifest.json')).json();
      expect(versions.map(({ released }: { released: boolean }) => released)).toEqual([false, false]);
      for (const path of ['/sdk/0.5.0/standpoint.js', '/sdk/0.3.0/standpoint.global.js']) {
        const { headers } = await ask(path);
        expect(headers['cache-control']).toBe('public, max-age=60');
        const again = await ask(path, { 'if-none-match': `"x", ${headers.etag}` });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
        expect((await ask(path, { 'if-none-match': '"x"' })).statusCode).toBe(200);
        expect(again.headers['access-control-allow-origin']).toBe('*');
      }
      expect((await ask('/sdk/')).body).toContain('not a release');
    } finally {
      await other.close();
    }
  });

  it('is sent compressed to a browser that takes it, from below the same integrity', async () => {
    const br = await get('/sdk/0.5.0/standpoint.global.js', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.rawPayload.length).toBeLessThan(14 * 1_024);
  });

  it('is one whole file in each form: it loads nothing further, and runs no text as code', () => {
    for (const version of ['0.5.0', '0.3.0'])
      for (const name of ['standpoint.js', 'standpoint.global.js']) {
        const code = readFileSync(join(files, version, name), 'utf8');
        expect(code.startsWith(`/*! @standpoint/web ${version} | Apache-2.0 */`)).toBe(true);
        expect(code).not.toMatch(/\bimport\s*\(|\bimport\s*["'{]|\beval\b|new Function|sourceMappingURL/);
      }
  });

  it('is one global, which says its own version', () => {
    for (const version of ['0.5.0', '0.3.0']) {
      const code = readFileSync(join(files, version, 'standpoint.global.js'), 'utf8');
      const page: Record<string, unknown> = { URL };
      runInNewContext(code, page);
      expect(Object.keys(page)).toEqual(['URL', 'Standpoint']);
      expect(Object.keys(page.Standpoint as object)).toEqual(
        expect.arrayContaining(['createClient', 'verify', 'collect', 'face', 'diagnose']),
      );
      expect(code).toContain(`\`${version}\``);
    }
  });

  it('says which versions there are when one is asked for that there is not', async () => {
    for (const path of ['/sdk/0.4.9/standpoint.js', '/sdk/0.5.0/probes.js', '/sdk/0.5.0/standpoint.js.br']) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.json().data.error).toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/0\.5\.0 and 0\.3\.0.*manifest\.json/),
      });
      expect(answer.headers['cache-control']).not.toMatch(/immutable/);
    }
    for (const path of ['/sdk/..%2f..%2fpackage.json/x', '/sdk/0.5.0/..%2f.sources', '/sdk/x'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  });

  it('shows the script with its integrity to be copied, in a page under the strict policy of our pages', async () => {
    expect((await get('/sdk')).headers.location).toBe('/sdk/');
    const [{ versions }, page] = [(await get('/sdk/manifest.json')).json(), await get('/sdk/')];
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const { global, module } of versions)
      for (const { url, integrity } of [global, module]) {
        expect(page.body).toContain(url);
        expect(page.body).toContain(integrity);
      }
  });
});
