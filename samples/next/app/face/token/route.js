import { portalRoute } from '@standpoint/node/next';
import { customer, standpoint } from '../../standpoint.js';

export const POST = portalRoute({
  standpoint,
  params: () => ({
    workflow_id: process.env.STANDPOINT_WORKFLOW_ID,
    customer: { customer_id: customer() },
  }),
});
