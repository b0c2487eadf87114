import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService } from '../../testing/hooks.ts';
import { dashboard } from './dashboard.ts';
import { facePreview } from './face-preview.ts';

const service = sharedService();
let app: FastifyInstance;
let files: string;
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'standpoint-preview-'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), '<!doctype html><title>preview</title>');
  writeFileSync(join(files, 'assets', 'index-1.js'), 'export {};');
  app = await service.serve([], [dashboard(files), facePreview(files)]);
});
afterAll(async () => {
  await app?.close();
  rmSync(files, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ url, headers: { host: new URL(service.config.base_url).host } });
/** The parts of a policy, by name. */
const partsOf = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  );

test('the preview has no origin, calls nothing, and is framed by the dashboard alone', async () => {
  const { headers, statusCode } = await get('/dashboard/preview/');
  expect(statusCode).toBe(200);
  const policy = partsOf(headers['content-security-policy']);
  expect(policy).toMatchObject({
    sandbox: 'allow-scripts',
    'default-src': "'none'",
    'connect-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  });
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|allow-same-origin|allow-popups|\*/);
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['cache-control']).toBe('no-store');
});

test('its address takes nothing that changes what it shows', async () => {
  const plain = await get('/dashboard/preview/');
  for (const more of ['?workflow=x', '?text=Pay%20here'])
    expect((await get(`/dashboard/preview/${more}`)).body).toBe(plain.body);
});

test('its files may be read by a page without an origin, and nothing else of the dashboard may', async () => {
  expect((await get('/dashboard/preview/assets/index-1.js')).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await get('/dashboard/preview/assets/none.js')).statusCode).toBe(404);
  const own = (await get('/dashboard/assets/index-1.js')).headers;
  expect(own['access-control-allow-origin']).toBeUndefined();
  expect(own['cross-origin-resource-policy']).toBe('same-origin');
});

test('the dashboard may hold no frame but its own', async () => {
  const policy = partsOf((await get('/dashboard')).headers['content-security-policy']);
  expect([policy['frame-src'], policy['frame-ancestors']]).toEqual(["'self'", "'none'"]);
});
