import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { LONG } from '../../../../../testing/counts.ts';
import { removeDataDir, temporaryDataDir } from '../../../testing/cluster-folder.ts';
import { standpoint } from '../../../testing/command.ts';
import { silent } from '../../../testing/database.ts';
import { otherSignature } from '../../../testing/forge.ts';
import { freePorts } from '../../../testing/ports.ts';
import { olderNode, type Running, startStandpoint } from '../../../testing/standpoint-process.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../database/connect.ts';
import { runningPostmaster } from '../../database/embedded/cluster.ts';
import { openEmbedded } from '../../database/embedded/embedded.ts';
import { livingMembers } from '../../database/embedded/members.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');
let data_dir: string;
let ports: number[];
let first: Running;

const variables = (at: number, dir = data_dir) => ({
  STANDPOINT_DATA_DIR: dir,
  STANDPOINT_PORT: String(ports[at]),
  STANDPOINT_SANDBOX_PORT: String(ports[at + 1]),
});
const base = (at = 0) => `http://127.0.0.1:${ports[at]}`;
const run = (args: string | string[], stdin?: string) =>
  standpoint(typeof args === 'string' ? args.split(' ') : args, variables(0), stdin);
const demo = () => JSON.parse(readFileSync(join(data_dir, 'demo.json'), 'utf8'));

/** The folder of the cluster, even when it is outside the data directory. */
const clusterOf = (dir: string): string => {
  const { relocated_to } = JSON.parse(readFileSync(join(dir, 'cluster.json'), 'utf8'));
  return join(relocated_to ?? dir, 'postgres');
};

async function preflight(
  key: string,
  at = 0,
  customer_id = 'test_pass',
): Promise<{ status: number; data: { token: string } }> {
  const response = await fetch(`${base(at)}/geolocation/preflight`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id, transaction_type: 'deposit' }),
  });
  return { status: response.status, data: ((await response.json()) as { data: { token: string } }).data };
}

beforeAll(async () => {
  data_dir = temporaryDataDir();
  ports = await freePorts(4);
  // Through an older Node, if one is installed, as `npx standpoint start` uses on most machines.
  first = await startStandpoint(variables(0), olderNode);
});
afterAll(async () => {
  await first?.stop();
  await removeDataDir(data_dir);
});

describe('the first start', () => {
  test('prints every address that the next steps need, and each of them answers', async () => {
    const { stdout } = first.output;
    for (const [, path = ''] of stdout.matchAll(/http:\/\/localhost:\d+(\/[\w./]*)(?:#\w+)?\s/g)) {
      const posted = path === '/geolocation/preflight';
      const answer = await fetch(base() + path, { method: posted ? 'POST' : 'GET' });
      // Read to the end: an answer still under way would delay the stop at the end of this file.
      await answer.arrayBuffer();
      expect([path, answer.status]).toEqual([path, posted ? 401 : 200]);
    }
    expect(stdout).toMatch(/\/setup#[0-9A-Z]{32}/);
    expect(stdout).toContain(demo().workflow_id);
  });

  test('prints a sandbox key that works, in a file that only its owner can read', async () => {
    const { api_key } = demo();
    expect(first.output.stdout).toContain(api_key.key);
    expect(statSync(join(data_dir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect((await preflight(api_key.key)).status).toBe(200);
  });

  test('logs no secret', () => {
    expect(first.output.stderr).not.toMatch(/sp_test_|eyJ/);
  });
});

describe('doctor', () => {
  test('looks at the service that runs, wherever it listens', async () => {
    const { STANDPOINT_DATA_DIR } = variables(0);
    const { code, stdout } = await standpoint(['doctor'], { STANDPOINT_DATA_DIR });
    expect(stdout).toContain(`answers at http://127.0.0.1:${ports[0]}`);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('port 4000')]);
  });
});

describe('another start', () => {
  let second: Running;
  beforeAll(async () => {
    second = await startStandpoint(variables(2), olderNode);
  });
  afterAll(() => second?.stop());

  test('on other ports joins the same data', async () => {
    expect(second.output.stdout).not.toContain(demo().api_key.key);
    expect(second.output.stdout).toContain('npx standpoint keys create');
    expect((await preflight(demo().api_key.key, 2)).status).toBe(200);
    expect((await run('orgs list --json')).json.organizations).toHaveLength(1);
  });

  // The database then stops with the last process, as the end of this file shows.
  test.skipIf(!olderNode)('ends with its starter under an older Node, even by kill -9', async () => {
    expect((await fetch(`${base(2)}/healthz`)).status).toBe(200);
    second.child.kill('SIGKILL');
    const answers = () =>
      fetch(`${base(2)}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers, { interval: 50, timeout: 60_000 }).toBe(false);
    await expect
      .poll(() => livingMembers(join(data_dir, 'run')).length, { interval: 50, timeout: 60_000 })
      .toBe(1);
    expect((await preflight(demo().api_key.key)).status).toBe(200);
  });

  test.skipIf(olderNode)('leaves the first one answering when it ends', async () => {
    expect(await second.stop()).toBe(0);
    expect((await preflight(demo().api_key.key)).status).toBe(200);
  });

  // In `npm test`: `pages/shop.test.ts` holds its addresses and the landing page, `ready-text.test.ts` what is printed.
  test.runIf(LONG)('without the demo shows none: not in what it prints, not on its pages', async () => {
    const without = await startStandpoint({ ...variables(2), STANDPOINT_DEMO: 'off' }, olderNode);
    const { stdout } = without.output;
    expect([stdout.includes('Demo shop'), stdout.includes('/demo')]).toEqual([false, false]);
    expect((await fetch(`${base(2)}/demo/`)).status).toBe(404);
    expect(await (await fetch(base(2))).text()).not.toContain('/demo');
    expect(first.output.stdout).toContain('/demo/');
    expect(await without.stop()).toBe(0);
    expect((await preflight(demo().api_key.key)).status).toBe(200);
  });

  test('on a port in use is refused with one sentence, before anything else is opened', async () => {
    const untouched = join(data_dir, 'untouched');
    const other = await standpoint(['start'], { ...variables(0), STANDPOINT_DATA_DIR: untouched });
    expect([other.code, existsSync(untouched)]).toEqual([1, false]);
    const { code, stderr } = await run('start');
    expect([
      code,
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ]).toEqual([1, [expect.stringContaining(`Port ${ports[0]} of 127.0.0.1 is in use`)]]);
  });
});

describe('the command line beside the running service', () => {
  test('creates a key that mints tokens, and revokes it within 5 seconds', async () => {
    const { json: key } = await run('keys create --json');
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^sp_test_/),
      kind: 'api',
      environment: 'sandbox',
    });
    expect((await preflight(key.key)).status).toBe(200);
    expect((await run(`keys revoke ${key.id}`)).code).toBe(0);
    const deadline = Date.now() + within(5_000);
    let { status } = await preflight(key.key);
    while (status === 200 && Date.now() < deadline) {
      await sleep(100);
      ({ status } = await preflight(key.key));
    }
    expect(status).toBe(401);
    expect((await run(`keys revoke ${key.id}`)).code).toBe(1);
  });

  test('creates keys of each kind and environment', async () => {
    const { json } = await run(
      'keys create --env production --kind results --name Reader --scopes results:read --json',
    );
    expect(json).toMatchObject({
      key: expect.stringMatching(/^sr_live_/),
      kind: 'results',
      environment: 'production',
    });
    const { keys } = (await run('keys list --env production --json')).json;
    expect(keys).toMatchObject([{ id: json.id, name: 'Reader', scopes: ['results:read'] }]);
    expect(JSON.stringify(keys)).not.toContain(json.key.slice(8, 40));
  });

  test.each(['workflow', 'policy'] as const)(
    'accepts the %s example unchanged as a draft, and publishes it',
    async (noun) => {
      const nouns = noun === 'policy' ? 'policies' : 'workflows';
      // A list, because the path of the clone may have a space.
      const file = join(REPOSITORY, `${noun}.example.json`);
      const made = (await run([nouns, 'create', '--file', file, '--json'])).json;
      expect(made).toEqual({ id: expect.any(String), version: 1, status: 'draft' });
      expect((await run(`${nouns} publish ${made.id} --json`)).json).toEqual({
        ...made,
        status: 'published',
      });
      const again = await run(`${nouns} publish ${made.id}`);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has no draft')]);
      const listed = (await run(`${nouns} list --json`)).json[nouns];
      expect(listed).toContainEqual({ ...made, name: expect.any(String), status: 'published' });
    },
  );

  test('takes what workflows get prints as the file of the next version', async () => {
    const got = await run(`workflows get ${demo().workflow_id} --json`);
    const file = join(data_dir, 'got.json');
    writeFileSync(file, got.stdout);
    const made = await run(`workflows create --file ${file} --id ${demo().workflow_id} --json`);
    expect([made.code, made.json.id, made.json.status]).toEqual([0, demo().workflow_id, 'draft']);
    const again = await run(`workflows get ${demo().workflow_id} --version ${made.json.version} --json`);
    expect(again.json.definition).toEqual(got.json.definition);
  });

  test('passes the sample customer of the README, also after a simulated verification elsewhere', async () => {
    const simulated = await run('verify simulate --customer test_pass_42 --lat 40.7 --lng -74 --json');
    expect(simulated.json.decision).toBe('pass');
    const { token } = (await preflight(demo().api_key.key, 0, 'test_pass_42')).data;
    const evidence = {
      attempt_id: 'first',
      collected_at: '2026-01-01T12:00:00.000Z',
      platform: 'web',
      positions: [],
    };
    const answer = await fetch(`${base()}/geolocation/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ evidence }),
    });
    const { data } = (await answer.json()) as { data: { decision: string; reasons: unknown[] } };
    expect(data).toMatchObject({ decision: 'pass', reasons: [] });
  });

  test('simulates a verification west of Greenwich that can then be read', async () => {
    const made = await run(
      'verify simulate --customer somebody --lat 40.7 --lng -74.006 --ip 203.0.113.7 --json',
    );
    expect(made.json).toMatchObject({ livemode: false, verification_id: expect.stringMatching(/^ver_/) });
    const { verifications } = (await run('verifications list --customer somebody --json')).json;
    expect(verifications).toMatchObject([
      { verification_id: made.json.verification_id, position: { lng: -74.006 } },
    ]);
    expect(
      (await run('verify simulate --customer test_fail_outside --lat 1 --lng 1 --json')).json.decision,
    ).toBe('fail');
    expect((await run('verify simulate --customer a --lat 1 --lng 1 --env production')).code).toBe(2);
  });

  test('decodes a token from standard input and says whether it would be accepted', async () => {
    const { token } = (await preflight(demo().api_key.key)).data;
    expect((await run('jwt decode --json', token)).json).toMatchObject({
      kind: 'preflight',
      signature: 'valid',
      accepted: true,
      claims: { customer_id: 'test_pass' },
    });
    const forged = otherSignature(token);
    expect((await run('jwt decode --json', forged)).json).toMatchObject({
      signature: 'not valid',
      accepted: false,
    });
    const argument = await run(`jwt decode ${token}`);
    expect([argument.code, argument.stderr.includes(token)]).toEqual([2, false]);
  });

  test('rotates every signing key in an emergency, which makes older tokens void', async () => {
    const { token } = (await preflight(demo().api_key.key)).data;
    expect((await run('signing-keys rotate --emergency --json')).json.emergency).toBe(true);
    expect((await run('jwt decode --json', token)).json.accepted).toBe(false);
  });

  test('finds no problem with doctor', async () => {
    const { code, json } = await run('doctor --json');
    expect([code, json.findings.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([0, []]);
  });

  test('writes an audit entry for every change', async () => {
    const embedded = await openEmbedded({ data_dir: readConfig(variables(0)).data_dir, log: silent });
    const { pool, close } = connect({ connection: embedded.connection, log: silent });
    const { rows } = await pool.query(
      `SELECT DISTINCT action FROM audit WHERE actor = 'cli' ORDER BY action`,
    );
    await close();
    await embedded.leave();
    expect(rows.map(({ action }) => action)).toEqual([
      'key.created',
      'key.revoked',
      'policy.drafted',
      'policy.published',
      'signing_keys.rotated',
      'verification.simulated',
      'workflow.drafted',
      'workflow.published',
    ]);
  });
});

describe('the end', () => {
  test('has exit code 0 on SIGTERM, and the database stops with the last process', async () => {
    expect(await first.stop()).toBe(0);
    expect(first.output.stdout).toContain('Stopping: requests under way are finished first.');
    expect(first.output.stdout).toMatch(
      /Goodbye\. Your data stays in .*; npx standpoint start continues\.\n$/,
    );
    expect(runningPostmaster(clusterOf(data_dir))).toBeNull();
    await expect(fetch(`${base()}/healthz`)).rejects.toThrow();
  });

  test('leaves commands working: each starts the database and stops it again', async () => {
    expect((await run('orgs list --json')).json.organizations).toHaveLength(1);
    expect(runningPostmaster(clusterOf(data_dir))).toBeNull();
  });
});
