import { describe, expect, it, vi } from 'vitest';
import { browserEvidence, seal } from '../../../testing/browser-payload.ts';
import { untilBlocked } from '../../../testing/database.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';

const service = testService();
const org = testOrganization(service);

const CUSTOMER = 'erased-meanwhile';

async function verify(customer_id = CUSTOMER) {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id, transaction_type: 'login' },
  });
  const token = minted.data.token;
  const payload = await seal(token, browserEvidence());
  return service.call({ path: '/geolocation/verify', token, body: { payload } });
}

const read = (path: string) => service.call({ path, token: org.results.production });

it('seals nothing with the key of a person who is erased between the read and the spend', async () => {
  const first = await verify();
  const { pool } = service.deps.database;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<never>;
  let erased = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const { name } = args[0] as { name?: string };
    if (name === 'spend-and-record' && erased++ === 0) {
      const path = `/customers/${CUSTOMER}`;
      const answer = await service.call({ method: 'DELETE', path, token: org.results.production });
      expect(answer.status).toBe(200);
    }
    return query(...args);
  }) as never);
  const second = await verify();
  vi.restoreAllMocks();
  // The token is older than the erasure.
  expect([second.status, second.code, erased]).toEqual([401, 'token_invalid', 1]);
  const third = await verify();
  expect(third.status, third.text).toBe(200);
  const shown = async ({ data }: typeof first) =>
    (await read(`/geolocation/verifications/${data.verification_id}`)).data;
  expect(await shown(first)).toMatchObject({ erased: true, customer_id: '' });
  expect(await shown(third)).toMatchObject({ erased: false, customer_id: CUSTOMER });
  expect((await read(`/geolocation/verifications?customer_id=${CUSTOMER}`)).data.verifications).toHaveLength(
    1,
  );
});

describe('a first verification that races another one and then an erasure', () => {
  const AFTER_CUSTOMER = ' LEFT JOIN new_customer ON true';

  /**
   * Holds the statement of a first verification back until another one has made the customer and an erasure
   * has begun to delete them. `text` may change the statement. Returns the outcome of both.
   */
  async function meet(customer_id: string, text: (statement: string) => string) {
    const { pool } = service.deps.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<never>;
    const eraser = await pool.connect();
    let begun: Promise<unknown> | undefined;
    let first = true;
    let tries = 0;
    vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
      const statement = args[0] as { name?: string; text: string };
      if (statement.name !== 'spend-and-record') return query(...args);
      tries++;
      if (!first) return query(...args);
      first = false;
      expect((await verify(customer_id)).status).toBe(200);
      await eraser.query('BEGIN');
      const hash = service.hash(org.org, customer_id);
      await eraser.query('DELETE FROM customer WHERE customer_hash = $1', [hash]);
      const changed = text(statement.text);
      const recorded = query({ ...statement, name: `held-back-${customer_id}`, text: changed });
      begun = untilBlocked(service.database.pool)
        .then(() => eraser.query('DELETE FROM sighting WHERE customer_hash = $1', [hash]))
        .then(() => eraser.query('COMMIT'))
        .then(
          () => 'erased',
          async ({ code }) => {
            await eraser.query('ROLLBACK');
            return code;
          },
        );
      return recorded;
    }) as never);
    const answer = await verify(customer_id);
    const erasure = await begun;
    vi.restoreAllMocks();
    eraser.release();
    return { status: answer.status, erasure, tries };
  }

  it('waits for the erasure before it locks a row, and is recorded', async () => {
    const met = await meet('first-and-erased', (statement) => {
      expect(statement).toContain(AFTER_CUSTOMER);
      return statement;
    });
    expect(met).toEqual({ status: 200, erasure: 'erased', tries: 2 });
  });

  it('mutation control: without that order they deadlock, and the verification is decided again', async () => {
    const { status, erasure, tries } = await meet('first-without-order', (statement) =>
      statement.replace(AFTER_CUSTOMER, ''),
    );
    expect(status).toBe(200);
    if (erasure === 'erased') expect(tries).toBeGreaterThan(2);
    else expect(erasure).toBe('40P01');
  });
});
