import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { bundledData } from '../testing/geodata/bundled.ts';
import { testService } from '../testing/hooks.ts';
import { mutant } from '../testing/mutant.ts';
import type { Deps } from './deps.ts';
import { startService } from './main.ts';
import type { Replacements } from './world/replacements.ts';

const service = testService();

/** How many connections have this name. The service of this file may open some of its own at any time. */
async function connectionsOf(name: string): Promise<number> {
  const { rows } = await service.database.pool.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [name],
  );
  return rows.length;
}
let starts = 0;

/** Starts a service that must fail; returns its failure and how many connections it leaves. */
async function failing(
  replace: Replacements,
  { port = service.config.port, start = startService } = {},
): Promise<{ failure: unknown; left: () => Promise<number> }> {
  const name = `failing_${++starts}`;
  const named = (url: string | null) => url && `${url}&application_name=${name}`;
  const { database_url, database_owner_url } = service.config;
  const config = {
    ...service.config,
    port,
    sandbox_port: port,
    database_url: named(database_url),
    database_owner_url: named(database_owner_url),
  };
  const failure = await start(config, service.deps.log, [], { bundled: bundledData(), ...replace }).then(
    () => new Error('it started'),
    (error: unknown) => error,
  );
  return { failure, left: () => connectionsOf(name) };
}

/** Webhook deliveries connect by themselves: here they find no database. */
const withoutWorker = (deps: Deps): Deps => ({
  ...deps,
  database: { ...deps.database, server: { host: '127.0.0.1', port: 1 } },
});

it('leaves no connection open when webhook deliveries cannot start', async () => {
  const { failure, left } = await failing({ deps: withoutWorker });
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  await vi.waitFor(async () => expect(await left()).toBe(0), 10_000);
});

it('ends the rest too when one part does not end, and reports why the start failed', async () => {
  const deps = (opened: Deps) => {
    const close = () => Promise.reject(new Error('stuck'));
    return withoutWorker({ ...opened, egress: { ...opened.egress, close } });
  };
  const { failure, left } = await failing({ deps });
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  await vi.waitFor(async () => expect(await left()).toBe(0), 10_000);
});

it('leaves no connection open when its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await expect.poll(() => other.listening).toBe(true);
  const { failure, left } = await failing({}, { port: (other.address() as AddressInfo).port });
  other.close();
  expect(failure).toMatchObject({ code: 'EADDRINUSE' });
  await vi.waitFor(async () => expect(await left()).toBe(0), 10_000);
});

it('leaves no connection open when a later step of opening its memory fails', async () => {
  const deps = () => {
    throw new Error('no memory');
  };
  const { failure, left } = await failing({ deps });
  expect(failure).toMatchObject({ message: 'no memory' });
  await vi.waitFor(async () => expect(await left()).toBe(0), 10_000);
});

it('mutation control: leaves connections open when a failed start does not end its parts', async () => {
  const blind = await mutant<{ startService: typeof startService }>('main.ts', [
    "opened.push({ name: 'database', end: () => database.leave() });",
    '(globalThis as any).left_open = () => database.leave();',
  ]);
  const { left } = await failing({ deps: withoutWorker }, { start: blind.startService });
  expect(await left()).toBeGreaterThan(0);
  await (globalThis as unknown as { left_open(): Promise<void> }).left_open();
});
