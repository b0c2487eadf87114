import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, LIMITS, type Scope } from '@standpoint/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { createKey } from '../src/accounts/api-keys.ts';
import { changeSettings, createOrganization } from '../src/accounts/organizations.ts';
import { draft, publish } from '../src/accounts/versions.ts';
import { ROUTES } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Database } from '../src/database/connect.ts';
import type { Deps } from '../src/deps.ts';
import type { LimitOverrides } from '../src/http/limits.ts';
import { buildServer } from '../src/http/server.ts';
import { openDeps, type Replacements } from '../src/main.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** A whole service in this process, on a database of its own; nothing is simulated but what a test replaces. */
export interface TestService {
  app: FastifyInstance;
  deps: Deps;
  database: Database;
  config: Config;
  /** Injects a request; `host: 'sandbox'` calls the sandbox base address. */
  call(options: CallOptions): Promise<TestAnswer>;
  /** A new organization with its keys, a published workflow and the built-in default policy. */
  organization(name?: string): Promise<TestOrganization>;
  close(): Promise<void>;
}

export interface CallOptions {
  method?: InjectOptions['method'];
  path: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  host?: Environment;
  /** Sent as it is, for malformed bodies. */
  raw?: string | Buffer;
  ip?: string;
}

export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  data: any;
  code: string | undefined;
  message: string;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

export interface TestOrganization {
  org: string;
  workflow_id: string;
  /** Keys by environment. */
  api: Record<Environment, string>;
  results: Record<Environment, string>;
}

const ALL_SCOPES: Scope[] = [
  'results:read',
  'evaluate',
  'sessions:write',
  'customers:write',
  'webhooks:write',
];
export const TEST_ROOT_KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64');

export interface TestServiceOptions {
  env?: Record<string, string>;
  replace?: Replacements;
  /** Switches every rate limit off, for races. */
  unlimited?: boolean;
  /** Instead of a new one; dropped at the end all the same. */
  database?: FreshDatabase;
}

const UNLIMITED: LimitOverrides = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0]));

export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await freshDatabase());
  const scratch = await mkdtemp(join(tmpdir(), 'standpoint-test-'));
  const config = readConfig({
    STANDPOINT_ROOT_KEY: TEST_ROOT_KEY,
    DATABASE_URL: 'postgres://given',
    STANDPOINT_DATA_DIR: scratch,
    ...options.env,
  });
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const { deps, close } = await openDeps(config, database, log, options.replace);
  if (options.unlimited) deps.address_limits = UNLIMITED;
  const app = await buildServer(deps, ROUTES);
  await app.ready();
  return {
    app,
    deps,
    database,
    config,
    call: (call) => inject(app, config, call),
    organization: (name = 'Example') => newOrganization(database, name, options.unlimited ?? false),
    async close() {
      await app.close();
      await close();
      await database.drop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function inject(app: FastifyInstance, config: Config, call: CallOptions): Promise<TestAnswer> {
  const base = call.host === 'sandbox' ? config.sandbox_base_url : config.base_url;
  const response = await app.inject({
    method: call.method ?? (call.body === undefined && call.raw === undefined ? 'GET' : 'POST'),
    url: call.path,
    remoteAddress: call.ip ?? '127.0.0.1',
    headers: {
      host: new URL(base).host,
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...(call.body !== undefined || call.raw !== undefined ? { 'content-type': 'application/json' } : {}),
      ...call.headers,
    },
    payload: call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
  });
  const json =
    response.body && String(response.headers['content-type']).includes('json') ? response.json() : {};
  return {
    status: response.statusCode,
    data: json.data,
    code: json.data?.error?.code,
    message: json.message,
    headers: response.headers,
    text: response.body,
  };
}

export const TEST_WORKFLOW = {
  name: 'Test',
  attempts: 3,
  consent: { version: '1', required: true },
  handoff: { policy: 'offer' as const, confirm: 'number' as const },
};

async function newOrganization(
  database: Database,
  name: string,
  unlimited: boolean,
): Promise<TestOrganization> {
  const { db } = database;
  const { org } = await createOrganization(db, name);
  if (unlimited) await changeSettings(db, org, { limits: UNLIMITED as Record<string, number> });
  const made = (await draft(db, 'workflow', org, TEST_WORKFLOW))!;
  await publish(db, 'workflow', org, made.id);
  const key = async (env: Environment, kind: 'api' | 'results') =>
    (await createKey(db, { org, env, kind, name: 'test', scopes: ALL_SCOPES })).key;
  return {
    org,
    workflow_id: made.id,
    api: { production: await key('production', 'api'), sandbox: await key('sandbox', 'api') },
    results: { production: await key('production', 'results'), sandbox: await key('sandbox', 'results') },
  };
}
