import type { DatabaseConnection } from '../../apps/service/src/database/connect.ts';

/** A clock that runs `speed` times as fast from `began_ms` on: 75 hours of delays pass in minutes. */
export interface FastClock {
  began_ms: number;
  speed: number;
}

export const fastClock =
  ({ began_ms, speed }: FastClock) =>
  (): number =>
    began_ms + (Date.now() - began_ms) * speed;

/** What a worker process is told in PROOF_WORKER, as JSON. */
export interface WorkerSettings {
  connection: DatabaseConnection;
  root_key: string;
  clock: FastClock;
}
