import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from '../apps/service/src/pages/all.ts';
import { registry } from '../apps/service/src/registry/serve.ts';
import { packedTree } from '../apps/service/src/sdk/packed-tree.ts';
import { PACKAGES } from '../apps/service/src/sdk/published.ts';
import { freePorts } from '../apps/service/testing/ports.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { endProcess } from './end-process.ts';
import { sharedBrowser } from './shared-browser.ts';

/**
 * The first verified location, from the README of a package alone: its commands and its one file, in an empty folder
 * outside of the repository. The whole app of React Native is `samples/expo`: `samples.long.test.ts`.
 *
 * In `npm test`: `../packages/node/src/readme.test.ts`
 */

const log = pino({ level: 'silent' });
const COMMAND_MS = 400_000;
let service: TestService;
let organization: TestOrganization;
let home: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  service = await openTestService({
    listen: 'ports',
    replace: { packed_tree: () => packedTree({}, log) },
    plugins: async () => [pages(), registry],
  });
  organization = await service.organization('newcomer');
  home = mkdtempSync(join(tmpdir(), 'standpoint-readme-'));
});
afterAll(async () => {
  await Promise.all(running.map(endProcess));
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

/** What stands in the README of a package, with the address of this service. */
function readmeOf(name: string): { commands: string; file: string; text: string; started: string } {
  const readme = readFileSync(join(PACKAGES, name, 'README.md'), 'utf8');
  const first = readme.split('## Your first verified location')[1]!.split('\n## ')[0]!;
  const [install, started] = [...first.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  const [, file, text] = /```js\n\/\/ (\S+)\n([\s\S]*?)```/.exec(first)!;
  return {
    commands: install!.replaceAll('http://localhost:4000', service.config.base_url),
    file: file!,
    text: text!,
    started: started!.split('\n').at(-2)!,
  };
}

/** The variables of a newcomer's shell. */
const shell = (more: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|TEST|NODE_ENV|NODE_OPTIONS)/.test(name)),
  ),
  npm_config_prefer_offline: 'true',
  STANDPOINT_API_KEY: organization.api.sandbox,
  STANDPOINT_BASE_URL: service.config.base_url,
  ...more,
});

/** Does what the README says up to the start of its file, and returns the command that starts it. */
async function follow(name: string): Promise<{ project: string; command: string[] }> {
  const { commands, file, text, started } = readmeOf(name);
  const project = join(home, name);
  mkdirSync(project);
  await promisify(execFile)('sh', ['-ec', commands], { cwd: project, env: shell(), timeout: COMMAND_MS });
  writeFileSync(join(project, file), text);
  expect(started).toBe(`node ${file}`);
  return { project, command: [process.execPath, file] };
}

it(
  'quickstart-in-ci: gives a pass from the README of @standpoint/node alone',
  async () => {
    const { project, command } = await follow('node');
    const run = promisify(execFile)(command[0]!, command.slice(1), { cwd: project, env: shell() });
    expect((await run).stdout).toMatch(/^pass ver_\w{26}\n$/);
  },
  COMMAND_MS,
);

it(
  'gives a pass in a browser from the README of @standpoint/web alone',
  async () => {
    const { project, command } = await follow('web');
    const [port] = await freePorts(1);
    const child = spawn(command[0]!, command.slice(1), { cwd: project, env: shell({ PORT: `${port}` }) });
    running.push(child);
    await new Promise((done, failed) => {
      child.stdout.once('data', done);
      child.stderr.once('data', (text) => failed(new Error(`${text}`)));
    });
    const browser = await sharedBrowser();
    try {
      const context = await browser.newContext({
        geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 12 },
        permissions: ['geolocation'],
      });
      const page = await context.newPage();
      await page.goto(`http://localhost:${port}`);
      await page.getByRole('button').click();
      const status = page.getByRole('status');
      await expect.poll(() => status.innerText(), { timeout: 60_000 }).toBe('The backend read: pass');
    } finally {
      await browser.close();
    }
  },
  COMMAND_MS,
);
