import { existsSync } from 'node:fs';
import { listOrganizations } from '../../accounts/organizations.ts';
import { type Config, readConfig } from '../../config.ts';
import { PARTITIONED } from '../../database/partitions.ts';
import { type Demo, firstRun } from '../../first-run.ts';
import { builtFrontEnd, DASHBOARD, FACE_APP, FACE_PREVIEW } from '../../frontends.ts';
import { ageNotice } from '../../geolocation/geodata/geography.ts';
import type { Plugin } from '../../http/server.ts';
import { openLog } from '../../log.ts';
import { type Service, startService } from '../../main.ts';
import { pages } from '../../pages/all.ts';
import { dashboard } from '../../pages/dashboard.ts';
import { faceApp } from '../../pages/face-app.ts';
import { facePreview } from '../../pages/face-preview.ts';
import { SHOP_PAGE, shop } from '../../pages/shop.ts';
import { setUpLink } from '../../people/set-up-link.ts';
import { registry } from '../../registry/serve.ts';
import { builtBrowserSdk } from '../../sdk/browser.ts';
import { packedTree } from '../../sdk/packed-tree.ts';
import { browserSdk } from '../../sdk/serve.ts';
import { addressDoubt } from '../../system/findings.ts';
import { command, type Terminal } from '../command.ts';
import { explainPort, refuseTakenPorts } from './ports.ts';
import { goodbye, type Ready, readyText, startingText, stoppingText } from './ready-text.ts';
import { announce } from './running.ts';
import { untilStopped } from './until-stopped.ts';

export const start = command({
  name: 'start',
  summary: 'Run the service; the first start also creates a demo organization',
  options: {},
  notes:
    'It runs until SIGTERM or SIGINT (Ctrl-C), then finishes requests under way, for at most 25 seconds. ' +
    'A second signal cuts them off.',
  run: async ({ terminal, json }) => {
    const config = readConfig(terminal.env);
    const log = openLog(levelFor(terminal, config), terminal.stderr);
    await refuseTakenPorts(config);
    if (!json) terminal.stdout.write(startingText(!existsSync(config.data_dir)));
    const stop = untilStopped(log);
    const world = openWorld(config, log);
    const service = await startService(config, log, world.plugins, {
      packed_tree: () => packedTree(config, log),
    }).catch((error) => {
      stop.forget();
      return explainPort(error, config);
    });
    const forget = announce(config, service.app);
    stop.onStop({
      ending: () => service.deps.going_down.ending,
      async close(by_hand, hurry) {
        forget();
        const wait_ms = service.deps.going_down.waitMs(
          reachOf(config),
          by_hand && terminal.stdin.isTTY === true,
        );
        if (!json) terminal.stdout.write(stoppingText(wait_ms));
        // A busy balancer learns late that this node is not ready.
        const linger_ms = wait_ms > 0 ? 8_000 : 1_000;
        const late = AbortSignal.timeout(wait_ms + ANSWER_MS);
        await service.close({ wait_ms, linger_ms, give_up: AbortSignal.any([hurry, late]) });
      },
    });
    const ready = await describe(config, service, world.demo());
    // At a terminal, the text says so itself.
    if (ready.notice && (json || !terminal.stderr.isTTY)) log.warn({}, ready.notice);
    terminal.stdout.write(json ? `${JSON.stringify({ ready: true, ...ready })}\n` : readyText(ready));
    const code = await stop.done;
    if (!json) terminal.stdout.write(goodbye(config));
    return code;
  },
  text: () => '',
  exit: (code) => code,
});

/** At a terminal, the printed text is enough unless the operator asks for more. */
const levelFor = ({ env, stderr }: Terminal, { log_level }: Config) =>
  stderr.isTTY && !env.STANDPOINT_LOG_LEVEL ? 'warn' : log_level;

/** The time, after the wait, for requests and captures under way. The rest of the 25 s is for the database. */
const ANSWER_MS = 16_000;

const reachOf = ({ host, base_url, sandbox_base_url, face_base_url }: Config) => ({
  host,
  base_urls: [base_url, sandbox_base_url, face_base_url],
});

/** The pages beside the endpoints. The front ends are built while the database starts. */
function openWorld(config: Config, log: ReturnType<typeof openLog>) {
  let demo: Demo | null = null;
  const built = Promise.all([
    builtFrontEnd(FACE_APP, config, log),
    builtFrontEnd(DASHBOARD, config, log),
    builtFrontEnd(FACE_PREVIEW, config, log),
    builtBrowserSdk(config, log),
    config.demo ? builtFrontEnd(SHOP_PAGE, config, log) : null,
  ]);
  // It is awaited after the database is open. Until then, a failure must not count as unhandled.
  built.catch(() => undefined);
  const first: Plugin = async (_app, { database }) => {
    demo = await firstRun(database.db, config);
  };
  const plugins: Plugin[] = [
    first,
    (app, deps) =>
      pages({ partitioned: PARTITIONED, demo_shop: demo !== null, browser_sdk: true })(app, deps),
    async (app, deps) => {
      const [face, people, preview, sdk, page] = await built;
      await faceApp(face)(app, deps);
      await dashboard(people)(app, deps);
      await facePreview(preview)(app, deps);
      await browserSdk(sdk)(app, deps);
      if (demo && page) await shop(page)(app, deps);
    },
    registry,
  ];
  return { plugins, demo: () => demo };
}

async function describe(config: Config, { embedded, deps }: Service, demo: Demo | null): Promise<Ready> {
  return {
    base_url: config.base_url,
    sandbox_base_url: config.sandbox_base_url,
    data_dir: config.data_dir,
    database: embedded
      ? `embedded PostgreSQL ${embedded.version.split(' ')[0]}`
      : 'PostgreSQL at DATABASE_URL',
    relocated: embedded?.relocated ? embedded.location : null,
    dashboard_url: `${config.base_url}/dashboard`,
    setup_url: await firstOwner(config, deps),
    demo_url: demo && config.demo ? `${config.base_url}/demo/` : null,
    sandbox_key: demo?.fresh ? demo.api_key.key : null,
    workflow_id: demo?.workflow_id ?? null,
    organization: demo?.org ?? null,
    doubt: addressDoubt(config),
    notice: ageNotice(deps.network, deps.clock.now()),
    ready_ms: Math.round(performance.now()),
  };
}

/** The link for the owner of the oldest organization; null once there is one. */
async function firstOwner(
  { base_url }: Config,
  { database, clock }: Service['deps'],
): Promise<string | null> {
  const [first] = await listOrganizations(database.db);
  if (!first) return null;
  const link = await setUpLink(database.db, { base_url, org: first.org, now: new Date(clock.now()) });
  return link?.url ?? null;
}
