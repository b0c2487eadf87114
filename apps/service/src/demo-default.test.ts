import { expect, it } from 'vitest';
import { mutant } from '../testing/mutant.ts';
import { type ConfigError, describeConfig, readConfig } from './config.ts';
import type { demoByDefault } from './demo-default.ts';

const demo = (env: Record<string, string>) => readConfig(env).demo;
const mistakes = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
};

it.each([
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'localhost',
  'LocalHost',
])('is on when the service listens on %s', (host) => expect(demo({ STANDPOINT_HOST: host })).toBe(true));

it.each([
  '0.0.0.0',
  '::',
  '0:0:0:0:0:0:0:0',
  '::ffff:0.0.0.0',
  '10.0.0.7',
  '192.168.1.5',
  '128.0.0.1',
  '126.255.255.255',
  '::ffff:10.0.0.7',
  '::127.0.0.1',
  '2002:7f00:1::',
  '64:ff9b::127.0.0.1',
  'fe80::1%lo',
  '::2',
  'standpoint.internal',
  'localhost.example.com',
  '127.0.0.1.example.com',
  'my-localhost',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '[::1]',
])('is off when the service listens on %s', (host) => expect(demo({ STANDPOINT_HOST: host })).toBe(false));

it('is off when the host comes from a file that is empty', () => {
  expect(demo({ STANDPOINT_HOST_FILE: '/dev/null' })).toBe(false);
});

it.each(['STANDPOINT_BASE_URL', 'STANDPOINT_SANDBOX_BASE_URL', 'STANDPOINT_FACE_BASE_URL'] as const)(
  'is off when %s names another machine: a proxy hands strangers on to the loopback listener',
  (name) => {
    for (const address of [
      'https://id.example.com',
      'https://localhost.example.com',
      'http://192.168.1.5:4000',
    ])
      expect(demo({ [name]: address }), address).toBe(false);
    for (const address of [
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
      'http://LOCALHOST:4000',
      'http://sandbox.localhost',
    ])
      expect(demo({ [name]: address }), address).toBe(true);
  },
);

it('mutation control: without the look at the base addresses, the demo is on behind a proxy', async () => {
  type Default = { demoByDefault: typeof demoByDefault };
  const blind = await mutant<Default>('demo-default.ts', [' && base_urls.every(isLocal)', '']);
  expect(blind.demoByDefault({ host: '127.0.0.1', base_urls: ['https://id.example.com'] })).toBe(true);
});

it('is what STANDPOINT_DEMO says, wherever the service listens', () => {
  expect(demo({ STANDPOINT_DEMO: 'off' })).toBe(false);
  expect(demo({ STANDPOINT_DEMO: 'on', STANDPOINT_HOST: '0.0.0.0' })).toBe(true);
  expect(demo({ STANDPOINT_DEMO: 'on', STANDPOINT_BASE_URL: 'https://id.example.com' })).toBe(true);
});

it.each(['ON', 'true', '1', 'yes', 'off ', 'auto'])('reports “%s” as a mistake, with all others', (text) => {
  expect(mistakes({ STANDPOINT_DEMO: text, STANDPOINT_LOG_LEVEL: 'loud' })).toEqual([
    'STANDPOINT_DEMO must be on or off',
    expect.stringContaining('STANDPOINT_LOG_LEVEL must be'),
  ]);
});

it('is shown by config print as it is in force, and where it comes from', () => {
  const shown = (env: Record<string, string>) => {
    const { value, source } = describeConfig(env).find(({ name }) => name === 'STANDPOINT_DEMO')!;
    return [value, source];
  };
  expect(shown({})).toEqual(['on', 'default']);
  expect(shown({ STANDPOINT_HOST: '0.0.0.0' })).toEqual(['off', 'default']);
  expect(shown({ STANDPOINT_BASE_URL: 'https://id.example.com' })).toEqual(['off', 'default']);
  expect(shown({ STANDPOINT_HOST: '0.0.0.0', STANDPOINT_DEMO: 'on' })).toEqual(['on', 'environment']);
  expect(shown({ STANDPOINT_BASE_URL: 'no address' })).toEqual(['off', 'default']);
});
