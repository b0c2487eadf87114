import { expect, it } from 'vitest';
import { eventsOf, person, redeem } from '../../../testing/face/face.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';

const service = sharedService();
const org = testOrganization(service);

const someone = (name: string, env: 'sandbox' | 'production' = 'sandbox') =>
  person(service, org, { env, customer: { customer_id: `${name}-${Math.random()}` } });

async function submitted(name: string, env: 'sandbox' | 'production' = 'sandbox') {
  const desktop = await someone(name, env);
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  const answer = await desktop.submit(await desktop.attempt());
  const read = await service.call({ path: `/facecheck/session/${session_id}`, token: org.results[env] });
  return { desktop, answer, read: read.data };
}

it.each([
  ['test_face_approved', 'approved', []],
  ['test_face_declined_liveness', 'declined', ['liveness_failed']],
  ['test_face_declined_match', 'declined', ['match_failed']],
  ['test_face_review', 'review', ['review_requested']],
])('%s ends as %s, marked as simulated', async (name, decision, reasons) => {
  const { read, answer } = await submitted(name);
  expect(answer.data.session).toMatchObject({ status: 'completed', livemode: false });
  expect(read).toMatchObject({ decision, reasons, decision_source: 'simulated', livemode: false });
});

it.each([
  'test_face_approved',
  'test_face_declined_liveness',
  'test_face_retry_then_approved',
  'test_face_expired',
])('%s means nothing in production', async (name) => {
  const { read } = await submitted(name, 'production');
  expect(read).toMatchObject({
    status: 'completed',
    decision: 'review',
    decision_source: 'auto',
    livemode: true,
  });
});

it('test_face_retry_then_approved asks for one more try', async () => {
  const { desktop, answer } = await submitted('test_face_retry_then_approved');
  expect(answer.data.session).toMatchObject({
    status: 'in_progress',
    last_error: { code: 'too_dark', retryable: true },
  });
  const second = await desktop.submit(await desktop.attempt());
  expect(second.data.session).toMatchObject({ status: 'completed', attempts_used: 2 });
});

it('test_face_expired is created, and expired at every later read', async () => {
  const desktop = await someone('test_face_expired');
  const opened = await desktop.open();
  expect(opened.data.session.status).toBe('created');
  expect((await desktop.status()).data.status).toBe('expired');
  expect((await desktop.consent()).code).toBe('session_terminal');
  expect(await eventsOf(service, opened.data.session.session_id)).toEqual(['created', 'expired']);
});

it('test_face_handoff_denied is denied right after it was redeemed', async () => {
  const desktop = await someone('test_face_handoff_denied');
  const { code } = (await desktop.shortCode()).data;
  expect((await redeem(service, code)).data.session).toMatchObject({
    status: 'canceled',
    handoff: { state: 'revoked' },
  });
  const { data } = await desktop.status();
  expect(data).toMatchObject({ status: 'canceled', done: true });
  expect(await eventsOf(service, data.session_id)).toContain('handoff_denied');
});

it('any other customer of the sandbox is analysed as in production', async () => {
  expect((await submitted('somebody')).read).toMatchObject({
    decision: 'review',
    decision_source: 'auto',
    livemode: false,
  });
});

it('9 keeps environments apart: a sandbox key finds no production session', async () => {
  const { read } = await submitted('somebody', 'production');
  const answer = await service.call({
    path: `/facecheck/session/${read.session_id}`,
    token: org.results.sandbox,
  });
  expect(answer.code).toBe('session_not_found');
  const live = await service.call({
    path: '/facecheck/session/portal',
    token: org.api.production,
    host: 'sandbox',
    body: { workflow_id: org.workflow_id, customer: { customer_id: 'c' } },
  });
  expect(live.status).toBe(200);
  const opened = await service.call({
    path: '/facecheck/session',
    token: live.data.token,
    host: 'sandbox',
    body: {},
  });
  expect(opened.data.session.livemode).toBe(false);
});
