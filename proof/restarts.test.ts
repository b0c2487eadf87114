import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../apps/service/src/app.ts';
import { listen } from '../apps/service/src/http/listen.ts';
import { pages } from '../apps/service/src/pages/all.ts';
import { freePorts } from '../apps/service/testing/ports.ts';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import { LONG } from '../testing/counts.ts';
import { call } from './calls.ts';
import { haproxyConfig } from './haproxy.ts';
import { type Load, startLoad } from './load.ts';
import { newOrganization } from './organization.ts';

/**
 * A small `npm run proof -- --only restarts`: two nodes in this process, and a client that asks `/readyz`
 * instead of HAProxy.
 */
interface Node {
  url: string;
  ready: boolean;
  /** Goes down as `standpoint start` does, and again is gone. */
  stop(): Promise<void>;
  /** Goes down as a service without a drain would. */
  cut(): Promise<void>;
}

let first: TestService;
let nodes: Node[] = [];
let turn = 0;

beforeAll(async () => {
  first = await openTestService({ unlimited: true });
});
afterAll(() => first?.close());

async function startNode(): Promise<Node> {
  const service = await first.node();
  const app = await service.serve(ROUTES, [pages()]);
  const [port] = (await freePorts(1)) as [number];
  const deps = { ...service.deps, config: { ...service.config, port, sandbox_port: port } };
  const listening = await listen(app, deps);
  const node: Node = {
    url: `http://127.0.0.1:${port}`,
    ready: true,
    async stop() {
      service.deps.going_down.begin();
      for (let i = 0; i < 3_000 && node.ready; i++) await sleep(10);
      await listening.close({ wait_ms: 0, linger_ms: 1_500, give_up: AbortSignal.timeout(20_000) });
      await service.close();
    },
    async cut() {
      app.server.closeAllConnections();
      await service.close();
    },
  };
  nodes.push(node);
  return node;
}

/** The address of a node that says that it is ready, in turns. */
function balanced(): string {
  const ready = nodes.filter((node) => node.ready);
  return ready[turn++ % ready.length]!.url;
}

/** Restarts each of two nodes under load and returns what failed. */
async function failures(stop: (node: Node) => Promise<void>): Promise<{ load: Load; failed: string[] }> {
  nodes = [];
  await startNode();
  await startNode();
  const organization = await newOrganization(first.database);
  const load = await startLoad({
    url: balanced,
    organization,
    rate: 30,
    polls: 4,
    poll_s: 2,
    most_under_way: 12,
  });
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const node of nodes)
        node.ready &&= (await call(node.url, { method: 'GET', path: '/readyz' })).status === 200;
      await sleep(20);
    }
  })();
  for (const node of [...nodes]) {
    await startNode();
    await stop(node);
    nodes = nodes.filter((other) => other !== node);
  }
  await load.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  over = true;
  await watching;
  return { load, failed: Object.values(load.kinds).flatMap(({ failed }) => failed) };
}

it('fails no request when both nodes are restarted under load', async () => {
  const { load, failed } = await failures((node) => node.stop());
  expect(failed).toEqual([]);
  for (const { ms } of Object.values(load.kinds)) expect(ms.length).toBeGreaterThan(0);
});

it.runIf(LONG)('control: notices the requests that a node cuts off', async () => {
  const { failed } = await failures((node) => node.cut());
  expect(failed.length).toBeGreaterThan(0);
});

it('runs the HAProxy configuration that the operator’s documentation shows', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const nodes = { node_a: '10.0.0.11:4000', node_b: '10.0.0.12:4000' };
  expect(text.includes(haproxyConfig({ bind: ':80', nodes }))).toBe(true);
});
