import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { mintToken } from '../../testing/attacks.ts';
import { browserEvidence, claimsOf, seal } from '../../testing/browser-payload.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { PURGES } from '../database/purges.ts';
import type * as Module from './sdk-seen.ts';
import { readSeen, SdkSeen, VERSIONS_MAX } from './sdk-seen.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let owner: Browser;
let now_ms: number;
beforeAll(async () => {
  owner = await signedIn(service, org.org, 'developer');
});
beforeEach(async () => {
  now_ms = service.deps.clock.now();
  await service.database.pool.query('DELETE FROM sdk_seen');
});

const DAY_MS = 86_400_000;
const of = (env: 'production' | 'sandbox' = 'production') => ({ org: org.org, env });
const client = (version: string, name = '@standpoint/web', platform = 'web') => ({
  ...of(),
  platform,
  sdk: { name, version },
});
const seen = (days = 7) => readSeen(service.database.db, of(), { now_ms, days });
const rows = async (): Promise<number> =>
  (await service.database.pool.query('SELECT count(*)::int AS n FROM sdk_seen')).rows[0].n;

describe('the versions of clients', () => {
  it('are counted from verifications, written by the minute, and listed for 7 days', async () => {
    const verify = async (change: object) => {
      const token = await mintToken(service, org);
      const evidence = browserEvidence({ jti: claimsOf(token).jti, ...change });
      const answer = await service.call({
        path: '/geolocation/verify',
        token,
        body: { payload: await seal(token, evidence) },
      });
      expect(answer.status, answer.text).toBe(200);
      return { token, answer };
    };
    await verify({ sdk: { name: '@standpoint/web', version: '0.5.0' } });
    await verify({ sdk: { name: '@standpoint/web', version: '0.5.0' } });
    await verify({ sdk: { name: '@standpoint/web', version: '0.3.4' } });
    // The verification itself writes nothing more.
    expect(await rows()).toBe(0);
    await service.deps.sdk_seen.flush(service.database.db);
    const answer = await owner.call({ path: `/dashboard/api/${org.org}/production/sdk-versions` });
    expect(answer.data).toEqual({
      total: 3,
      versions: [
        { name: '@standpoint/web', platform: 'web', version: '0.5.0', count: 2, last_at: expect.any(String) },
        { name: '@standpoint/web', platform: 'web', version: '0.3.4', count: 1, last_at: expect.any(String) },
      ],
    });
    const elsewhere = await owner.call({ path: `/dashboard/api/${org.org}/sandbox/sdk-versions` });
    expect(elsewhere.data).toEqual({ total: 0, versions: [] });
  });

  it('add up over minutes, nodes and days, and end after a week in the list and 30 days in the table', async () => {
    const [one, two] = [new SdkSeen(), new SdkSeen()];
    for (const days of [0, 0, 6, 7, 31]) one.note(client('0.5.0'), now_ms - days * DAY_MS);
    two.note(client('0.5.0'), now_ms - 1);
    two.note({ ...of(), platform: 'web' }, now_ms);
    await Promise.all([one.flush(service.database.db), two.flush(service.database.db)]);
    await one.flush(service.database.db);
    expect(await seen()).toEqual([
      expect.objectContaining({ version: '0.5.0', count: 4, last_at: new Date(now_ms) }),
      expect.objectContaining({ name: 'unknown', version: 'unknown', count: 1 }),
    ]);
    const purge = PURGES.find(({ name }) => name === 'SDK versions seen')!;
    expect([await rows(), await purge.run(service.database.db), await rows()]).toEqual([5, 1, 4]);
  });

  it('that cannot be written are kept and counted on', async () => {
    const counts = new SdkSeen();
    counts.note(client('0.5.0'), now_ms);
    const down = {
      getExecutor: () => {
        throw new Error('down');
      },
    } as never;
    await expect(counts.flush(down)).rejects.toThrow('down');
    counts.note(client('0.5.0'), now_ms);
    await counts.flush(service.database.db);
    expect(await seen()).toEqual([expect.objectContaining({ count: 2 })]);
  });
});

describe('made-up versions', () => {
  const flood = (counts: SdkSeen, from: number, n: number) => {
    for (let i = from; i < from + n; i++) counts.note(client(`9.9.${i}`), now_ms);
  };

  it('fill neither the memory nor the table: those beyond the most are counted as other', async () => {
    const counts = new SdkSeen();
    counts.note(client('0.5.0'), now_ms);
    flood(counts, 0, 2 * VERSIONS_MAX);
    await counts.flush(service.database.db);
    // A minute later, and on another node.
    flood(counts, 1_000, 50);
    counts.note(client('0.5.0'), now_ms);
    await counts.flush(service.database.db);
    expect(await rows()).toBeLessThanOrEqual(VERSIONS_MAX + 1);
    const all = await seen();
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(2 * VERSIONS_MAX + 52);
    expect(all[0]).toMatchObject({ name: 'other', platform: 'other', version: 'other' });
    expect(all.find(({ version }) => version === '0.5.0')!.count).toBe(2);
  });

  it.runIf(LONG)('fill the table without its bound (control)', async () => {
    const { SdkSeen: Unbounded } = await mutant<typeof Module>('developer/sdk-seen.ts', [
      'store(db, count, VERSIONS_MAX)',
      'store(db, count, 1e9)',
    ]);
    const counts = new Unbounded() as SdkSeen;
    for (let minute = 0; minute < 3; minute++) {
      flood(counts, minute * 1_000, VERSIONS_MAX);
      await counts.flush(service.database.db);
    }
    expect(await rows()).toBe(3 * VERSIONS_MAX);
  });

  it('fill the memory without its bound (control)', async () => {
    const { SdkSeen: Unbounded } = await mutant<typeof Module>('developer/sdk-seen.ts', [
      'counts.size >= VERSIONS_MAX && ',
      'false && ',
    ]);
    const [bounded, unbounded] = [new SdkSeen(), new Unbounded() as SdkSeen];
    flood(bounded, 0, 2 * VERSIONS_MAX);
    flood(unbounded, 0, 2 * VERSIONS_MAX);
    expect(bounded.size).toBe(VERSIONS_MAX + 1);
    expect(unbounded.size).toBe(2 * VERSIONS_MAX);
  });
});
