import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { eventsOf, handedOff, person } from '../../../testing/face/face.ts';
import { customerTimeline } from '../customer.ts';
import { expireDue } from './timers.ts';

const { clock, service, org } = clockedService();

const get = (path: string) => service.call({ path, token: org.results.production });
const post = (path: string, body: unknown = {}) =>
  service.call({ path, token: org.results.production, body });

async function completed(customer_id: string) {
  const desktop = await person(service, org, { customer: { customer_id, email: 'gone@example.com' } });
  const { session_id } = (await desktop.open({ device: { os: 'x' }, locale: 'en' })).data.session;
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  return { desktop, session_id: session_id as string };
}

it('shows the backend everything, and another organization nothing', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  await phone.confirm(number);
  await phone.consent();
  const { session_id } = (await phone.submit(await phone.attempt())).data.session;
  const { data } = await get(`/facecheck/session/${session_id}`);
  expect(data).toMatchObject({
    customer_id: desktop.minted.data.customer_id,
    status: 'completed',
    decision: 'review',
    bound: false,
    consent: { accepted: true, device: 'phone', controller: expect.any(String), withdrawn_at: null },
    handoffs: [{ state: 'completed', channel: 'qr', bound: false, ip_same: true }],
    attempts: [{ device: 'phone', state: 'submitted', outcome: 'review' }],
    retention: { frames: 'kept', redacted_at: null },
  });
  const other = await service.organization('Other');
  expect(
    (await service.call({ path: `/facecheck/session/${session_id}`, token: other.results.production })).code,
  ).toBe('session_not_found');
});

it('5.1 shows nothing to an API key, which can only mint tokens', async () => {
  for (const path of ['/facecheck/sessions', '/facecheck/session/fcs_01JD0000000000000000000000'])
    expect((await service.call({ path, token: org.api.production })).code).toBe('api_key_invalid');
});

it('finds a session of the own organization by the receipt number that the person reads out', async () => {
  const { session_id } = await completed('asks-support');
  await completed('another');
  const receipt = session_id.slice(-8);
  const spoken = `${receipt.slice(0, 4)}-${receipt.slice(4)}`
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
  for (const typed of [receipt, spoken, encodeURIComponent(`${receipt.slice(0, 4)} ${receipt.slice(4)}`)]) {
    const { data } = await get(`/facecheck/sessions?receipt_number=${typed}`);
    expect(data.sessions.map((each: { session_id: string }) => each.session_id)).toEqual([session_id]);
  }
  for (const wrong of ['%25%25%25%25%25%25%25%25', '________', receipt.slice(1)])
    expect((await get(`/facecheck/sessions?receipt_number=${wrong}`)).code).toBe('invalid_request');
  const other = await service.organization('Another');
  const path = `/facecheck/sessions?receipt_number=${receipt}`;
  expect((await service.call({ path, token: other.results.production })).data.sessions).toEqual([]);
});

it('lists newest first, page by page, and filters', async () => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    const desktop = await person(service, org, { customer: { customer_id: 'listed' } });
    made.push((await desktop.open()).data.session.session_id);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await get(
      `/facecheck/sessions?customer_id=listed&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...data.sessions.map((row: { session_id: string }) => row.session_id));
    cursor = data.next_cursor;
  } while (cursor);
  expect(seen).toEqual(made.toReversed());
  expect((await get('/facecheck/sessions?customer_id=listed&status=completed')).data.sessions).toEqual([]);
  expect((await get('/facecheck/sessions?cursor=x')).code).toBe('invalid_request');
});

it('cancels from the backend', async () => {
  const desktop = await person(service, org);
  const { session_id } = (await desktop.open()).data.session;
  expect(
    (await post(`/facecheck/session/${session_id}/cancel`, { reason: 'changed_mind' })).data,
  ).toMatchObject({ status: 'canceled', reasons: ['changed_mind'] });
  expect((await post(`/facecheck/session/${session_id}/cancel`)).code).toBe('session_terminal');
  expect((await desktop.status()).data.status).toBe('canceled');
});

it('redacts frames and all data derived from them, also when called again', async () => {
  const { session_id } = await completed('redacted');
  const folder = join(service.config.data_dir, 'frames', org.org, 'production', session_id);
  expect(existsSync(folder)).toBe(true);
  const first = await post(`/facecheck/session/${session_id}/redact`);
  expect(first.data).toMatchObject({
    decision: 'review',
    reasons: [],
    checks: {},
    client: null,
    retention: { frames: 'deleted' },
  });
  expect(first.data.attempts[0].frames).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  const again = await post(`/facecheck/session/${session_id}/redact`);
  expect(again.data).toEqual(first.data);
  expect((await eventsOf(service, session_id)).filter((type) => type === 'redacted')).toHaveLength(1);
});

it('erases frames and name of a person, whom a token that is still valid does not bring back', async () => {
  const { desktop, session_id } = await completed('erased-one');
  const answer = await service.call({
    method: 'DELETE',
    path: '/customers/erased-one',
    token: org.results.production,
  });
  expect(answer.data.counts).toMatchObject({ sessions: 1, frames: 8 });
  expect(existsSync(join(service.config.data_dir, 'frames', org.org, 'production', session_id))).toBe(false);
  expect((await get(`/facecheck/session/${session_id}`)).data).toMatchObject({
    customer_id: '',
    attempts: [],
    client: null,
  });
  expect((await desktop.open()).data).toMatchObject({ created: false, session: { session_id } });
  const { rows } = await service.database.pool.query(
    `SELECT 1 FROM customer WHERE customer_hash = '${service.hash(org.org, 'erased-one')}'`,
  );
  expect(rows).toEqual([]);
  const told = await service.database.pool.query(`SELECT 1 FROM event WHERE data::text LIKE '%erased-one%'`);
  expect(told.rows).toEqual([]);
  const repeat = await service.call({
    method: 'DELETE',
    path: '/customers/erased-one',
    token: org.results.production,
  });
  expect(repeat.data).toMatchObject({ erased_at: answer.data.erased_at, counts: answer.data.counts });
});

it('shows the sessions of a customer in their timeline', async () => {
  const { session_id } = await completed('timeline');
  const rows = await customerTimeline(
    service.database.db,
    org.org,
    'production',
    service.hash(org.org, 'timeline'),
    null,
    10,
  );
  expect(rows).toMatchObject([
    { session_id, status: 'completed', decision: 'review', workflow_id: org.workflow_id },
  ]);
});

it('expires sessions that no call asks for, and sends their events', async () => {
  const desktop = await person(service, org);
  const { session_id } = (await desktop.open()).data.session;
  clock.pass(1_801);
  await Promise.all([expireDue(service.deps), expireDue(service.deps), expireDue(service.deps)]);
  expect(await eventsOf(service, session_id)).toEqual(['created', 'expired']);
});

it('writes consent and decision to the audit log', async () => {
  const { session_id } = await completed('audited');
  const { rows } = await service.database.pool.query(
    'SELECT action, outcome FROM audit WHERE target = $1 ORDER BY at',
    [session_id],
  );
  expect(rows).toEqual([
    { action: 'face.consent', outcome: 'ok' },
    { action: 'face.decision', outcome: 'review' },
  ]);
});
