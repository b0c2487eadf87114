import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, LIMITS, type LimitOverrides } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { ROUTES } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { connect, type Database, type DatabaseConnection, type Patience } from '../src/database/connect.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Deps } from '../src/deps.ts';
import { listen } from '../src/http/listen.ts';
import { buildServer, type Plugin } from '../src/http/server.ts';
import { startService } from '../src/main.ts';
import { customerHash } from '../src/privacy/pseudonyms.ts';
import type { Route } from '../src/route.ts';
import { openDeps } from '../src/world/open.ts';
import type { Replacements } from '../src/world/replacements.ts';
import { type CallOptions, inject, type TestAnswer } from './call.ts';
import { removeDataDir, temporaryDataDir } from './cluster-folder.ts';
import type { FreshDatabase } from './database.ts';
import { bundledData } from './geodata/bundled.ts';
import { sharedSerializers } from './http/serializers.ts';
import { newOrganization, type TestOrganization } from './organization.ts';
import { freePorts } from './ports.ts';

export type { CallOptions, TestAnswer } from './call.ts';
export { TEST_WORKFLOW, type TestOrganization } from './organization.ts';

/** A whole service in this process on a real database. Nothing is simulated except what a test replaces. */
export interface TestService {
  app: FastifyInstance;
  deps: Deps;
  database: Database;
  config: Config;
  /** The variables of its configuration: a command that gets them finds the same data. */
  variables: Record<string, string>;
  /** How the database knows a customer. */
  hash(org: string, customer_id: string, env?: Environment): string;
  /** Injects a request; `host: 'sandbox'` calls the sandbox base address. */
  call(options: CallOptions): Promise<TestAnswer>;
  /** A new organization with its keys, a published workflow and the built-in default policy. */
  organization(name?: string): Promise<TestOrganization>;
  /** Opens a free port and returns its address. The base addresses stay as configured. */
  listen(): Promise<string>;
  /** The same service with other endpoints or pages, closed with it. Everything else is shared. */
  serve(routes?: readonly Route[], plugins?: readonly Plugin[], deps?: Deps): Promise<FastifyInstance>;
  /** A second node on the same database, with its own connections and memory. Close it before this one. */
  node(replace?: Replacements): Promise<TestService>;
  close(): Promise<void>;
}

/** Adds something before the service listens. The returned function removes it again. */
export type Part = (deps: Deps) => () => Promise<void>;

export interface TestServiceOptions {
  /** Variables besides the test's own root key, database, folder and ports. */
  env?: Record<string, string>;
  /**
   * `clone`: of the run's migrated template. `own`: a PostgreSQL below the service's own folder, as without a
   * test run. A given database is dropped at the end too.
   */
  database?: 'clone' | 'own' | FreshDatabase;
  replace?: Replacements;
  /** Switches every rate limit off. */
  unlimited?: boolean;
  /** `ports`: production and sandbox on separate ports. `hosts`: one port, where the host's name decides. */
  listen?: 'ports' | 'hosts';
  /** Pages and files that are served besides the endpoints. */
  plugins?: (config: Config) => readonly Plugin[] | Promise<readonly Plugin[]>;
  /** Runs before the service opens its data directory. */
  prepare?: (config: Config) => Promise<void>;
  parts?: readonly Part[];
  /** Opens it as `standpoint start` does, with models and housekeeping. Then nothing can be replaced. */
  whole?: boolean;
  log?: Logger;
}

const TEST_ROOT_KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64');
export const UNLIMITED: LimitOverrides = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0]));

/**
 * Long waits, so that a race of hundreds on a busy machine ends by the service's decision and not by a
 * timeout.
 */
const PATIENT: Patience = { lock_ms: 60_000, idle_ms: 60_000, connection_ms: 60_000 };

/** Opens the service of a test, a story, the lab or a proof: one function for all of them. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const place = await openPlace(options);
  try {
    return await openAt(place, options);
  } catch (error) {
    await place.leave();
    throw error;
  }
}

/** The configuration, database and folder of a service. */
interface Place {
  config: Config;
  variables: Record<string, string>;
  log: Logger;
  open(): Promise<Database>;
  /** Removes all of it. */
  leave(): Promise<void>;
}

async function openPlace({ database = 'clone', env, listen: how, log }: TestServiceOptions): Promise<Place> {
  const own = database === 'own';
  const given = own
    ? null
    : database === 'clone'
      ? await (await import('./database.ts')).freshDatabase({ patience: PATIENT, partitions: true })
      : database;
  const folder = given ? await mkdtemp(join(given.scratch, 'data-')) : temporaryDataDir();
  const variables = {
    ...(given && {
      STANDPOINT_ROOT_KEY: TEST_ROOT_KEY,
      DATABASE_URL: given.url,
      DATABASE_OWNER_URL: given.owner_url,
    }),
    STANDPOINT_DATA_DIR: folder,
    ...(how && (await addresses(how))),
    ...env,
  };
  const config = readConfig(variables);
  const said = log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  let opened: Awaited<ReturnType<typeof openDatabase>> | undefined;
  return {
    config,
    variables,
    log: said,
    async open() {
      if (given) return given;
      opened = await openDatabase(config, said);
      return opened;
    },
    async leave() {
      await opened?.leave();
      await given?.drop();
      await (own ? removeDataDir(folder) : rm(folder, { recursive: true, force: true }));
    },
  };
}

async function addresses(how: 'ports' | 'hosts'): Promise<Record<string, string>> {
  const [port, sandbox] = (await freePorts(2)) as [number, number];
  if (how === 'ports') return { STANDPOINT_PORT: `${port}`, STANDPOINT_SANDBOX_PORT: `${sandbox}` };
  return {
    STANDPOINT_PORT: `${port}`,
    STANDPOINT_SANDBOX_PORT: `${port}`,
    STANDPOINT_BASE_URL: `http://localhost:${port}`,
    STANDPOINT_SANDBOX_BASE_URL: `http://127.0.0.1:${port}`,
  };
}

interface Opened {
  app: FastifyInstance;
  deps: Deps;
  close(): Promise<void>;
}

async function openAt(place: Place, options: TestServiceOptions): Promise<TestService> {
  const { config, log } = place;
  await options.prepare?.(config);
  const plugins = (await options.plugins?.(config)) ?? [];
  const opened = options.whole
    ? await startService(config, log, [sharedSerializers, ...plugins])
    : await openParts(config, await place.open(), log, options, plugins);
  if (options.unlimited) opened.deps.address_limits = UNLIMITED;
  return testServiceOf(opened, place, options, place.leave);
}

async function openParts(
  config: Config,
  database: Database,
  log: Logger,
  { replace, parts = [], listen: how }: TestServiceOptions,
  plugins: readonly Plugin[] = [],
): Promise<Opened> {
  const { deps, close } = await openDeps(config, database, log, {
    bundled: bundledData(),
    // Packing a clone takes seconds; tests of the registry name what they serve.
    packed_tree: async () => [],
    ...replace,
  });
  const remove = parts.map((part) => part(deps));
  const app = await buildServer(deps, ROUTES, [sharedSerializers, ...plugins]);
  const listening = how ? await listen(app, deps) : await app.ready().then(() => app);
  return {
    app,
    deps,
    async close() {
      await listening.close();
      for (const each of remove.reverse()) await each();
      await close();
    },
  };
}

function testServiceOf(
  { app, deps, close }: Opened,
  place: Pick<Place, 'config' | 'variables'>,
  options: TestServiceOptions,
  leave: () => Promise<void>,
): TestService {
  const { database, config } = deps;
  const others: FastifyInstance[] = [];
  return {
    app,
    deps,
    database,
    config,
    variables: place.variables,
    hash: (org, customer_id, env = 'production') => customerHash(deps.envelope, { org, env }, customer_id),
    call: (call) => inject(app, config, call),
    organization: (name = 'Example') =>
      newOrganization(database, name, options.unlimited ? UNLIMITED : undefined),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async serve(routes = ROUTES, plugins = [], of = deps) {
      const other = await buildServer(of, routes, [sharedSerializers, ...plugins]);
      others.push(other);
      return other;
    },
    async node(replace) {
      const connection = database.server as DatabaseConnection;
      const { database_owner_url: url } = config;
      const own = connect({ connection, owner: url ? { url } : null, log: deps.log, patience: PATIENT });
      const opened = await openParts(config, own, deps.log as Logger, { replace });
      if (options.unlimited) opened.deps.address_limits = UNLIMITED;
      return testServiceOf(opened, place, options, () => own.close());
    },
    async close() {
      for (const other of others) await other.close();
      await close();
      await leave();
    },
  };
}
