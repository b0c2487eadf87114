import type { Environment } from '@standpoint/contract';
import pino from 'pino';
import type { Config } from '../apps/service/src/config.ts';
import type { Deps } from '../apps/service/src/deps.ts';
import { type Demo, firstRun } from '../apps/service/src/first-run.ts';
import { builtFrontEnd, FACE_APP } from '../apps/service/src/frontends.ts';
import type { Plugin } from '../apps/service/src/http/server.ts';
import { pages } from '../apps/service/src/pages/all.ts';
import { faceApp } from '../apps/service/src/pages/face-app.ts';
import { SHOP_PAGE, shop } from '../apps/service/src/pages/shop.ts';
import type { Replacements } from '../apps/service/src/world/replacements.ts';
import { openTestService, type TestServiceOptions } from '../apps/service/testing/service.ts';
import { publishInStage } from './test-policy.ts';

const quiet = pino({ level: 'silent' });

/** The test service, listening, with the shop and the face app. */
export interface Stage {
  /** The base address of production. */
  origin: string;
  /** The address of the shop. */
  shop: string;
  /** The folder of the shop's built page. */
  shop_files: string;
  config: Config;
  deps: Deps;
  demo: Demo;
  /** The published policy for automated browsers. The shop already names it in preflight. */
  test_policy_id: string;
  /** Sends a request as a backend does. A refusal is returned like any answer. */
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

interface StageOptions extends Pick<TestServiceOptions, 'database'> {
  replace?: Replacements;
  /** The story's own pages. */
  plugins?: readonly Plugin[];
  /** Whether the face app is served. Building it takes a second. */
  face?: boolean;
}

/** `database: 'own'` outside of a test run. */
export const openStage = async ({
  replace,
  plugins = [],
  face,
  database,
}: StageOptions = {}): Promise<Stage> => {
  let demo!: Demo;
  let shop_files = '';
  const first: Plugin = async (_app, { database, config }) => {
    demo = (await firstRun(database.db, config))!;
  };
  const fronts = async (config: Config): Promise<Plugin[]> => {
    shop_files = await builtFrontEnd(SHOP_PAGE, config, quiet);
    const check = face ? [faceApp(await builtFrontEnd(FACE_APP, config, quiet))] : [];
    return [first, pages(), shop(shop_files), ...check, ...plugins];
  };
  const { config, deps, close } = await openTestService({
    listen: 'ports',
    replace,
    plugins: fronts,
    database,
  });
  return {
    origin: config.base_url,
    shop: `${config.base_url}/demo/`,
    shop_files,
    config,
    deps,
    demo,
    test_policy_id: await publishInStage(deps.database.db, config.data_dir, demo),
    ask: (path, options) => ask(config, path, options),
    close,
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

/** A preflight token of the stage's own organization, as the backend of an integrator asks for it. */
export const askForToken = (stage: Stage, more: object = {}) =>
  stage.ask('/geolocation/preflight', {
    key: stage.demo.api_key.key,
    body: {
      customer_id: 'story',
      transaction_type: 'automated_browser_test',
      policy_id: stage.test_policy_id,
      ...more,
    },
  });
