import { dryRun, runRetention } from '../../src/retention/run.ts';
import { clockedService } from '../face/clocked.ts';

export const DAY_S = 86_400;

/** For all tests of this file: a service, what it stores, and what it sweeps so many days later. */
export function retentionService() {
  const { clock, service, org } = clockedService();
  const query = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  const get = (path: string) => service.call({ path, token: org.results.production });

  /** Does it as the service would that many days later. */
  async function later<T>(days: number, work: () => Promise<T>): Promise<T> {
    clock.pass(days * DAY_S);
    try {
      return await work();
    } finally {
      clock.pass(-days * DAY_S);
    }
  }
  const run = (days: number) => later(days, () => runRetention(service.deps, 'cli'));
  const due = (days: number) => later(days, () => dryRun(service.deps));

  return { clock, service, org, query, get, later, run, due };
}
