import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { readConfig } from '../../config.ts';
import { explainPort } from './ports.ts';
import { announce, configOf } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'sp-running-'));
afterAll(() => rmSync(folder, { recursive: true }));
const here = { STANDPOINT_DATA_DIR: folder };
const server = createServer();
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});
/** A service runs on this data, as its own terminal configured it. */
const runs = (env: Record<string, string>) => {
  ends.push(announce(readConfig({ ...here, ...env }), { server } as never));
};
const called = (env: Record<string, string> = {}) => {
  const { base_url, sandbox_base_url, face_base_url } = configOf({ ...here, ...env });
  return [base_url, sandbox_base_url, face_base_url];
};
const DEFAULT = ['http://localhost:4000', 'http://localhost:4001', 'http://localhost:4000/face'];

it('is the address of the running service where the terminal names none', () => {
  expect(called()).toEqual(DEFAULT);
  runs({ STANDPOINT_PORT: '4900', STANDPOINT_SANDBOX_PORT: '4901' });
  expect(called()).toEqual(['http://localhost:4900', 'http://localhost:4901', 'http://localhost:4900/face']);
});

it('is the address that the terminal names, each by itself', () => {
  runs({ STANDPOINT_BASE_URL: 'https://id.example' });
  expect(called({ STANDPOINT_BASE_URL: 'https://other.example' })[0]).toBe('https://other.example');
  expect(called({ STANDPOINT_SANDBOX_BASE_URL: 'https://other.example' })).toEqual([
    'https://id.example',
    'https://other.example',
    'https://id.example/face',
  ]);
});

it('is not the address of a service that ended, of an older version, or of nodes that disagree', () => {
  runs({ STANDPOINT_PORT: '4900' });
  const place = join(folder, 'run/services');
  const [name] = readdirSync(place);
  const text = readFileSync(join(place, name!), 'utf8');
  const other = join(place, 'other.json');
  writeFileSync(other, text.replaceAll('4900', '4800'));
  expect(called()).toEqual(DEFAULT);
  writeFileSync(other, JSON.stringify({ ...JSON.parse(text), called: undefined }));
  expect(called()).toEqual(DEFAULT);
  rmSync(other);
  writeFileSync(join(place, name!), JSON.stringify({ ...JSON.parse(text), start: 'another boot' }));
  expect(called()).toEqual(DEFAULT);
});

it('is what commands print', async () => {
  runs({ STANDPOINT_BASE_URL: 'https://id.example' });
  mkdirSync(join(folder, 'project'));
  const args = ['embed', 'policy', '--page', 'https://shop.example'];
  expect((await standpoint(args, here)).stdout).toContain('https://id.example');
});

const inUse = (port: number) => {
  const error = Object.assign(new Error('in use'), { code: 'EADDRINUSE', syscall: 'listen', port });
  const places = { ...readConfig(here), port: 4900, sandbox_port: 4901 };
  try {
    return explainPort(error, places);
  } catch (failure) {
    return (failure as Error).message;
  }
};

it('is named with its process when another start finds its port in use', () => {
  expect(inUse(4901)).toMatch(/^Port 4901 of \S+ is in use: stop the program that uses it, or choose other/);
  runs({ STANDPOINT_PORT: '4900', STANDPOINT_SANDBOX_PORT: '4901' });
  for (const port of [4900, 4901])
    expect(inUse(port)).toContain(
      `is in use: Standpoint itself runs there, at http://localhost:4900. Use that one, or stop it with Ctrl-C ` +
        `in its terminal or with kill ${process.pid}, or choose other ports with STANDPOINT_PORT (now 4900)`,
    );
  expect(inUse(4999)).toContain('stop the program that uses it');
});
