import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './calls.ts';
import type { Harness } from './processes.ts';

interface Faults {
  /** Number of kills so far. */
  services: number;
  postgres: number;
  /** Whether there were enough kills. */
  enough(): boolean;
  /** Whether no kill is left: there were enough, or a process did not come back. */
  over(): boolean;
  /** Restores everything. Throws when a process did not come back. */
  stop(): Promise<void>;
}

const HEALTHY_MS = 30_000;

async function healthy(harness: Harness): Promise<void> {
  const until = performance.now() + HEALTHY_MS;
  for (const { url } of harness.services) {
    for (;;) {
      const { status } = await call(url, { method: 'GET', path: '/readyz' });
      // Where the endpoint does not exist, a 404 shows that the process lives. Minting then waits for the
      // database.
      if (status === 200 || status === 404) break;
      if (performance.now() > until)
        throw new Error(`${url} was not ready ${HEALTHY_MS / 1000} s after a kill`);
      await sleep(50);
    }
  }
}

/**
 * Repeats kill -9 while a race runs: one service process, PostgreSQL, the other service process,
 * PostgreSQL. A killed service is started again at once. The services must notice by themselves that
 * PostgreSQL is gone.
 */
export function startFaults(harness: Harness, wanted: number, say: (line: string) => void): Faults {
  let stopped = false;
  let failed = false;
  const faults: Faults = {
    services: 0,
    postgres: 0,
    enough: () => faults.services + faults.postgres >= wanted,
    over: () => failed || faults.enough(),
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
  running.catch((error) => {
    failed = true;
    say(`faults ended early: ${(error as Error).message}`);
  });
  return faults;
}
