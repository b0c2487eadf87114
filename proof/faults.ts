import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './calls.ts';
import type { Harness } from './processes.ts';

export interface Faults {
  /** Kills so far. */
  services: number;
  postgres: number;
  /** Whether enough was killed. */
  enough(): boolean;
  /** Heals everything; throws when something did not come back. */
  stop(): Promise<void>;
}

const HEALTHY_MS = 30_000;

async function healthy(harness: Harness): Promise<void> {
  const until = performance.now() + HEALTHY_MS;
  for (const { url } of harness.services) {
    for (;;) {
      const { status } = await call(url, { method: 'GET', path: '/readyz' });
      // Without such an endpoint an answered 404 says that the process lives; minting then waits for the
      // database by itself.
      if (status === 200 || status === 404) break;
      if (performance.now() > until)
        throw new Error(`${url} was not ready ${HEALTHY_MS / 1000} s after a kill`);
      await sleep(50);
    }
  }
}

/**
 * kill -9, again and again, while a race runs: one service process, PostgreSQL, the other process,
 * PostgreSQL. A killed process is started again at once; PostgreSQL is for the services to notice.
 */
export function startFaults(harness: Harness, wanted: number, say: (line: string) => void): Faults {
  let stopped = false;
  const faults: Faults = {
    services: 0,
    postgres: 0,
    enough: () => faults.services + faults.postgres >= wanted,
    async stop() {
      stopped = true;
      await running;
      await healthy(harness);
    },
  };
  const killService = async (turn: number) => {
    const service = harness.services[turn % harness.services.length]!;
    const pid = service.pid();
    await service.kill();
    faults.services++;
    const took = await service.start();
    say(`killed service process ${pid}; its successor was ready after ${took.toFixed(0)} ms`);
  };
  const killPostgres = async () => {
    const began = performance.now();
    const pid = harness.killPostgres();
    faults.postgres++;
    while (harness.connection().pid === pid && performance.now() - began < HEALTHY_MS) await sleep(20);
    say(`killed PostgreSQL ${pid}; it was back after ${(performance.now() - began).toFixed(0)} ms`);
  };
  const running = (async () => {
    for (let turn = 0; turn < wanted && !stopped; turn++) {
      await sleep(300 + Math.random() * 500);
      await (turn % 2 === 0 ? killService(turn / 2) : killPostgres());
      await healthy(harness);
    }
  })();
  running.catch((error) => say(`faults ended early: ${(error as Error).message}`));
  return faults;
}
