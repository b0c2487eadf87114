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
