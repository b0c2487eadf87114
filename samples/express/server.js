import { MemoryTokenStore, ResultTokenError, Standpoint } from '@standpoint/node';
import { errorHandler, portalRoute, preflightRoute, webhookRoute } from '@standpoint/node/express';
import express from 'express';
import { page } from './page.js';

const { STANDPOINT_API_KEY, STANDPOINT_WEBHOOK_SECRET, STANDPOINT_WORKFLOW_ID } = process.env;
const { ACCEPT_SANDBOX, PORT = '3000' } = process.env;
const baseUrl = process.env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';
const standpoint = new Standpoint({ apiKey: STANDPOINT_API_KEY, baseUrl });

/** Who is signed in. Take it from your own session, never from the body of a request. */
const customer = () => process.env.CUSTOMER ?? 'customer-1';
const used = new MemoryTokenStore(); // for one process; several need a table

const app = express();
if (STANDPOINT_WEBHOOK_SECRET)
  app.post(
    '/webhooks',
    webhookRoute({ secret: STANDPOINT_WEBHOOK_SECRET, onEvent: ({ type, data }) => console.log(type, data) }),
  );
app.post(
  '/token',
  preflightRoute({ standpoint, params: () => ({ customer_id: customer(), transaction_type: 'deposit' }) }),
);
app.post(
  '/face/token',
  portalRoute({
    standpoint,
    params: () => ({ workflow_id: STANDPOINT_WORKFLOW_ID, customer: { customer_id: customer() } }),
  }),
);
app.post('/deposit', express.text(), async (request, response) => {
  try {
    await standpoint.verifications.verifyResultToken(request.body, {
      customer_id: customer(),
      transaction_type: 'deposit',
      store: used,
      acceptSandbox: ACCEPT_SANDBOX === '1',
    });
    response.json({ accepted: true });
  } catch (error) {
    if (!(error instanceof ResultTokenError)) throw error;
    response.status(403).json({ accepted: false, reason: error.reason });
  }
});
app.get('/', page(baseUrl));
app.use(express.static('public'));
app.use(errorHandler());
app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
