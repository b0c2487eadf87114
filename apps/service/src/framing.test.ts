import { expect, test } from 'vitest';
import { mutant } from '../testing/mutant.ts';
import { readConfig } from './config.ts';
import type * as Framing from './framing.ts';
import { isLocalPage, isSandboxBase } from './framing.ts';

const config = readConfig({});
const shared = readConfig({ STANDPOINT_SANDBOX_BASE_URL: config.base_url });

test('knows the pages of localhost, and none whose name only begins or ends like it', () => {
  for (const origin of ['http://localhost', 'http://localhost:5173']) expect(isLocalPage(origin)).toBe(true);
  const others = ['http://localhost.evil.example', 'http://evil.example/http://localhost', 'null', ''];
  for (const origin of [...others, 'https://localhost:5173x', 'http://localhost:5173@evil.example'])
    expect(isLocalPage(origin), origin).toBe(false);
});

test('knows the sandbox’s own base address, and none that production shares', () => {
  expect(isSandboxBase(config, config.sandbox_base_url)).toBe(true);
  expect(isSandboxBase(config, config.base_url)).toBe(false);
  expect(isSandboxBase(shared, shared.base_url)).toBe(false);
});

test('would let localhost frame production where both share an address, if that did not count', async () => {
  const off = await mutant<typeof Framing>('framing.ts', [' && called !== base_url', '']);
  expect(off.isSandboxBase(shared, shared.base_url)).toBe(true);
});
