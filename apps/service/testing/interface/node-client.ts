import { Standpoint, type StandpointApiError } from '@standpoint/node';
import { beforeAll } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { PARTITIONED } from '../../src/database/partitions.ts';
import { pages } from '../../src/pages/all.ts';
import { testOrganization, testService } from '../hooks.ts';

export const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as StandpointApiError,
  );

export const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

/** A service that listens, and clients of an organization of it. */
export function testNodeClient() {
  const service = testService({
    unlimited: true,
    env: { STANDPOINT_EGRESS_ALLOW: '127.0.0.1/32' },
    // The signing keys are a page.
    plugins: () => [pages({ partitioned: PARTITIONED, demo_shop: false })],
  });
  const org = testOrganization(service);
  let baseUrl: string;
  let made: Standpoint | undefined;
  beforeAll(async () => {
    baseUrl = await service.listen();
    made = clientOf();
  });

  const clientOf = (more: Partial<ConstructorParameters<typeof Standpoint>[0]> = {}) =>
    new Standpoint({
      apiKey: org.api.sandbox,
      resultsKey: org.results.sandbox,
      baseUrl,
      issuer: service.config.base_url,
      ...more,
    });
  /** The service gets every call and answers it; the first answers never arrive. */
  const losing = (lost: number, by: typeof fetch = fetch) => {
    let seen = 0;
    const fetching: typeof fetch = async (...call) => {
      const response = await by(...call);
      if (seen++ < lost) throw new TypeError('terminated');
      return response;
    };
    return clientOf({ fetch: fetching });
  };
  const workflow = () => ({ workflow_id: org.workflow_id });

  return { service, org, sandbox: later('client', () => made), clientOf, losing, workflow };
}
