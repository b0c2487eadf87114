import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { hostOf } from './host.ts';

const host = hostOf(
  readConfig({
    STANDPOINT_SANDBOX_PORT: '4000',
    STANDPOINT_BASE_URL: 'https://id.example',
    STANDPOINT_SANDBOX_BASE_URL: 'https://sandbox.id.example',
  }),
);
const of = (name: string | undefined) =>
  host({ headers: { host: name }, socket: {} } as unknown as IncomingMessage);

it('recognises the sandbox in any spelling of its host', () => {
  for (const name of ['sandbox.id.example', 'Sandbox.ID.example', 'sandbox.id.example:443'])
    expect(of(name), name).toBe('sandbox');
});

it('treats every other host as production (interface §2)', () => {
  for (const name of ['id.example', 'sandbox.id.example:80', 'sandbox.id.example.evil', 'a b', '', undefined])
    expect(of(name), String(name)).toBe('production');
});
