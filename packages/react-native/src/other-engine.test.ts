import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../../web/src/testing/local-service.ts';
import { type OtherEngine, otherEngine } from './testing/other-engine.ts';
import { ANDROID, location } from './testing/phone.ts';

let service: LocalService;
let engine: OtherEngine;
beforeAll(async () => {
  service = await startLocalService();
  // The signal of the other realm is not one of Node's.
  engine = await otherEngine((address, { signal: _, ...init }) => fetch(address, init));
});
afterAll(() => service?.close());

const open = () =>
  engine.openClient({ baseUrl: service.origin, location: location() }, engine.LINE_0_5, ANDROID);

test('verifies and collects in an engine that has little more than JavaScript', async () => {
  const token = await service.mint({ attestation_challenge: 'nonce-1', customer: 'Zoë 東京' });
  await expect(open().verify(token)).resolves.toMatchObject({ decision: 'pass' });
  expect(service.opened[0]!.evidence).toMatchObject({ platform: 'android' });
  const { payload } = await open().collect();
  expect(payload).toMatch(/^plain\./);
});

test('ends there at its time limit with its own error', async () => {
  const token = await service.mint({ attestation_challenge: 'nonce-1' });
  const slow = location([{}], { request: () => new Promise(() => {}) });
  const client = engine.openClient({ baseUrl: service.origin, location: slow }, engine.LINE_0_5, ANDROID);
  const error = await client.verify(token, { timeoutMs: 30 }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'timeout', retryable: true });
});

test('shows a face check there, and hears its page', async () => {
  const { openFaceCheck, readConfig, LINE_0_5 } = engine;
  const token = await service.mint({ workflow_id: 'wf_1' }, 'portal');
  const config = readConfig({ baseUrl: service.origin }, LINE_0_5);
  const check = openFaceCheck({ config, options: { token, locale: 'pt BR' }, ended: () => {} });
  await check.start();
  const { uri, nonce } = check.page()!;
  expect(uri).toBe(`${service.origin}/face/wf_1#t=${encodeURIComponent(token)}&l=pt%20BR`);
  const scripts: string[] = [];
  check.attach((script) => scripts.push(script));
  check.receive({ data: JSON.stringify({ ns: 'facecheck', v: 1, nonce, type: 'ready' }), url: uri });
  expect([check.track.state, scripts.length]).toEqual(['open', 1]);
  check.destroy();
});
