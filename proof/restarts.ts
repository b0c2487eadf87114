import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@standpoint/contract';
import { connect } from '../apps/service/src/database/connect.ts';
import { removeDataDir, temporaryDataDir } from '../apps/service/testing/cluster-folder.ts';
import { freePorts } from '../apps/service/testing/ports.ts';
import { type Running, startStandpoint } from '../apps/service/testing/standpoint-process.ts';
import { closeConnections } from './calls.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';
import { judgeTokens } from './history.ts';
import { type Load, percentile, startLoad } from './load.ts';
import { newOrganization, type ProofOrganization } from './organization.ts';
import { readLedger } from './single-use.ts';

/** HAProxy counts a new node as up before it has looked at it twice. */
const WARM_UP_MS = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const NAMES = ['node_a', 'node_b'] as const;
type Name = (typeof NAMES)[number];

interface RestartOptions {
  /** How often both nodes are stopped and started, one after the other. */
  rounds: number;
  /** Requests a second. */
  rate: number;
  /** Milliseconds that a stop may take. */
  stop_ms?: number;
  progress: (line: string) => void;
}

/**
 * Two nodes on one data directory behind HAProxy, restarted in turn with SIGTERM while requests come in.
 * Returns a sentence for each thing that went wrong; a request that failed is one.
 */
export async function proveRestarts(options: RestartOptions): Promise<string[]> {
  const data_dir = temporaryDataDir(process.env.TMPDIR ?? '/tmp');
  const [front, ...ports] = (await freePorts(3)) as [number, number, number];
  const nodes = new Nodes(data_dir, front, { node_a: ports[0]!, node_b: ports[1]! });
  let proxy: Haproxy | undefined;
  const close = async () => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    closeConnections();
    await proxy?.stop();
    for (const name of NAMES) await nodes.stop(name);
    await removeDataDir(data_dir);
  };
  const interrupted = () => void close().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.on(signal, interrupted);
  try {
    for (const name of NAMES) await nodes.start(name);
    proxy = await startHaproxy({ bind: `127.0.0.1:${front}`, nodes: nodes.addresses });
    for (const name of NAMES) await proxy.until(name, 'UP');
    return await underLoad(nodes, proxy, `http://127.0.0.1:${front}`, options);
  } finally {
    await close();
  }
}

async function underLoad(
  nodes: Nodes,
  proxy: Haproxy,
  url: string,
  { rounds, rate, stop_ms = 25_000, progress }: RestartOptions,
): Promise<string[]> {
  const wrong: string[] = [];
  const database = connect({ connection: nodes.connection(), log: quiet, max: 4 });
  try {
    const organization = await newOrganization(database);
    const load = await startLoad({ url: () => url, organization, rate, polls: 8, poll_s: 10 });
    const stops: number[] = [];
    await sleep(WARM_UP_MS);
    for (let round = 1; round <= rounds; round++) {
      for (const name of NAMES) {
        const { code, ms } = await nodes.stop(name);
        stops.push(ms);
        if (code !== 0) wrong.push(`${name} ended with exit code ${code}`);
        if (ms > stop_ms) wrong.push(`${name} took ${ms.toFixed(0)} ms to stop`);
        await proxy.until(name, 'DOWN');
        await nodes.start(name);
        await proxy.until(name, 'UP');
      }
      progress(`restart ${round} of both nodes; ${mostOf(failuresOf(load))}`);
    }
    await load.stop();
    progress(
      `a stop took ${percentile(stops, 50).toFixed(0)} ms, at most ${Math.max(...stops).toFixed(0)} ms`,
    );
    tell(load, progress);
    wrong.push(...failuresOf(load), ...(await lost(database, url, organization, load)));
    return wrong;
  } finally {
    await database.close();
  }
}

function failuresOf({ kinds }: Load): string[] {
  return Object.entries(kinds).flatMap(([name, { failed }]) => failed.map((why) => `${name}: ${why}`));
}

/** How many failed, and the three most frequent reasons. */
function mostOf(failures: readonly string[]): string {
  const reasons = [...Map.groupBy(failures, (why) => why)].map(([why, all]) => ({ why, times: all.length }));
  const most = reasons.toSorted((a, b) => b.times - a.times).slice(0, 3);
  const why = most.map((reason) => `${reason.times} × ${reason.why}`).join(', ');
  return `${failures.length} requests failed so far${why && `: ${why}`}`;
}

/** Verifications that were answered and are gone, or spends of which the caller was not told. */
async function lost(
  { pool }: Pick<ReturnType<typeof connect>, 'pool'>,
  url: string,
  organization: ProofOrganization,
  { histories }: Load,
): Promise<string[]> {
  // Reading each one would take longer than the restarts did.
  const some = histories.flatMap(({ accepted }) => accepted).slice(-500);
  const ledger = await readLedger(pool, [url], organization, some);
  const readable = new Set(histories.flatMap(({ accepted }) => accepted));
  for (const id of some) if (!ledger.readable.has(id)) readable.delete(id);
  return judgeTokens(histories, { ...ledger, readable });
}

function tell({ kinds, late }: Load, progress: (line: string) => void): void {
  for (const [name, { ms, failed }] of Object.entries(kinds))
    progress(
      `${name.padEnd(9)} ${String(ms.length).padStart(6)} requests, ${failed.length} failed, ` +
        `p50 ${percentile(ms, 50).toFixed(1)} ms, p99 ${percentile(ms, 99).toFixed(0)} ms`,
    );
  if (late > 0) progress(`(${late} times the load itself was late: the machine was busy)`);
}

const quiet = { info() {}, warn() {}, error() {} };

/** The service as an operator runs it: `standpoint start`, twice, on one data directory. */
class Nodes {
  readonly addresses: Record<Name, string>;
  readonly #data_dir: string;
  readonly #front: number;
  readonly #ports: Record<Name, number>;
  readonly #running = new Map<Name, Running>();

  constructor(data_dir: string, front: number, ports: Record<Name, number>) {
    this.#data_dir = data_dir;
    this.#front = front;
    this.#ports = ports;
    this.addresses = { node_a: `127.0.0.1:${ports.node_a}`, node_b: `127.0.0.1:${ports.node_b}` };
    writeFileSync(
      join(data_dir, 'limits.json'),
      JSON.stringify(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0]))),
    );
  }

  async start(name: Name): Promise<void> {
    const port = String(this.#ports[name]);
    this.#running.set(
      name,
      await startStandpoint({
        STANDPOINT_DATA_DIR: this.#data_dir,
        STANDPOINT_LIMITS_FILE: join(this.#data_dir, 'limits.json'),
        STANDPOINT_PORT: port,
        STANDPOINT_SANDBOX_PORT: port,
        STANDPOINT_BASE_URL: `http://localhost:${this.#front}`,
        STANDPOINT_SANDBOX_BASE_URL: 'http://sandbox.localhost',
        STANDPOINT_TRUSTED_PROXIES: '127.0.0.1/32',
        STANDPOINT_DEMO: 'off',
      }),
    );
  }

  async stop(name: Name): Promise<{ code: number | null; ms: number }> {
    const running = this.#running.get(name);
    if (!running) return { code: 0, ms: 0 };
    this.#running.delete(name);
    const began = performance.now();
    return { code: await running.stop(), ms: performance.now() - began };
  }

  connection() {
    return JSON.parse(readFileSync(join(this.#data_dir, 'run', 'postgres.json'), 'utf8'));
  }
}
