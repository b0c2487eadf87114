import { preflightRoute } from '@standpoint/node/next';
import { standpoint } from '../../shop.js';

export const POST = preflightRoute({
  standpoint,
  params: (request) => {
    const customer_id = request.headers.get('x-customer');
    return customer_id ? { customer_id, transaction_type: 'deposit' } : null;
  },
});
