import { portalRoute } from '@standpoint/node/next';
import { standpoint } from '../../shop.js';

export const POST = portalRoute({
  standpoint,
  params: async (request) => ({
    workflow_id: 'wf_1',
    customer: { customer_id: request.headers.get('x-customer') ?? 'c' },
  }),
});
