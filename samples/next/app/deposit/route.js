import { ResultTokenError } from '@standpoint/node';
import { customer, standpoint, used } from '../standpoint.js';

export async function POST(request) {
  try {
    await standpoint().verifications.verifyResultToken(await request.text(), {
      customer_id: customer(),
      transaction_type: 'deposit',
      store: used,
      acceptSandbox: process.env.ACCEPT_SANDBOX === '1',
    });
    return Response.json({ accepted: true });
  } catch (error) {
    if (!(error instanceof ResultTokenError)) throw error;
    return Response.json({ accepted: false, reason: error.reason }, { status: 403 });
  }
}
