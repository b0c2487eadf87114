import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { dashboard } from './dashboard.ts';
import { packFiles } from './packing.ts';

const service = testService();
const PAGE = '<!doctype html><title>dashboard</title>';
let app: FastifyInstance;
let files: string;
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'standpoint-dashboard-'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), PAGE);
  writeFileSync(join(files, 'assets', 'index-1.js'), 'export {};'.repeat(200));
  writeFileSync(join(files, 'assets', 'secret.env'), 'no');
  await packFiles(join(files, 'assets'));
  app = await service.serve([], [dashboard(files)]);
});
afterAll(async () => {
  await app?.close();
  await service?.close();
  rmSync(files, { recursive: true, force: true });
});

const get = (url: string, host: 'production' | 'sandbox' = 'production', headers = {}) => {
  const { base_url, sandbox_base_url } = service.config;
  const own = new URL(host === 'sandbox' ? sandbox_base_url : base_url).host;
  return app.inject({ url, headers: { host: own, ...headers } });
};

test.each([
  '/dashboard',
  '/dashboard/',
  '/dashboard/setup',
  '/dashboard/org_1/sandbox/sessions/fcs_1',
  '/dashboard/apiary',
])('%s is the page, which is not cached and cannot be framed', async (path) => {
  const { statusCode, body, headers } = await get(path);
  expect([statusCode, body]).toEqual([200, PAGE]);
  expect(headers['cache-control']).toBe('no-store');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toContain('unsafe');
});

test.each([
  '/dashboard/api',
  '/dashboard/api/unknown',
  '/dashboard/assets',
  '/dashboard/assets/none.js',
  '/dashboard/assets/secret.env',
  '/dashboard/assets/..%2Findex.html',
  '/dashboards',
])('%s is nothing', async (path) => {
  const { statusCode, json } = await get(path);
  expect([statusCode, json().data.error.code]).toEqual([404, 'not_found']);
});

test('files are kept for a year, and sent compressed to those who take it', async () => {
  const zipped = await get('/dashboard/assets/index-1.js', 'production', { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = await get('/dashboard/assets/index-1.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
});

test('the sandbox’s address sends people to where their session is', async () => {
  const { statusCode, headers } = await get('/dashboard/setup?a=1', 'sandbox');
  expect([statusCode, headers.location]).toEqual([302, `${service.config.base_url}/dashboard/setup?a=1`]);
});
