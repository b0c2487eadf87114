import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Ask, Driver } from '../../../../../packages/native/conformance/driver.ts';
import { node } from '../../../../../packages/native/conformance/drivers/node.ts';
import { web } from '../../../../../packages/native/conformance/drivers/web.ts';
import { LONG } from '../../../../../testing/counts.ts';
import { standpoint } from '../../../testing/command.ts';
import { chosen } from './client.ts';
import { drive } from './drive.ts';
import { openMockServer } from './mock-server.ts';
import { BACKEND } from './scenarios.ts';

/** Those that wait less than a second in all. */
const QUICK =
  'plain,lost-reply,rate-limited,expired-token,malformed-answer,wrong-clock,permission-denied,token-twice,portal-token,collect-twice';

async function played(driver: Driver, role: 'app' | 'backend', only?: string, mutate?: number) {
  const mock = await openMockServer({ scenarios: chosen(role, only, mutate), port: 0 });
  try {
    await drive(mock, driver);
    return mock.report();
  } finally {
    await mock.close();
  }
}
const problems = (report: Awaited<ReturnType<typeof played>>) =>
  report.steps.flatMap(({ step, problems }) => problems.map((problem) => `${step}: ${problem}`));

/** The web SDK with a habit that the protocol forbids. */
const withHabit = (change: (ask: Ask) => Promise<Record<string, unknown>>): Driver => ({
  ...web,
  name: 'bad',
  call: change,
});

const post = (base: string, path: string, token: string, payload: string, headers = {}) =>
  fetch(base + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'standpoint-sdk': '0.5',
      ...headers,
    },
    body: JSON.stringify({ payload }),
  }).then((answer) => answer.json());

describe('standpoint conformance client', () => {
  it('finds that the web SDK holds the protocol', async () => {
    const report = await played(web, 'app', QUICK);
    expect(problems(report)).toEqual([]);
    expect(report.passed).toBe(true);
  });

  it('finds that the Node SDK holds the protocol', async () => {
    const report = await played(node, 'backend', 'mint,mint-refused,mint-invalid,mint-malformed');
    expect(problems(report)).toEqual([]);
  });

  it('fails each client when one step is changed', async () => {
    expect((await played(web, 'app', 'plain,expired-token', 2)).steps.map(({ passed }) => passed)).toEqual([
      true,
      false,
    ]);
    expect((await played(node, 'backend', 'mint', 1)).passed).toBe(false);
  });

  it('sees a client that sends its token elsewhere, unsealed, with a key, or twice', async () => {
    const plain = await played(
      withHabit(
        async ({ base_url, token }) => (await post(base_url, '/geolocation/verify', token!, 'x.y.z')).data,
      ),
      'app',
      'plain',
    );
    expect(problems(plain).join()).toMatch(/payload_unreadable at payload/);
    const key = await played(
      withHabit(async ({ base_url, token }) => {
        await post(base_url, '/geolocation/evaluate', token!, 'x', {
          'x-api-key': 'sp_live_x',
          cookie: 'a=1',
        });
        return { decision: 'pass' };
      }),
      'app',
      'plain',
    );
    expect(problems(key).join()).toMatch(/path is.*a cookie was sent.*a secret of a backend/);
    const again = await played(
      withHabit(async (ask) => {
        await web.call(ask);
        return (await post(ask.base_url, '/geolocation/verify', ask.token!, 'another')).data;
      }),
      'app',
      'plain',
    );
    expect(problems(again).join()).toMatch(/its body differs from the first one/);
  });

  it('sees a client that tells a denial as an error, or a lost answer as a decision', async () => {
    const denied = await played(
      withHabit(async () => ({ error: 'permission_denied' })),
      'app',
      'permission-denied',
    );
    expect(problems(denied)).toEqual(
      expect.arrayContaining(['permission-denied: 0 requests came instead of 1']),
    );
    const trusting = await played(
      withHabit(async (ask) => ({
        ...((await web.call(ask)) as object),
        error: undefined,
        decision: 'pass',
      })),
      'app',
      'malformed-answer',
    );
    expect(problems(trusting).join()).toMatch(/told error none, not bad_response/);
  });

  it('is driven over HTTP, step by step, and says why a step failed', async () => {
    const mock = await openMockServer({ scenarios: chosen('app', 'plain,portal-token'), port: 0 });
    const get = (path: string) => fetch(mock.base_url + path).then((answer) => answer.json());
    const tell = (told: object) =>
      fetch(`${mock.base_url}/told`, { method: 'POST', body: JSON.stringify({ told }) }).then((answer) =>
        answer.json(),
      );
    expect(await tell({})).toEqual({ problem: 'no step is open: GET /start' });
    const first = await get('/start');
    expect(first).toMatchObject({ step: 'plain', number: 1, of: 2, do: 'verify', base_url: mock.base_url });
    const told = (await web.call(first)) as object;
    expect(await tell(told)).toMatchObject({ step: 'plain', passed: true });
    await get('/start');
    expect(await tell({ decision: 'pass' })).toMatchObject({ passed: false, requests: 0 });
    expect(await get('/start')).toMatchObject({ done: true, passed: false });
    expect((await get('/report')).steps).toHaveLength(2);
    await mock.done;
    await mock.close();
  });

  describe('over a client in a process of its own', () => {
    const driver = fileURLToPath(
      new URL('../../../../../packages/native/conformance/drivers/node-process.ts', import.meta.url),
    );
    const line = `"${process.execPath}" "${driver}"`;
    const server = ['--port', '0', '--role', 'backend', '--only', 'mint,mint-refused'];
    const options = ['conformance', 'client', ...server, '--driver', line];

    it('runs as a command that passes a client that keeps to the protocol and its vectors', async () => {
      const held = await standpoint([...options, '--json']);
      expect(held.json).toMatchObject({ done: true, passed: true });
      expect(held.code).toBe(0);
      const vectors = await standpoint(['conformance', 'vectors', '--driver', line, '--json']);
      expect([vectors.code, vectors.json.failed]).toEqual([0, []]);
    });

    // In `npm test`: the test above of a changed step, `packages/native/vectors.test.ts`, and exit code 1 below.
    it.runIf(LONG)(
      'runs as a command that fails a client when one step or one vector is changed',
      async () => {
        const changed = await standpoint([...options, '--mutate', '2']);
        expect(changed.stdout).toMatch(/pass {2}mint\nFAIL {2}mint-refused/);
        expect(changed.code).toBe(1);
        const falsified = await standpoint(['conformance', 'vectors', '--driver', line, '--mutate', '3']);
        expect(falsified.code).toBe(1);
      },
    );
  });

  it.each([
    ['ends', 'exit 3', /ended with 3/],
    ['writes no JSON', 'read x; echo {broken', /no JSON/],
    ['answers nothing', 'cat', /without told or skip/],
  ])('says it when the driver %s', async (_, line, message) => {
    const { code, stderr } = await standpoint(['conformance', 'vectors', '--driver', line]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('says that its port is taken', async () => {
    const mock = await openMockServer({ scenarios: [], port: 0 });
    const port = new URL(mock.base_url).port;
    const { code, stderr } = await standpoint(['conformance', 'client', '--port', port, '--driver', 'cat']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Take another --port/)]);
    await mock.close();
  });

  it('refuses a step that does not exist', async () => {
    const { code, stderr } = await standpoint([
      'conformance',
      'client',
      '--port',
      '0',
      '--only',
      'no-such-step',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no step no-such-step')]);
    expect(BACKEND.length).toBeGreaterThan(5);
  });
});
