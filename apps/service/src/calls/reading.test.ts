import { DASHBOARD_ENDPOINTS, ENDPOINTS, isBoundedRead } from '@standpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { verified } from '../../testing/reviews.ts';
import { openTestService, type TestOrganization, type TestService } from '../../testing/service.ts';

const waits = { lock_ms: 60_000, idle_ms: 60_000, connection_ms: 60_000 };
/** How long each row of the verifications takes to read. */
const ROW_S = 1.2;

interface Slow {
  service: TestService;
  org: TestOrganization;
  person: Browser;
}

/** A service on which reading verifications is slow, as on years of rows: a policy of the table sleeps at each. */
async function slowService(read_ms: number, fresh: FreshDatabase[]): Promise<Slow> {
  const database = await freshDatabase({ patience: { ...waits, read_ms }, partitions: true });
  fresh.push(database);
  const service = await openTestService({ database, plugins: () => PEOPLE_PLUGINS, unlimited: true });
  const org = await service.organization();
  const person = await signedIn(service, org.org, 'owner');
  await verified(service, org, 'customer-1');
  await database.owner.query(`
    CREATE FUNCTION slow() RETURNS boolean LANGUAGE plpgsql VOLATILE AS
      $$ BEGIN PERFORM pg_sleep(${ROW_S}); RETURN true; END $$;
    ALTER TABLE verification ENABLE ROW LEVEL SECURITY;
    CREATE POLICY slow_reads ON verification FOR SELECT USING (slow());
    CREATE POLICY writes ON verification FOR INSERT WITH CHECK (true)`);
  return { service, org, person };
}

describe('a read that would run for ever', () => {
  const fresh: FreshDatabase[] = [];
  let slow: Slow;
  let endless: Slow;
  beforeAll(async () => {
    [slow, endless] = [await slowService(300, fresh), await slowService(0, fresh)];
  }, 120_000);
  afterAll(async () => {
    for (const each of [slow, endless]) await each?.service.close();
    for (const each of fresh) await each.drop();
  });

  const list = ({ person, org }: Slow) =>
    person.call({ path: `/dashboard/api/${org.org}/production/verifications` });
  const byKey = ({ service, org }: Slow) =>
    service.call({ path: '/geolocation/verifications', token: org.results.production });

  it('is ended, and the refusal says what to do', async () => {
    for (const read of [list, byKey]) {
      const refused = await read(slow);
      expect(refused.data.error).toMatchObject({ code: 'unavailable' });
      expect(refused.status).toBe(503);
      expect(refused.data.error.message).toMatch(/shorter time/);
    }
  });

  it('takes no connection of those that decide', async () => {
    const { service, org, person } = slow;
    const reads = Array.from({ length: 30 }, () => list(slow));
    const began = performance.now();
    const minted = await service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: { customer_id: 'customer-2', transaction_type: 'deposit' },
    });
    expect(minted.status).toBe(200);
    await service.database.pool.query('SELECT 1');
    expect(performance.now() - began).toBeLessThan(within(3_000));
    expect(new Set((await Promise.all(reads)).map(({ data }) => data.error.code))).toEqual(
      new Set(['unavailable']),
    );
    const me = await person.call({ path: '/dashboard/api/me' });
    expect(me.status).toBe(200);
  });

  it('of one organization leaves room for those of another', async () => {
    const { service } = endless;
    const other = await service.organization();
    const reads = Array.from({ length: 20 }, () => byKey(endless));
    // All of them are on their way.
    await expect.poll(() => service.database.reads.pool.totalCount).toBeGreaterThanOrEqual(5);
    let read = 0;
    for (const each of reads) void each.then(() => read++);
    const { status } = await service.call({
      path: '/geolocation/verifications',
      token: other.results.production,
    });
    expect(status).toBe(200);
    // Without a share for each organization, the eight connections would have served eight of them first.
    expect(read).toBeLessThan(8);
    expect((await Promise.all(reads)).map((read) => read.status)).toEqual(reads.map(() => 200));
  });

  it('without the end, is waited for: the control of the two tests above', async () => {
    const began = performance.now();
    const read = await list(endless);
    expect(read.status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(ROW_S * 1_000);
  });

  it('is what lists, searches and home do, and neither a write nor an export', () => {
    const names = [...ENDPOINTS, ...DASHBOARD_ENDPOINTS].filter(isBoundedRead).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'listVerifications',
        'dashboardVerificationRows',
        'dashboardReviewQueue',
        'dashboardHome',
      ]),
    );
    expect(names.filter((name) => /export|verify$|preflight|Live$/.test(name))).toEqual([]);
  });
});
