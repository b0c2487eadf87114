import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BY_CLI } from '../apps/service/src/accounts/audit.ts';
import { makePackageToken } from '../apps/service/src/accounts/package-tokens.ts';
import { draft, publish } from '../apps/service/src/accounts/versions.ts';
import { headersFor } from '../apps/service/src/cli/embed/headers.ts';
import { builtFrontEnd, FACE_APP } from '../apps/service/src/frontends.ts';
import { pages } from '../apps/service/src/pages/all.ts';
import { faceApp } from '../apps/service/src/pages/face-app.ts';
import { registry } from '../apps/service/src/registry/serve.ts';
import { builtBrowserSdk } from '../apps/service/src/sdk/browser.ts';
import { packedTree } from '../apps/service/src/sdk/packed-tree.ts';
import { browserSdk } from '../apps/service/src/sdk/serve.ts';
import {
  openTestService,
  TEST_WORKFLOW,
  type TestOrganization,
  type TestService,
} from '../apps/service/testing/service.ts';
import { DELIVERING } from '../apps/service/testing/webhooks/delivering.ts';
import { endProcess } from './end-process.ts';
import { sharedBrowser } from './shared-browser.ts';

/**
 * The samples as an integrator runs them: copied out of the repository, installed from the service's own registry,
 * built, started, and used in a browser. One signed webhook of the service reaches each.
 *
 * In `npm test`: `../apps/service/src/registry/serve.test.ts`
 */

const SAMPLES = join(import.meta.dirname, '../samples');
const log = pino({ level: 'silent' });

/** Runs npm; the error has what the compiler or the bundler said. */
const npm = (args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  promisify(execFile)('npm', args, { ...options, timeout: COMMAND_MS }).catch(({ stdout, stderr }) => {
    throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
  });
/** Generous: an install or a bundle takes a minute alone, and minutes beside other long tests. */
const COMMAND_MS = 400_000;
const START_MS = 60_000;
const ACCEPTED = 'Your deposit is accepted.';

let service: TestService;
let browser: Browser;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  service = await openTestService({
    ...DELIVERING,
    listen: 'ports',
    replace: { packed_tree: () => packedTree({}, log) },
    plugins: async (config) => [
      pages(),
      browserSdk(await builtBrowserSdk(config, log)),
      registry,
      faceApp(await builtFrontEnd(FACE_APP, config, log)),
    ],
  });
  browser = await sharedBrowser();
  folder = mkdtempSync(join(tmpdir(), 'standpoint-samples-'));
});
const stopped = () => Promise.all(running.splice(0).map(endProcess));
afterEach(stopped);
afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The variables of a person's shell: nothing of this test run or of the npm script that started it. */
const variables = (more: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|TEST|NODE_ENV|NODE_OPTIONS)/.test(name)),
  ),
  STANDPOINT_BASE_URL: service.config.base_url,
  NEXT_TELEMETRY_DISABLED: '1',
  ...more,
});

/** Installs and builds a copy of the sample outside of the repository, with the registry of this service. */
async function installed(name: string, token?: string): Promise<string> {
  const project = join(folder, name);
  cpSync(join(SAMPLES, name), project, {
    recursive: true,
    filter: (path) => !/node_modules|dist|\.next/.test(path.slice(SAMPLES.length)),
  });
  const { host } = new URL(service.config.base_url);
  const lines = [
    `@standpoint:registry=${service.config.base_url}/npm/`,
    // A person has it in the home folder.
    ...(token ? [`//${host}/npm/:_authToken=${token}`] : []),
  ];
  writeFileSync(join(project, '.npmrc'), `${lines.join('\n')}\n`);
  const options = { cwd: project, env: variables() };
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], options);
  await npm(['run', 'build', '--if-present'], options);
  return project;
}

interface Sample {
  address: string;
  /** Everything that it has printed. */
  said(): string;
}

/** Starts the sample as its README says, and waits until its page answers. */
async function started(project: string, port: number, more: Record<string, string>): Promise<Sample> {
  const lines: string[] = [];
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: variables({ PORT: `${port}`, ...more }),
    // A group of its own: npm starts a shell, which starts the server.
    detached: true,
  });
  child.kill = (signal) => process.kill(-child.pid!, signal);
  running.push(child);
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => lines.push(`${text}`));
  const said = () => lines.join('');
  const address = `http://localhost:${port}`;
  for (const from = Date.now(); Date.now() - from < START_MS; ) {
    if (child.exitCode !== null) throw new Error(`the sample ended: ${said()}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return { address, said };
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`the sample did not start: ${said()}`);
}

/** npm ends before the server that it started. Until that server is gone too, it would answer for the next one. */
async function leave(address: string): Promise<void> {
  await stopped();
  await expect
    .poll(() =>
      fetch(address).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone');
}

async function visit(address: string) {
  const context = await browser.newContext({
    geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 12 },
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(address);
  return { page, errors, close: () => context.close() };
}

/** What the page says in the end, and the errors that its console reported. */
async function deposit(address: string): Promise<{ said: string; errors: string[] }> {
  const { page, errors, close } = await visit(address);
  await page.getByRole('button', { name: 'Deposit $50' }).click();
  const status = page.getByRole('status');
  await expect.poll(() => status.innerText(), { timeout: 60_000 }).toMatch(/^(?!Checking).+/);
  const said = await status.innerText();
  await close();
  return { said, errors: errors.filter((line) => !/favicon|404|403/.test(line)) };
}

/** Opens the face check, and waits until the frame asks for consent. */
async function faceCheck(address: string): Promise<string[]> {
  const { page, errors, close } = await visit(address);
  await page.getByRole('button', { name: 'Confirm that it is you' }).click();
  const consent = page.frameLocator('iframe').getByRole('button', { name: 'I agree', exact: true });
  await consent.waitFor({ timeout: 40_000 });
  await close();
  return errors.filter((line) => !/favicon|404/.test(line));
}

/** What `embed policy` asks of this page and the page does not send. A page need not send a Permissions-Policy. */
async function missingDirectives(address: string, script: boolean): Promise<string[]> {
  const { base_url, face_base_url } = service.config;
  const wanted = { page: address, service: base_url, face: face_base_url, script, framed_by: null };
  const asked = headersFor({ ...wanted, location: true, camera: true });
  const { headers } = await fetch(address);
  const sent = headers.get('content-security-policy') ?? '';
  const permissions = headers.get('permissions-policy') ?? asked['Permissions-Policy'];
  const lines = new Map(sent.split(/; */).map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));
  const has = (directive: string, source: string) =>
    (lines.get(directive) ?? lines.get('default-src') ?? []).includes(source);
  const missing = Object.entries(asked.csp).flatMap(([directive, sources]) =>
    sources.filter((source) => !has(directive, source)).map((source) => `${directive} ${source}`),
  );
  return permissions === asked['Permissions-Policy'] ? missing : [...missing, permissions];
}

/** A workflow whose check a page of this origin may show. */
async function workflowFor({ org }: TestOrganization, origin: string): Promise<string> {
  const { db } = service.database;
  const made = (await draft(db, 'workflow', org, { ...TEST_WORKFLOW, origins: [origin] }))!;
  await publish(db, 'workflow', org, made.id);
  return made.id;
}

async function webhookSecret({ results }: TestOrganization, port: number): Promise<string> {
  const body = { url: `http://127.0.0.1:${port}/webhooks` };
  const { data } = await service.call({ path: '/webhooks', token: results.sandbox, body });
  return data.secret;
}

for (const name of ['express', 'fastify-react', 'next'])
  describe(`samples/${name}`, () => {
    it('accepts a deposit, refuses another with its reason, hears a webhook, and asks for a face', async () => {
      const organization = await service.organization(name);
      const port = await freePort();
      const settings = {
        STANDPOINT_API_KEY: organization.api.sandbox,
        STANDPOINT_WORKFLOW_ID: await workflowFor(organization, `http://localhost:${port}`),
        STANDPOINT_WEBHOOK_SECRET: await webhookSecret(organization, port),
        ACCEPT_SANDBOX: '1',
      };
      const project = await installed(name);
      const good = await started(project, port, { ...settings, CUSTOMER: 'test_pass' });
      expect(await deposit(good.address)).toEqual({ said: ACCEPTED, errors: [] });
      await expect.poll(good.said, { timeout: 20_000 }).toContain('geolocation.verification.completed');
      expect(await faceCheck(good.address)).toEqual([]);
      expect(await missingDirectives(good.address, name === 'express')).toEqual([]);
      await leave(good.address);
      const bad = await started(project, port, { ...settings, CUSTOMER: 'test_fail_outside' });
      const { said } = await deposit(bad.address);
      expect(said).not.toBe(ACCEPTED);
      expect(said.length).toBeGreaterThan(20);
      await leave(bad.address);
      const unsafe = await started(project, port, { ...settings, ACCEPT_SANDBOX: '', CUSTOMER: 'test_pass' });
      expect((await deposit(unsafe.address)).said).not.toBe(ACCEPTED);
    }, 900_000);
  });

/** Installs a sample of an app with a package token, and runs its scripts. */
async function scripts(name: string, names: readonly string[]): Promise<string> {
  const { org } = await service.organization(name);
  const { token } = await makePackageToken(service.database.db, BY_CLI, { org, name: 'CI' });
  const project = await installed(name, token);
  const options = { cwd: project, env: variables({ CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1' }) };
  for (const script of names) await npm(['run', script], options);
  return project;
}

describe('samples/expo', () => {
  it('is installed with a package token, gets texts and permissions, and is exported for both systems', async () => {
    const project = await scripts('expo', ['check', 'prebuild', 'bundle']);
    const plist = readFileSync(join(project, 'ios/Shop/Info.plist'), 'utf8');
    const usages = [...plist.matchAll(/<key>(NS\w+UsageDescription)<\/key>\s*<string>([^<]*)</g)];
    expect(Object.fromEntries(usages.map(([, key, text]) => [key, text]))).toEqual({
      NSCameraUsageDescription: 'The camera shows that it is really you.',
      NSLocationWhenInUseUsageDescription: 'We check that you are where deposits are allowed.',
    });
    const manifest = readFileSync(join(project, 'android/app/src/main/AndroidManifest.xml'), 'utf8');
    for (const permission of ['CAMERA', 'ACCESS_FINE_LOCATION']) expect(manifest).toContain(permission);
    expect(readFileSync(join(project, 'android/build.gradle'), 'utf8')).toContain('standpointRegistry');
    const bundles = globSync('build/_expo/static/js/*/*.hbc', { cwd: project });
    expect(bundles.map((path) => path.split('/').at(-2)).sort()).toEqual(['android', 'ios']);
    for (const path of bundles) expect(readFileSync(join(project, path)).includes('RNCWebView')).toBe(true);
  }, 900_000);
});

describe('samples/react-native', () => {
  it('is installed with a package token, fits the types, and is bundled for both systems', async () => {
    const project = await scripts('react-native', ['check', 'bundle']);
    const bundles = readdirSync(join(project, 'build')).filter((name) => name.endsWith('.js'));
    expect(bundles.sort()).toEqual(['android.js', 'ios.js']);
    for (const name of bundles)
      expect(readFileSync(join(project, 'build', name), 'utf8')).toContain('RNCWebView');
  }, 900_000);
});
