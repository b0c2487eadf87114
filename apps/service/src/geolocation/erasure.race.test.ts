import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { type TestOrganization, type TestService, testService } from '../../testing/service.ts';

let service: TestService;
let org: TestOrganization;

beforeAll(async () => {
  service = await testService();
  org = await service.organization();
});
afterAll(() => service.close());

const CUSTOMER = 'erased-meanwhile';

async function verify() {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id: CUSTOMER, transaction_type: 'login' },
  });
  const token = minted.data.token;
  const payload = await seal(token, browserEvidence());
  return service.call({ path: '/geolocation/verify', token, body: { payload } });
}

const read = (path: string) => service.call({ path, token: org.results.production });

it('seals nothing with the key of a person who is erased between the look and the spend', async () => {
  const first = await verify();
  const { pool } = service.deps.database;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<never>;
  let erased = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const { name } = args[0] as { name?: string };
    if (name === 'spend-and-record' && erased++ === 0) {
      const path = `/customers/${CUSTOMER}`;
      const answer = await service.call({ method: 'DELETE', path, token: org.results.production });
      expect(answer.status).toBe(200);
    }
    return query(...args);
  }) as never);
  const second = await verify();
  vi.restoreAllMocks();
  expect([second.status, erased]).toEqual([200, 2]);
  const third = await verify();
  expect(third.status, third.text).toBe(200);
  const shown = async ({ data }: typeof first) =>
    (await read(`/geolocation/verifications/${data.verification_id}`)).data;
  expect(await shown(first)).toMatchObject({ erased: true, customer_id: '' });
  expect(await shown(second)).toMatchObject({ erased: false, customer_id: CUSTOMER });
  expect((await read(`/geolocation/verifications?customer_id=${CUSTOMER}`)).data.verifications).toHaveLength(
    2,
  );
});
