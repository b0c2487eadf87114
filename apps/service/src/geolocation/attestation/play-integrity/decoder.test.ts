import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPlayDecoder, PlayUnavailable } from './decoder.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const folder = mkdtempSync(join(tmpdir(), 'play-'));
let server: Server;
let base = '';
let asked: { path: string; bearer: string | undefined; body: string }[] = [];
let status = 200;

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    asked.push({ path: request.url!, bearer: request.headers.authorization, body: await text(request) });
    answer.statusCode = request.url === '/token' ? 200 : status;
    answer.setHeader('content-type', 'application/json');
    answer.end(
      request.url === '/token'
        ? '{"access_token":"access","expires_in":3600}'
        : '{"tokenPayloadExternal":{"requestDetails":{}}}',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(join(folder, 'geo'));
  writeFileSync(
    join(folder, 'geo', 'play-service-account.json'),
    JSON.stringify({
      client_email: 'service@example.com',
      private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${base}/token`,
    }),
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  status = 200;
});

it('asks with the service account, and reuses the access token for the next call', async () => {
  const decoder = openPlayDecoder(folder, () => 1_000_000, base);
  expect(await decoder.decode('com.example.bank', 'abc')).toEqual({
    tokenPayloadExternal: { requestDetails: {} },
  });
  await decoder.decode('com.example.bank', 'def');
  expect(asked.map(({ path }) => path)).toEqual([
    '/token',
    '/v1/com.example.bank:decodeIntegrityToken',
    '/v1/com.example.bank:decodeIntegrityToken',
  ]);
  expect(asked[1]).toMatchObject({ bearer: 'Bearer access', body: '{"integrity_token":"abc"}' });
  const [head, claims, signature] = new URLSearchParams(asked[0]!.body).get('assertion')!.split('.') as [
    string,
    string,
    string,
  ];
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), keys.publicKey, Buffer.from(signature, 'base64url')),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'service@example.com',
    iat: 1_000,
    exp: 4_600,
  });
});

it.each([429, 500, 403])('rejects with unavailable when the answer is %i', async (code) => {
  status = code;
  await expect(openPlayDecoder(folder, Date.now, base).decode('a.b', 't')).rejects.toThrow(PlayUnavailable);
});

it('rejects with unavailable without an account, and when Google does not answer', async () => {
  await expect(openPlayDecoder('/nowhere', Date.now, base).decode('a.b', 't')).rejects.toThrow(
    PlayUnavailable,
  );
  await expect(openPlayDecoder(folder, Date.now, 'http://127.0.0.1:1').decode('a.b', 't')).rejects.toThrow(
    PlayUnavailable,
  );
});
