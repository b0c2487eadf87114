import type { Endpoint } from '@standpoint/contract';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { inject } from '../../../testing/call.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import {
  deviceKey,
  eventsOf,
  handedOff,
  type PersonOptions,
  person,
  publishWorkflow,
} from '../../../testing/face/face.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { ROUTES } from '../../app.ts';
import { exportFaceEvidence } from '../evidence/store.ts';
import { verifyFaceEvidence } from '../evidence/verify.ts';
import type { FaceRunner, Findings } from '../runner/runner.ts';

const { service, org } = clockedService();

const simulate = (session_id: string, outcome: string, env: 'production' | 'sandbox' = 'sandbox') =>
  service.call({
    path: `/facecheck/session/${session_id}/simulate`,
    token: org.results[env],
    body: { outcome },
  });

async function opened(options: PersonOptions = {}) {
  const desktop = await person(service, org, { env: 'sandbox', ...options });
  const { session_id } = (await desktop.open()).data.session;
  return { desktop, session_id: session_id as string };
}

it.each([
  ['approved', 'completed', ['created', 'started', 'submitted', 'completed']],
  ['declined', 'completed', ['created', 'started', 'submitted', 'completed']],
  ['review', 'completed', ['created', 'started', 'submitted', 'completed', 'review_required']],
  ['expired', 'expired', ['created', 'expired']],
  ['canceled', 'canceled', ['created', 'canceled']],
])(
  'brings a session of any customer to %s, with the events of a real one',
  async (outcome, status, events) => {
    const { session_id, desktop } = await opened();
    const { data } = await simulate(session_id, outcome);
    const decision = status === 'completed' ? outcome : null;
    expect(data.session).toMatchObject({ status, decision, livemode: false });
    expect(data.session.decision_source).toBe(decision && 'simulated');
    expect((await desktop.status()).data).toMatchObject({ status, done: true });
    expect(await eventsOf(service, session_id)).toEqual(events);
    const again = await simulate(session_id, 'approved');
    expectRefusal(again, 409, 'session_terminal');
  },
);

it('leaves a review that a reviewer answers, and evidence that says that it was simulated', async () => {
  const { session_id } = await opened();
  await simulate(session_id, 'review');
  const answer = await service.call({
    path: `/facecheck/session/${session_id}/review`,
    token: org.results.sandbox,
    body: { outcome: 'approve', reason: 'known', reviewer: 'ada' },
  });
  expect(answer.status).toBe(200);
  const { data } = await service.call({
    path: `/facecheck/session/${session_id}`,
    token: org.results.sandbox,
  });
  expect(data).toMatchObject({ decision: 'approved', decision_source: 'review', consent: null });
  const [file] = await exportFaceEvidence(service.deps, { org: org.org, env: 'sandbox', session_id });
  expect(await verifyFaceEvidence(JSON.stringify(file))).toMatchObject({
    ok: true,
    decision: { outcome: 'simulated' },
  });
});

it('answers with the result token that the page gets, where the workflow lets a client have the decision', async () => {
  const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
  const { session_id, desktop } = await opened({ workflow_id });
  const { result_token } = (await simulate(session_id, 'approved')).data;
  expect(decodeJwt(result_token)).toMatchObject({ session_id, decision: 'approved', env: 'sandbox' });
  expect((await desktop.status()).data.result_token).toBe(result_token);
  const other = await opened();
  expect((await simulate(other.session_id, 'approved')).data).not.toHaveProperty('result_token');
});

it('goes on from where the person is: with a bound key, at an open camera, or on a phone', async () => {
  const key = deviceKey();
  const bound = await person(service, org, { env: 'sandbox' });
  const headers = key.proof(service, 'POST', '/facecheck/session', bound.token);
  const { session_id } = (await bound.open({}, headers)).data.session;
  expect((await simulate(session_id, 'approved')).data.session).toMatchObject({ bound: true });

  const camera = await opened();
  await camera.desktop.consent();
  const attempt = await camera.desktop.attempt();
  expect((await simulate(camera.session_id, 'declined')).data.session.attempts).toMatchObject([
    { state: 'abandoned' },
    { state: 'submitted', outcome: 'declined', frames: [] },
  ]);
  expectRefusal(await camera.desktop.submit(attempt), 409, 'session_terminal');

  const { desktop, phone, number } = await handedOff(service, org, { env: 'sandbox' });
  await phone.confirm(number);
  const there = (await desktop.status()).data.session_id;
  expect((await simulate(there, 'approved')).data.session).toMatchObject({
    attempts: [{ device: 'phone' }],
    handoffs: [{ state: 'completed' }],
  });
});

it('decides about a capture that is being judged, whose own verdict then changes nothing', async () => {
  const { runner, answer_within_ms } = service.deps.face;
  let judge = (_: Findings): void => {};
  const slow: FaceRunner = { analyse: () => new Promise<Findings>((resolve) => (judge = resolve)) };
  Object.assign(service.deps.face, { runner: slow, answer_within_ms: 1 });
  const { desktop, session_id } = await opened();
  await desktop.consent();
  expect((await desktop.submit(await desktop.attempt())).data.session.status).toBe('processing');
  expectRefusal(await simulate(session_id, 'expired'), 409, 'attempt_open');
  expect((await simulate(session_id, 'approved')).data.session.decision).toBe('approved');
  judge({ outcome: 'unavailable' });
  await service.deps.face.judging.done(AbortSignal.timeout(10_000));
  Object.assign(service.deps.face, { runner, answer_within_ms });
  const { data } = await service.call({
    path: `/facecheck/session/${session_id}`,
    token: org.results.sandbox,
  });
  expect(data).toMatchObject({
    decision: 'approved',
    decision_source: 'simulated',
    attempts: [{ outcome: 'approved' }],
  });
});

it('is written into the audit log', async () => {
  const { session_id } = await opened();
  await simulate(session_id, 'declined');
  const rows = await service.database.db
    .selectFrom('audit')
    .select(['action', 'outcome', 'env'])
    .where('target', '=', session_id)
    .where('action', '=', 'session.simulated')
    .execute();
  expect(rows).toEqual([{ action: 'session.simulated', outcome: 'declined', env: 'sandbox' }]);
});

const notedOf = async (session_id: string) =>
  (
    await service.database.db
      .selectFrom('audit')
      .select('outcome')
      .where('target', '=', session_id)
      .where('action', '=', 'session.simulated')
      .execute()
  ).map(({ outcome }) => outcome);

it('ends once when several calls come at once, and notes no decision that was not made', async () => {
  const { session_id } = await opened();
  const outcomes = ['approved', 'canceled', 'declined', 'expired', 'review', 'canceled'];
  const answers = await Promise.all(outcomes.map((outcome) => simulate(session_id, outcome)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  const { decision, status } = answers.find((answer) => answer.status === 200)!.data.session;
  expect(await notedOf(session_id)).toEqual([decision ?? status]);
});

it('notes no decision when the person cancels just before it is made', async () => {
  const { desktop, session_id } = await opened();
  const { database } = service;
  const status = async () => (await desktop.status()).data.status;
  const transaction = () => ({
    execute: async (work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]) => {
      if ((await status()) === 'processing') await desktop.cancel();
      return database.db.transaction().execute(work);
    },
  });
  const db = new Proxy(database.db, {
    get(of, name) {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const app = await service.serve(undefined, [], { ...service.deps, database: { ...database, db } });
  const late = await inject(app, service.config, {
    path: `/facecheck/session/${session_id}/simulate`,
    token: org.results.sandbox,
    body: { outcome: 'approved' },
  });
  expectRefusal(late, 409, 'session_terminal');
  expect([await status(), await notedOf(session_id)]).toEqual(['canceled', []]);
});

it('refuses production, another organization, and an end that it does not know', async () => {
  const { session_id } = await opened({ env: 'production' });
  for (const outcome of ['approved', 'expired']) {
    const refused = await simulate(session_id, outcome, 'production');
    expectRefusal(refused, 403, 'environment_mismatch');
    expect(refused.text).toContain('sr_test_');
  }
  // The key of the sandbox finds nothing of production.
  expectRefusal(await simulate(session_id, 'approved'), 404, 'session_not_found');
  const other = await service.organization('Other');
  const mine = await opened();
  const theirs = await service.call({
    path: `/facecheck/session/${mine.session_id}/simulate`,
    token: other.results.sandbox,
    body: { outcome: 'approved' },
  });
  expectRefusal(theirs, 404, 'session_not_found');
  expectRefusal(await simulate(mine.session_id, 'passed'), 400, 'invalid_request');
  const { data } = await service.call({
    path: `/facecheck/session/${session_id}`,
    token: org.results.production,
  });
  expect(data.status).toBe('created');
});

it('mutation control: without the trait a key of production ends a session, and still approves none', async () => {
  const routes = ROUTES.map(({ endpoint, handle }) => ({
    endpoint: { ...endpoint, sandbox_only: undefined } as Endpoint,
    handle,
  }));
  const app = await service.serve(routes);
  const unchecked = async (outcome: string) => {
    const { session_id } = await opened({ env: 'production' });
    const response = await app.inject({
      method: 'POST',
      url: `/facecheck/session/${session_id}/simulate`,
      headers: {
        authorization: `Bearer ${org.results.production}`,
        host: new URL(service.config.base_url).host,
      },
      payload: { outcome },
    });
    return [response.statusCode, response.json().data.session?.status];
  };
  expect(await unchecked('canceled')).toEqual([200, 'canceled']);
  expect(await unchecked('approved')).toEqual([500, undefined]);
});
