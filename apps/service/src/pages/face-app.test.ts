import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import type { TestOrganization } from '../../testing/service.ts';
import { draft, publish } from '../accounts/versions.ts';
import { faceApp } from './face-app.ts';
import { packFiles } from './packing.ts';

const SHOP = 'https://shop.example';
const service = testService();
let organization: TestOrganization;
let app: FastifyInstance;
let files: string;
let framed: string;
beforeAll(async () => {
  organization = await service.organization();
  const made = await draft(service.database.db, 'workflow', organization.org, {
    name: 'Framed',
    origins: [SHOP],
    ui: { logo: 'https://cdn.example/logo.svg; script-src *' },
  });
  await publish(service.database.db, 'workflow', organization.org, made!.id);
  framed = made!.id;
  files = mkdtempSync(join(tmpdir(), 'standpoint-face-app-'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), '<!doctype html><title>check</title>');
  writeFileSync(join(files, 'assets', 'index-1.js'), 'export {};');
  writeFileSync(join(files, 'assets', 'worker-1.js'), 'export {};'.repeat(200));
  writeFileSync(join(files, 'assets', 'kernels-1.wasm'), Buffer.alloc(4_000));
  writeFileSync(join(files, 'assets', 'secret.env'), 'no');
  await packFiles(join(files, 'assets'));
  app = await service.serve([], [faceApp(files)]);
});
afterAll(async () => {
  await app?.close();
  await service?.close();
  rmSync(files, { recursive: true, force: true });
});

const ancestors = async (path: string) => {
  const { headers, statusCode } = await app.inject(path);
  const policy = String(headers['content-security-policy']);
  return [statusCode, /frame-ancestors (.*)$/.exec(policy)?.[1]];
};

test('a workflow’s page may be framed by the workflow’s origins, all other pages by none', async () => {
  expect(await ancestors(`/face/${framed}`)).toEqual([200, `'self' ${SHOP}`]);
  expect(await ancestors(`/face/${organization.workflow_id}`)).toEqual([200, "'self'"]);
  expect(await ancestors('/face/h')).toEqual([200, "'none'"]);
  expect(await ancestors('/face/wf_00000000000000000000000000')).toEqual([404, "'none'"]);
  expect(await ancestors("/face/x';--")).toEqual([404, "'none'"]);
});

/** The page's frame ancestors at one of the two base addresses. */
const ancestorsAt = async (host: 'production' | 'sandbox', on = app) => {
  const { base_url, sandbox_base_url } = service.config;
  const headers = { host: new URL(host === 'sandbox' ? sandbox_base_url : base_url).host };
  const page = await on.inject({ url: `/face/${framed}`, headers });
  return /frame-ancestors (.*)$/.exec(String(page.headers['content-security-policy']))?.[1];
};

test('any page of localhost may frame it on the sandbox base address, and on no other', async () => {
  expect(await ancestorsAt('sandbox')).toBe(`'self' ${SHOP} http://localhost:*`);
  expect(await ancestorsAt('production')).toBe(`'self' ${SHOP}`);
});

test('would let them frame it in production too if the base address did not count', async () => {
  const off = await mutant<{ faceApp: typeof faceApp }>('pages/face-app.ts', [
    "host(request.raw) === 'sandbox'",
    'request.raw !== null',
  ]);
  const open = await service.serve([], [off.faceApp(files)]);
  expect(await ancestorsAt('production', open)).toBe(`'self' ${SHOP} http://localhost:*`);
  await open.close();
});

test('the page runs only its own files, may use the camera itself, and is never stored', async () => {
  const { headers } = await app.inject('/face/h');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers['permissions-policy']).toContain('camera=(self)');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('loads pictures from its own address and from the host of the workflow’s logo, and from no other', async () => {
  const images = async (path: string) => {
    const { headers } = await app.inject(path);
    return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  expect(await images(`/face/${framed}`)).toBe("'self' https://cdn.example");
  expect(await images(`/face/${organization.workflow_id}`)).toBe("'self'");
  expect(await images('/face/h')).toBe("'self'");
});

test('hashed files are cached for a year, and no other file is served', async () => {
  const script = await app.inject('/face/assets/index-1.js');
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  for (const path of [
    'secret.env',
    'index-1.js.br',
    'index-1.js.gz',
    '../index.html',
    '..%2findex.html',
    'missing.js',
  ]) {
    expect((await app.inject(`/face/assets/${path}`)).statusCode, path).toBe(404);
  }
});

test('models and kernels are sent compressed, and a worker may run WebAssembly but no text', async () => {
  const get = (name: string, accepted?: string) =>
    app.inject({
      url: `/face/assets/${name}`,
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
  const packed = await get('kernels-1.wasm', 'gzip, deflate, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/wasm',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(packed.rawPayload)).toEqual(Buffer.alloc(4_000));
  for (const accepted of ['gzip', 'GZIP;q=0.5', 'br;q=0, gzip', 'xbr, gzip;q=1']) {
    const { headers, rawPayload } = await get('kernels-1.wasm', accepted);
    expect(headers['content-encoding'], accepted).toBe('gzip');
    expect(gunzipSync(rawPayload)).toEqual(Buffer.alloc(4_000));
  }
  for (const refused of [undefined, 'br;q=0', 'gzip;q=0', 'xgzip', 'identity']) {
    const { headers, rawPayload } = await get('kernels-1.wasm', refused);
    expect(headers['content-encoding'], refused).toBeUndefined();
    expect(rawPayload.length).toBe(4_000);
  }
  const policy = String((await get('worker-1.js')).headers['content-security-policy']);
  expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
  expect((await get('index-1.js')).headers['content-security-policy'] ?? '').not.toContain('wasm');
});
