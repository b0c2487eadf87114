import { beforeAll, describe, expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import type { TestOrganization } from '../../testing/service.ts';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import { baseAddress, geographicData, readinessFindings, rootKeyFile, sharedLimits } from './findings.ts';
import { roleFindings } from './role-findings.ts';
import { madeEach } from './routes.ts';
import { webhookFinding } from './webhook-finding.ts';

const MAP = '/nowhere/map.pmtiles';
const service = testService({
  plugins: () => PEOPLE_PLUGINS,
  unlimited: true,
  env: { STANDPOINT_MAP_TILES: MAP },
});
let ours: TestOrganization;
let owner: Browser;
let developer: Browser;
beforeAll(async () => {
  ours = await service.organization();
  owner = await signedIn(service, ours.org, 'owner');
  developer = await signedIn(service, ours.org, 'developer');
});

type Shown = { name: string; state: string; says: string | null };
const system = async (who: Browser): Promise<Shown[]> =>
  (await who.call({ path: `/dashboard/api/${ours.org}/system` })).data.findings;
const DAY_MS = 86_400_000;

describe('the system', () => {
  it('tells owners and admins what it found, and others the state alone where it would name the machine', async () => {
    const all = await system(owner);
    const few = await system(developer);
    expect(few.map(({ name, state }) => [name, state])).toEqual(all.map(({ name, state }) => [name, state]));
    for (const { says } of all) expect(says).toEqual(expect.any(String));
    expect(all.find(({ name }) => name === 'key store')!.says).toContain(service.config.data_dir);
    expect(JSON.stringify(few)).not.toContain(service.config.data_dir);
    expect(few.filter(({ says }) => says !== null).map(({ name }) => name)).toEqual([
      'epoch',
      'clock',
      'signing keys',
      'partitions',
      'webhooks',
    ]);
    for (const { name } of all) expect(all.filter((each) => each.name === name)).toHaveLength(1);
  });

  it('says why the map of the operator is not shown', async () => {
    const found = (await system(owner)).find(({ name }) => name === 'map tiles');
    expect(found).toMatchObject({ state: 'failing', says: await service.deps.tiles.problem() });
    expect(found!.says).toContain(`${MAP} is not there`);
  });

  it('tells a tenant nothing of the machine where organizations share it', async () => {
    const { data } = await owner.call({ path: `/dashboard/api/${ours.org}/system` });
    expect(data.findings.some(({ says }: Shown) => says?.includes(service.config.data_dir))).toBe(true);
    await service.organization('Another tenant');
    expect(JSON.stringify(await system(owner))).not.toContain(service.config.data_dir);
  });

  it('shows an endpoint of this organization that fails, and one that is off', async () => {
    const { pool } = service.database;
    const webhook = async (org: string) => {
      const id = newId('webhook');
      await pool.query(
        `INSERT INTO webhook (org, env, webhook_id, url, signature, secrets_sealed, created_at, failing_since, failures)
         VALUES ($1, 'production', $2, 'https://hooks.example/x', 'hmac', '', now(), now(), 1)`,
        [org, id],
      );
      return id;
    };
    const state = async () => (await system(developer)).find(({ name }) => name === 'webhooks');
    await webhook((await service.organization()).org);
    expect(await state()).toMatchObject({ state: 'fine', says: '0 endpoints' });
    const id = await webhook(ours.org);
    expect(await state()).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('1 of them failing'),
    });
    await pool.query(
      `UPDATE webhook SET disabled_at = now(), disabled_reason = 'gone' WHERE webhook_id = $1`,
      [id],
    );
    expect(await state()).toMatchObject({ state: 'failing', says: expect.stringContaining(id) });
  });
});

describe('a check', () => {
  it('that cannot be made is unknown, and the others are made', async () => {
    const broken = () => {
      throw new Error('no route to it');
    };
    const log = { warn() {} } as never;
    expect(await madeEach({ broken, whole: () => ({ name: 'whole', ok: true, says: '' }) }, log)).toEqual([
      { name: 'broken', ok: false, but: 'unknown', says: 'not checked: no route to it' },
      { name: 'whole', ok: true, says: '' },
    ]);
  });

  it('of geographic data is fine, a warning when old, unknown without dates, failing with an unused file', () => {
    const { snapshot, network, clock } = service.deps;
    const found = (change: object, days = 0) =>
      geographicData({
        snapshot,
        network: { ...network, refused: [], ...change } as never,
        clock: { now: () => clock.now() + days * DAY_MS } as never,
      });
    const dates = { geofeeds: new Date(clock.now()).toISOString().slice(0, 10) };
    expect(found({ dates })).toMatchObject({ ok: true });
    expect(found({ dates }).but).toBeUndefined();
    expect(found({ dates }, 400)).toMatchObject({ ok: true, but: 'warning' });
    expect(found({ dates: {} })).toMatchObject({ ok: true, but: 'unknown' });
    expect(found({ refused: [{ file: 'x.mmdb', reason: 'broken' }] })).toMatchObject({ ok: false });
  });

  it('of readiness fails with its reason', () => {
    const checks = {
      serving: { ok: true },
      database: { ok: true },
      clock: { ok: false, why: 'it went back' },
    };
    expect(readinessFindings({ clock: { offset_ms: 3 } } as never, checks)).toEqual([
      { name: 'clock', ok: false, says: 'it went back' },
    ]);
    const well = { ...checks, clock: { ok: true } };
    expect(readinessFindings({ clock: { offset_ms: -3 } } as never, well)[0]!.says).toContain('3 ms behind');
  });

  it('of the root key fails where it is missing', () => {
    const config = { ...service.config, root_key: null, data_dir: '/nowhere' } as unknown as Config;
    expect(rootKeyFile(config)).toMatchObject({ ok: false, says: expect.stringContaining('is missing') });
    expect(rootKeyFile(service.config)).toMatchObject({ ok: true });
  });

  it('of limits is fine without Redis, and fails where Redis does not answer', async () => {
    const at = (redis_url: string | null) => sharedLimits({ ...service.config, redis_url } as Config);
    expect(await at(null)).toMatchObject({ ok: true });
    expect(await at('redis://:hidden@127.0.0.1:1')).toMatchObject({
      ok: false,
      says: expect.not.stringContaining('hidden'),
    });
  });

  it('of the database’s role is a warning where one role does everything', async () => {
    const own = await roleFindings(service.database, service.config);
    expect(own[0]).toMatchObject({ ok: true });
    expect(own[0]!.but).toBeUndefined();
    const all = {
      ...service.database,
      pool: service.database.owner,
      service_role: async () => null,
    } as never;
    const [found] = await roleFindings(all, { ...service.config, database_owner_url: null } as Config);
    expect(found).toMatchObject({ says: expect.stringContaining('may more than it needs') });
  });

  it('of webhooks counts those of all organizations for the operator', async () => {
    expect(await webhookFinding(service.deps)).toMatchObject({ ok: false });
  });
});

it.each([
  ['http://localhost:4000', 4_000, false],
  ['https://id.example.com', 4_000, false],
  ['http://localhost:3001', 4_000, true],
  ['http://127.0.0.1:4001', 4_000, true],
  ['http://[::1]', 4_000, true],
  ['http://localhost', 80, false],
  ['http://localhost:4321', 0, false],
])('a base address of %s at port %i is doubted: %s', (base_url, port, doubted) => {
  expect(baseAddress({ base_url, port }).map(({ but }) => but)).toEqual(doubted ? ['warning'] : []);
});
