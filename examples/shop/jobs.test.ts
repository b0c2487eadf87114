import { Standpoint } from '@standpoint/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalService, startLocalService } from '../../packages/node/src/testing/local-service.ts';
import { routesOf } from './jobs.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service?.close());

const faceResult = async (found: { customer_id: string; workflow_id: string }) => {
  const baseUrl = service.origin;
  const standpoint = new Standpoint({ apiKey: 'sp_test_key', resultsKey: 'sr_test_key', baseUrl });
  const routes = routesOf({
    standpoint,
    workflowId: 'wf_shop',
    baseUrl,
    faceUrl: `${baseUrl}/face`,
    path: '/',
    secureCookies: false,
    acceptSandbox: true,
  });
  const session = { status: 'completed', decision: 'approved', livemode: false, ...found };
  service.replies.push({ status: 200, data: session });
  return routes['GET /api/face/result']!({
    session: { visitor: 'v', balance: 0, face: { customer_id: 'customer-1' } },
    headers: {},
    body: {},
    query: new URLSearchParams({ session_id: 'fcs_1' }),
    setCookie: () => {},
  });
};

it('accepts the face session of this customer and its own workflow, and no other', async () => {
  const mine = { customer_id: 'customer-1', workflow_id: 'wf_shop' };
  expect(await faceResult(mine)).toMatchObject({ decision: 'approved' });
  for (const other of [{ customer_id: 'customer-2' }, { workflow_id: 'wf_easy' }])
    await expect(faceResult({ ...mine, ...other })).rejects.toMatchObject({ status: 404 });
});
