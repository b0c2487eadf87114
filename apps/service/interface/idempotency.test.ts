import { describe, expect, it } from 'vitest';
import { claimsOf } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { CallOptions } from '../testing/service.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);

let made = 0;
const fresh = () => `key-${made++}`;
/** The hash of the key that was used last: the header itself is not stored. */
const newest = async (): Promise<Buffer> =>
  (await service.database.pool.query('SELECT key_hash FROM idempotency ORDER BY started_at DESC LIMIT 1'))
    .rows[0].key_hash;
('key_hash = (SELECT key_hash FROM idempotency ORDER BY expires_at DESC LIMIT 1)');
const BODY = { customer_id: 'c', transaction_type: 'deposit' };
const preflight = (key: string | undefined, body: object = BODY, more: Partial<CallOptions> = {}) =>
  service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body,
    ...more,
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...more.headers },
  });
const rows = async () =>
  (await service.database.pool.query('SELECT count(*)::int AS n FROM idempotency')).rows[0].n;

describe('Idempotency-Key', () => {
  it('gives the same answer to the same body, marked as replayed', async () => {
    const key = fresh();
    const first = await preflight(key);
    const again = await preflight(key);
    expect(again.data).toEqual(first.data);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
  });

  it('writes nothing when a token is minted without it', async () => {
    const tables = async () => {
      const { rows } = await service.database.owner.query(
        `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
      );
      const counts = rows.map(
        ({ tablename }) => `(SELECT count(*)::int FROM "${tablename}") AS "${tablename}"`,
      );
      return (await service.database.owner.query(`SELECT ${counts.join()}`)).rows[0];
    };
    const before = await tables();
    const answers = await Promise.all(Array.from({ length: 50 }, () => preflight(undefined)));
    expect(new Set(answers.map(({ data }) => data.token)).size).toBe(50);
    expect(await tables()).toEqual(before);
  });

  it('answers 422 idempotency_mismatch to another body', async () => {
    const key = fresh();
    await preflight(key);
    expectRefusal(await preflight(key, { ...BODY, customer_id: 'other' }), 422, 'idempotency_mismatch');
  });

  it('answers 409 with Retry-After in flight; twenty calls at once get one token', async () => {
    const key = fresh();
    const answers = await Promise.all(Array.from({ length: 20 }, () => preflight(key)));
    const tokens = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.token));
    expect(tokens.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 409, 'idempotency_in_flight');
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.data.error.retryable).toBe(true);
    }
  });

  it('is separate for each organization, environment and route', async () => {
    const key = fresh();
    const other = await service.organization('Other');
    const answers = [
      await preflight(key),
      await preflight(key, BODY, { token: org.api.sandbox }),
      await preflight(key, BODY, { token: other.api.production }),
    ];
    expect(new Set(answers.map(({ data }) => claimsOf(data.token).jti)).size).toBe(3);
    const portal = await service.call({
      path: '/facecheck/session/portal',
      token: org.api.production,
      body: { workflow_id: org.workflow_id, customer: { customer_id: 'c' } },
      headers: { 'idempotency-key': key },
    });
    expect([portal.status, portal.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('forgets a refusal, so that the corrected request may use it', async () => {
    const key = fresh();
    const wrong = { ...BODY, policy_id: `pol_${'0'.repeat(26)}` };
    expectRefusal(await preflight(key, wrong), 404, 'policy_not_found');
    expect((await preflight(key)).status).toBe(200);
    expectRefusal(await preflight(fresh(), { customer_id: 'c' }), 400, 'invalid_request');
  });

  it('keeps its answer sealed, until the token expires and no longer', async () => {
    const key = fresh();
    const before = await rows();
    const { data } = await preflight(key);
    const hash = await newest();
    expect(await rows()).toBe(before + 1);
    const { rows: found } = await service.database.pool.query(
      `SELECT answer_sealed, expires_at FROM idempotency WHERE key_hash = $1`,
      [hash],
    );
    expect(found[0].answer_sealed.toString('latin1')).not.toContain(data.token.slice(0, 40));
    expect(found[0].expires_at.toISOString()).toBe(data.expires_at);
    await service.database.pool.query(
      `UPDATE idempotency SET expires_at = now() - interval '1 s' WHERE key_hash = $1`,
      [hash],
    );
    const later = await preflight(key);
    expect([later.status, later.data.token === data.token]).toEqual([200, false]);
  });

  it('is free again 30 s after the node that answered died', async () => {
    const key = fresh();
    await preflight(key);
    const hash = await newest();
    await service.database.pool.query(
      `UPDATE idempotency SET answer_sealed = NULL, started_at = now() - interval '29 s' WHERE key_hash = $1`,
      [hash],
    );
    expectRefusal(await preflight(key), 409, 'idempotency_in_flight');
    await service.database.pool.query(
      `UPDATE idempotency SET started_at = now() - interval '31 s' WHERE key_hash = $1`,
      [hash],
    );
    expect((await preflight(key)).status).toBe(200);
  });

  it('treats the same body of another client generation or host as another request', async () => {
    const key = fresh();
    await preflight(key, BODY, { headers: { 'standpoint-sdk': '0.3' } });
    expectRefusal(
      await preflight(key, BODY, { headers: { 'standpoint-sdk': '0.5' } }),
      422,
      'idempotency_mismatch',
    );
    const there = fresh();
    await preflight(there, BODY, { token: org.api.sandbox });
    const answer = await preflight(there, BODY, { token: org.api.sandbox, host: 'sandbox' });
    expectRefusal(answer, 422, 'idempotency_mismatch');
  });
});
