import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { inject } from '../../../testing/call.ts';
import { handedOff, MovableClock, person, publishWorkflow } from '../../../testing/face/face.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { ROUTES } from '../../app.ts';

const clock = new MovableClock();
const service = testService({ replace: clock.replacement });
const org = testOrganization(service);

it('4 returns the latest status of the token’s session, and 404 before there is one', async () => {
  const desktop = await person(service, org);
  expect((await desktop.status()).code).toBe('session_not_found');
  const { data } = await desktop.open();
  const status = await desktop.status();
  expect(status.data).toMatchObject({
    session_id: data.session.session_id,
    status: 'created',
    done: false,
    poll_after_ms: 2_000,
  });
});

it('shows no scores, no decision and no personal data', async () => {
  const desktop = await person(service, org);
  await desktop.open();
  expect(Object.keys((await desktop.status()).data).sort()).toEqual([
    'attempts_max',
    'attempts_used',
    'done',
    'expires_at',
    'handoff',
    'last_error',
    'livemode',
    'phase',
    'poll_after_ms',
    'session_id',
    'status',
    'version',
  ]);
});

it('sends its version as ETag, and answers 304 to a client that has it', async () => {
  const desktop = await person(service, org);
  await desktop.open();
  const { headers, data } = await desktop.status();
  expect(headers.etag).toBe(`"${data.version}"`);
  const same = await desktop.status('', { 'if-none-match': String(headers.etag) });
  expect([same.status, same.text]).toEqual([304, '']);
  await desktop.consent();
  expect((await desktop.status('', { 'if-none-match': String(headers.etag) })).status).toBe(200);
});

/** Polls without a pause until one is refused; on a busy machine those of the seconds that pass come on top. */
async function pollsUntilRefused(desktop: Awaited<ReturnType<typeof person>>) {
  const began = performance.now();
  let answered = 0;
  let answer = await desktop.status();
  for (; answer.status === 200 && answered < 100; answer = await desktop.status()) answered++;
  return { answered, refused: answer, seconds: (performance.now() - began) / 1_000 };
}

it('answers five polls without news, then one a second, and always answers with news', async () => {
  const desktop = await person(service, org);
  await desktop.open();
  await desktop.status();
  const { answered, refused, seconds } = await pollsUntilRefused(desktop);
  expect(answered).toBeGreaterThanOrEqual(5);
  expect(answered).toBeLessThanOrEqual(5 + Math.ceil(seconds));
  expect([refused.status, refused.code]).toEqual([429, 'slow_down']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  await desktop.consent();
  expect((await desktop.status()).data.phase).toBe('permission');
  const again = await pollsUntilRefused(desktop);
  expect(again.answered).toBeLessThanOrEqual(Math.ceil(again.seconds) + 1);
});

it('does not count polls that wait for news', async () => {
  const desktop = await person(service, org);
  const { version } = (await desktop.open()).data.session;
  const polls = Array.from({ length: 12 }, () => desktop.status(`?wait=1&since=${version}`));
  const answers = await Promise.all(polls);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

it('wakes a waiting poll when something happens', async () => {
  const desktop = await person(service, org);
  const { version } = (await desktop.open()).data.session;
  const started = performance.now();
  const waiting = desktop.status(`?wait=20&since=${version}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await desktop.consent();
  expect((await waiting).data.phase).toBe('permission');
  // Long before the twenty seconds are over.
  expect(performance.now() - started).toBeLessThan(15_000);
});

it('answers the older poll at once when a newer one comes', async () => {
  const desktop = await person(service, org);
  const { version } = (await desktop.open()).data.session;
  const started = performance.now();
  const older = desktop.status(`?wait=20&since=${version}`);
  await expect.poll(() => service.deps.waiters.waiting).toBe(1);
  const newer = desktop.status(`?wait=1&since=${version}`);
  expect((await older).data.version).toBe(version);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect((await newer).status).toBe(200);
});

it('answers at once when the caller has an old version', async () => {
  const desktop = await person(service, org);
  const { version } = (await desktop.open()).data.session;
  await desktop.consent();
  expect((await desktop.status(`?wait=20&since=${version}`)).data.version).toBeGreaterThan(version);
});

it('refuses a wait that is too long', async () => {
  const desktop = await person(service, org);
  await desktop.open();
  expect((await desktop.status('?wait=26&since=1')).code).toBe('invalid_request');
});

it('shows the number to the desktop only, and only until it is confirmed', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  expect(number).toMatch(/^\d\d$/);
  expect((await phone.status()).data.handoff).toEqual({ state: 'redeemed', device_label: 'Unknown device' });
  await phone.confirm(number);
  expect((await desktop.status()).data.handoff).toEqual({
    state: 'confirmed',
    device_label: 'Unknown device',
  });
});

it('gives a face result only where the workflow lets the client have the decision', async () => {
  const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
  for (const [workflow, expected] of [
    [workflow_id, true],
    [org.workflow_id, false],
  ] as const) {
    const desktop = await person(service, org, { workflow_id: workflow });
    await desktop.open();
    await desktop.consent();
    expect((await desktop.submit(await desktop.attempt())).data.session.status).toBe('completed');
    const { data } = await desktop.status();
    expect(data.done).toBe(true);
    expect('result_token' in data).toBe(expected);
    if (!expected) continue;
    expect(decodeProtectedHeader(data.result_token).typ).toBe('face-result+jwt');
    expect(decodeJwt(data.result_token)).toMatchObject({
      aud: org.org,
      decision: 'review',
      session_id: data.session_id,
    });
  }
});

describe('a face result', () => {
  type View = typeof import('./status.ts');
  /** Two results of one session, half a minute apart, and the one after five minutes. */
  async function resultsOf({ sessionStatusHandler }: View) {
    const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
    const route = ROUTES.find(({ endpoint }) => endpoint.name === 'sessionStatus')!;
    const app = await service.serve([
      ...ROUTES.filter((other) => other !== route),
      { ...route, handle: sessionStatusHandler as typeof route.handle },
    ]);
    const desktop = await person(service, org, { workflow_id });
    await desktop.open();
    await desktop.consent();
    await desktop.submit(await desktop.attempt());
    const poll = async () => {
      const headers = { authorization: `Bearer ${desktop.token}` };
      const answer = await inject(app, service.config, {
        method: 'GET',
        path: '/facecheck/session/status',
        headers,
      });
      return answer.data.result_token;
    };
    const first = decodeJwt(await poll());
    clock.pass(30);
    const second = decodeJwt(await poll());
    clock.pass(300);
    return { first, second, late: await poll() };
  }

  it('is the same for every poll, so that a backend that consumes it pays once, and ends', async () => {
    const { first, second, late } = await resultsOf(await import('./status.ts'));
    expect(second).toEqual(first);
    expect(late).toBeUndefined();
  });

  it('mutation control: is another one for each poll without the session’s jti', async () => {
    const { first, second } = await resultsOf(
      await mutant<View>('face/session/status.ts', ['now, jti: jtiOf(session_id) }', 'now }']),
    );
    expect(second.jti).not.toBe(first.jti);
  });
});

it('limits polls that wait for an ended session, and polls before there is a session', async () => {
  const desktop = await person(service, org);
  const early = [];
  for (let i = 0; i < 8; i++) early.push((await desktop.status()).code);
  expect(new Set(early)).toEqual(new Set(['session_not_found', 'slow_down']));
  await desktop.open();
  const { version } = (await desktop.cancel()).data.session;
  const late = [];
  for (let i = 0; i < 8; i++) late.push((await desktop.status(`?wait=25&since=${version}`)).status);
  expect(late.at(-1)).toBe(429);
});
