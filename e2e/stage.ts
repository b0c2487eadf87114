import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@standpoint/contract';
import pino from 'pino';
import { ROUTES } from '../apps/service/src/app.ts';
import { type Config, readConfig } from '../apps/service/src/config.ts';
import type { Deps } from '../apps/service/src/deps.ts';
import { type Demo, firstRun } from '../apps/service/src/first-run.ts';
import { builtFrontEnd, FACE_APP } from '../apps/service/src/frontends.ts';
import { buildServer, listen, type Plugin } from '../apps/service/src/http/server.ts';
import { openDeps, type Replacements } from '../apps/service/src/main.ts';
import { pages } from '../apps/service/src/pages/all.ts';
import { faceApp } from '../apps/service/src/pages/face-app.ts';
import { SHOP_PAGE, shop } from '../apps/service/src/pages/shop.ts';
import { freshDatabase } from '../apps/service/testing/database.ts';
import { freePorts } from '../apps/service/testing/ports.ts';
import { TEST_ROOT_KEY } from '../apps/service/testing/service.ts';
import { publishInStage } from './test-policy.ts';

/** A whole service in this process, listening, on a database of its own, with the shop and the face app. */
export interface Stage {
  /** Production base address. */
  origin: string;
  /** Where the shop is. */
  shop: string;
  /** Folder of its built page. */
  shop_files: string;
  config: Config;
  deps: Deps;
  demo: Demo;
  /** The published policy for browsers that a program drives; the shop names it already. */
  test_policy_id: string;
  /** Asks the service as a backend does; refusals are answers too. */
  ask(path: string, options?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  key?: string;
  body?: object;
  host?: Environment;
}
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: stories look into any answer
  data: any;
  code: string | undefined;
}

export interface StageOptions {
  replace?: Replacements;
  /** Pages of the story's own. */
  plugins?: readonly Plugin[];
  /** Whether the face app is served; building it takes a second. */
  face?: boolean;
}

export const openStage = async ({ replace, plugins = [], face }: StageOptions = {}): Promise<Stage> => {
  const [port, sandbox_port] = await freePorts(2);
  const database = await freshDatabase();
  const scratch = await mkdtemp(join(tmpdir(), 'standpoint-e2e-'));
  const config = readConfig({
    STANDPOINT_ROOT_KEY: TEST_ROOT_KEY,
    DATABASE_URL: database.url,
    STANDPOINT_DATA_DIR: scratch,
    STANDPOINT_PORT: String(port),
    STANDPOINT_SANDBOX_PORT: String(sandbox_port),
  });
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const { deps, close } = await openDeps(config, database, log, replace);
  const demo = (await firstRun(database.db, config))!;
  const test_policy_id = await publishInStage(database.db, scratch, demo);
  const shop_files = await builtFrontEnd(SHOP_PAGE, config, log);
  const fronts: Plugin[] = [pages(), shop(shop_files)];
  if (face) fronts.push(faceApp(await builtFrontEnd(FACE_APP, config, log)));
  const app = await buildServer(deps, ROUTES, [...fronts, ...plugins]);
  const listening = await listen(app, deps);
  return {
    origin: config.base_url,
    shop: `${config.base_url}/demo/`,
    shop_files,
    config,
    deps,
    demo,
    test_policy_id,
    ask: (path, options) => ask(config, path, options),
    async close() {
      await listening.close();
      await close();
      await database.drop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
};

const ask = async (config: Config, path: string, { method, key, body, host }: Ask = {}): Promise<Answer> => {
  const port = host === 'sandbox' ? config.sandbox_port : config.port;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const { data } = (await response.json()) as { data: Answer['data'] };
  return { status: response.status, data, code: data?.error?.code };
};
