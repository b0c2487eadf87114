import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { freePorts } from '../../../testing/ports.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { endPackageToken, makePackageToken } from '../../accounts/package-tokens.ts';
import { registry } from '../../registry/serve.ts';

const service = testService({ plugins: () => [registry], unlimited: true });
const org = testOrganization(service);
let address: string;
let folder: string;
let home: string;
let project: string;
let token: { id: string; token: string };
const servers: Server[] = [];
beforeAll(async () => {
  address = (await service.listen()).replace(/\/$/, '');
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sp-login-'));
  [home, project] = [join(folder, 'home'), join(folder, 'app')];
  for (const each of [home, project]) mkdirSync(each);
  writeFileSync(join(project, 'package.json'), '{}');
  token = await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'Mac' });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = ['--project'] as const;
const run = (verb: string, args: string[] = [], stdin = '', env = {}, url = address) =>
  standpoint(['packages', verb, '--url', url, ...at, project, ...args], { HOME: home, ...env }, stdin);
const login = (text = token.token, args: string[] = [], url = address) => run('login', args, text, {}, url);
const read = (path: string) => readFileSync(path, 'utf8');
const host = () => new URL(address).host;
const files = () => ({
  project: join(project, '.npmrc'),
  npm: join(home, '.npmrc'),
  netrc: join(home, '.netrc'),
  gradle: join(home, '.gradle/gradle.properties'),
});
const doctor = async (args: string[] = [], env = {}, url = address) => {
  const { code, json } = await run('doctor', [...args, '--json'], '', env, url);
  const bad = json.findings.filter(({ ok }: { ok: boolean }) => !ok);
  return {
    code,
    bad: bad.map(({ name, says }: Record<string, string>) => `${name}: ${says}`).join('\n'),
    all: json.findings,
  };
};
/** Something else that answers in place of the service. */
async function otherServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('packages login', () => {
  it('asks the service, then writes what each tool needs, without a word of the token', async () => {
    const { code, stdout, stderr } = await login();
    expect([code, stderr]).toEqual([0, expect.stringContaining('_authToken=pkg_…')]);
    expect(stdout).toContain(`Logged in at ${address} with the token “Mac”`);
    expect(stdout + stderr).not.toContain(token.token);
    const { project: line, npm, netrc, gradle } = files();
    expect(read(line)).toBe(`@standpoint:registry=${address}/npm/\n`);
    expect(read(npm)).toBe(`//${host()}/npm/:_authToken=${token.token}\n`);
    expect(read(netrc)).toBe(`machine 127.0.0.1\n  login token\n  password ${token.token}\n`);
    expect(read(gradle)).toContain(`standpointToken=${token.token}\n`);
    for (const path of [npm, netrc, gradle]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('reads the token from a file, and writes for one tool alone', async () => {
    const file = join(folder, 'token');
    writeFileSync(file, `${token.token}\n`);
    const { json } = await run('login', ['--file', file, '--for', 'ios', '--json']);
    expect(json.written).toEqual([files().netrc]);
  });

  it('takes its lines out again, and leaves every other', async () => {
    const { project: line, npm, netrc, gradle } = files();
    writeFileSync(npm, '//other.example/:_authToken=npm_theirs\n');
    writeFileSync(netrc, 'machine a.example login me password x\n');
    mkdirSync(join(home, '.gradle'));
    writeFileSync(gradle, 'org.gradle.daemon=true\n');
    expect((await login()).code).toBe(0);
    const { code, stdout } = await run('login', ['--undo']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Taken out of: ${netrc}`)]);
    expect(existsSync(line)).toBe(false);
    expect([npm, netrc, gradle].map(read)).toEqual([
      '//other.example/:_authToken=npm_theirs\n',
      'machine a.example login me password x\n',
      'org.gradle.daemon=true\n',
    ]);
    expect((await run('login', ['--undo'])).stdout).toContain('No file has lines of');
  });

  it('leaves the lines of another installation when it takes its own out', async () => {
    const { project: line, netrc, gradle } = files();
    mkdirSync(join(home, '.gradle'));
    const others = {
      [line]: '@standpoint:registry=https://other.example/npm/\n',
      [netrc]: 'machine 127.0.0.1 login me password mine\n',
      [gradle]: 'standpointRegistry=https://other.example/maven\nstandpointToken=pkg_other\n',
    };
    for (const [path, text] of Object.entries(others)) writeFileSync(path, text);
    await run('login', ['--undo']);
    for (const [path, text] of Object.entries(others)) expect(read(path)).toBe(text);
  });

  it.each([
    ['an API key', () => org.api.production, 'That is an API key (sp_…)'],
    ['a results key', () => org.results.sandbox, 'That is a results key (sr_…)'],
    ['a mistyped token', () => `${token.token.slice(0, -1)}!`, 'not complete, or mistyped'],
    ['half a token', () => token.token.slice(0, 30), 'not complete, or mistyped'],
    ['nothing', () => '', 'Standard input is empty'],
  ])('sends and writes nothing when it is given %s', async (_about, text, said) => {
    let called = 0;
    const url = await otherServer((_request, response) => response.end(`${called++}`));
    const { code, stderr } = await login(text(), [], url);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(said)]);
    if (text()) expect(stderr).not.toContain(text());
    expect([called, existsSync(files().npm)]).toEqual([0, false]);
  });

  it('writes nothing when the token was revoked, or the service is away or another', async () => {
    await endPackageToken(service.database.db, BY_CLI, { org: org.org, token_id: token.id });
    const other = await otherServer((_request, response) => response.end('{"username":7}'));
    const cases = [
      [address, `The package token “Mac” (${token.id}) was revoked`],
      [`http://127.0.0.1:${(await freePorts(1))[0]}`, 'nothing listens there'],
      [other, 'this is no Standpoint service'],
    ] as const;
    for (const [url, said] of cases) expect((await login(token.token, [], url)).stderr, url).toContain(said);
    expect((await login(token.token, [], 'https://me:x@id.example')).code).toBe(2);
    expect(existsSync(files().npm)).toBe(false);
  });

  it('https-only: sends no token to another computer over plain HTTP', async () => {
    const { code, stderr } = await login(token.token, [], 'http://id.example.com');
    expect([code, stderr]).toEqual([1, expect.stringContaining('http://id.example.com is not https')]);
    expect(existsSync(files().npm)).toBe(false);
  });

  it('does not take the entry of another login', async () => {
    writeFileSync(files().netrc, 'machine 127.0.0.1 login me password mine\n');
    const { code, stderr } = await login();
    expect([code, stderr]).toEqual([1, expect.stringContaining('another login')]);
    expect([read(files().netrc), existsSync(files().npm)]).toEqual([
      'machine 127.0.0.1 login me password mine\n',
      false,
    ]);
  });
});

describe('packages doctor', () => {
  it('finds nothing wrong after a login, and asks all three', async () => {
    await login();
    const { code, bad, all } = await doctor();
    expect([code, bad]).toEqual([0, '']);
    const names = all.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      ['.npmrc', 'npm', 'ios', 'android', 'service', '/npm', '/ios', '/maven'].sort(
        (a, b) => names.indexOf(a) - names.indexOf(b),
      ),
    );
  });

  it('says what is missing before a login', async () => {
    const { code, bad } = await doctor();
    expect(code).toBe(1);
    expect(bad).toContain('sends @standpoint to the public registry');
    expect(bad).toContain(`There is no package token for ${address} on this computer`);
  });

  it('names a revoked token, another secret in its place, and a variable without a value', async () => {
    await login();
    await endPackageToken(service.database.db, BY_CLI, { org: org.org, token_id: token.id });
    const { bad } = await doctor();
    for (const name of ['/npm', '/maven', '/ios'])
      expect(bad).toContain(`${name}: The package token “Mac” (${token.id}) was revoked`);
    writeFileSync(files().npm, `//${host()}/npm/:_authToken=${org.api.production}\n`, { mode: 0o600 });
    expect((await doctor(['--for', 'npm'])).bad).toContain('/npm: That is an API key');
    writeFileSync(files().npm, `//${host()}/npm/:_authToken=\${NPM_TOKEN}\n`, { mode: 0o600 });
    expect((await doctor(['--for', 'npm'])).bad).toContain('a variable that was not replaced');
    const fresh = await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'New' });
    expect((await doctor(['--for', 'npm'], { NPM_TOKEN: fresh.token })).bad).toBe('');
  });

  it('warns of files that others can read', async () => {
    await login();
    chmodSync(files().netrc, 0o644);
    expect((await doctor()).bad).toBe(
      `ios: ${files().netrc} can be read by other users of this computer: run chmod 600 ${files().netrc}`,
    );
  });

  it.each([
    [404, '', 'another server answers there (404)'],
    [403, 'no', 'a proxy or firewall before the service refuses (403)'],
    [407, '', 'the connection failed, or a proxy asks for its own login (407)'],
    [302, '', 'it redirects (302)'],
    [502, '<html>', 'a proxy answers 502'],
    [200, '<html>', 'this is no Standpoint service'],
  ])('explains a %d of something between', async (status, body, said) => {
    const url = await otherServer((_request, response) =>
      response.writeHead(status, { location: '/' }).end(body),
    );
    expect((await doctor([], {}, url)).bad).toContain(`service: ${url}: ${said}`);
  });

  it('explains a proxy that takes the header away, a wrong clock, and a proxy of the environment', async () => {
    await login();
    const url = await otherServer(async (request, response) => {
      const answer = await fetch(`${address}${request.url}`);
      response.writeHead(answer.status, { date: new Date(Date.now() + 600_000).toUTCString() });
      response.end(await answer.text());
    });
    for (const path of [files().npm, files().project, files().gradle])
      writeFileSync(path, read(path).replaceAll(host(), new URL(url).host));
    const { bad, all } = await doctor([], { http_proxy: 'http://me:secret@proxy.example:8080' }, url);
    for (const name of ['/npm', '/maven', '/ios'])
      expect(bad).toContain(`${name}: a proxy between takes the Authorization header away`);
    expect(bad).toMatch(/clock: this computer and the service differ by (599|600) s/);
    expect(JSON.stringify(all)).toContain('http_proxy names proxy.example:8080');
    expect(JSON.stringify(all)).not.toContain('secret');
  });
});
