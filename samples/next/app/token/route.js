import { preflightRoute } from '@standpoint/node/next';
import { customer, standpoint } from '../standpoint.js';

export const POST = preflightRoute({
  standpoint,
  params: () => ({ customer_id: customer(), transaction_type: 'deposit' }),
});
