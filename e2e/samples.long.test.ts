import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packageRegistries } from '../apps/service/src/registry/all.ts';
import { builtBrowserSdk } from '../apps/service/src/sdk/browser.ts';
import { packedTree } from '../apps/service/src/sdk/packed-tree.ts';
import { browserSdk } from '../apps/service/src/sdk/serve.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { endProcess } from './end-process.ts';
import { sharedBrowser } from './shared-browser.ts';

/**
 * The samples as an integrator runs them: copied out of the repository, installed from the service's own registry,
 * built, started, and used in a browser.
 *
 * In `npm test`: `../apps/service/src/registry/registries.test.ts`
 */

const SAMPLES = join(import.meta.dirname, '../samples');
const log = pino({ level: 'silent' });
const run = promisify(execFile);

let service: TestService;
let organization: TestOrganization;
let browser: Browser;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  service = await openTestService({
    listen: 'ports',
    unlimited: true,
    plugins: async (config) => [
      browserSdk(await builtBrowserSdk(config, log)),
      packageRegistries(() => packedTree(config, log)),
    ],
  });
  organization = await service.organization('Shop');
  browser = await sharedBrowser();
  folder = mkdtempSync(join(tmpdir(), 'standpoint-samples-'));
});
afterEach(() => Promise.all(running.splice(0).map(endProcess)));
afterAll(async () => {
  await browser.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The variables of a shell, with the address of this service. */
const variables = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: folder,
  STANDPOINT_BASE_URL: service.config.base_url,
  NEXT_TELEMETRY_DISABLED: '1',
  ...more,
});

/** Installs a copy of the sample outside of the repository, with the registry of this service. */
async function installed(name: string): Promise<string> {
  const project = join(folder, name);
  cpSync(join(SAMPLES, name), project, {
    recursive: true,
    filter: (path) => !/node_modules|dist|\.next/.test(path.slice(SAMPLES.length)),
  });
  writeFileSync(join(project, '.npmrc'), `@standpoint:registry=${service.config.base_url}/npm/\n`);
  const options = { cwd: project, env: variables() };
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], options);
  return project;
}

const WAIT_MS = 120_000;

/** Starts the sample as its README says, and waits until its page answers. */
async function started(
  project: string,
  customer: string,
  more: Record<string, string> = {},
): Promise<string> {
  const port = await freePort();
  const said: string[] = [];
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: variables({
      PORT: `${port}`,
      STANDPOINT_API_KEY: organization.api.sandbox,
      ACCEPT_SANDBOX: '1',
      CUSTOMER: customer,
      ...more,
    }),
    // A group of its own: npm starts a shell, which starts the server.
    detached: true,
  });
  child.kill = (signal) => process.kill(-child.pid!, signal);
  running.push(child);
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => said.push(`${text}`));
  const address = `http://localhost:${port}`;
  for (const from = Date.now(); Date.now() - from < WAIT_MS; ) {
    if (child.exitCode !== null) throw new Error(`the sample ended: ${said.join('')}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return address;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`the sample did not start: ${said.join('')}`);
}

/** What the page says in the end, and the errors that its console reported. */
async function deposit(address: string): Promise<{ said: string; errors: string[] }> {
  const context = await browser.newContext({
    geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 12 },
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(address);
  await page.getByRole('button', { name: 'Deposit $50' }).click();
  const status = page.getByRole('status');
  await expect.poll(() => status.innerText(), { timeout: 60_000 }).toMatch(/^(?!Checking).+/);
  const said = await status.innerText();
  await context.close();
  return { said, errors: errors.filter((line) => !line.includes('favicon')) };
}

for (const name of ['express', 'fastify-react', 'next'])
  describe(`samples/${name}`, () => {
    it('is installed from the registry, accepts a deposit, and refuses another one with its reason', async () => {
      const project = await installed(name);
      const good = await deposit(await started(project, 'test_pass'));
      expect(good).toEqual({ said: 'Your deposit is accepted.', errors: [] });
      await Promise.all(running.splice(0).map(endProcess));
      const bad = await deposit(await started(project, 'test_fail_outside'));
      expect(bad.said).not.toBe('Your deposit is accepted.');
      expect(bad.said.length).toBeGreaterThan(20);
    }, 300_000);
  });
