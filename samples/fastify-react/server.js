import fastifyStatic from '@fastify/static';
import { MemoryTokenStore, ResultTokenError, Standpoint } from '@standpoint/node';
import { errorHandler, portalRoute, preflightRoute, webhookRoute } from '@standpoint/node/fastify';
import Fastify from 'fastify';

const { STANDPOINT_API_KEY, STANDPOINT_WEBHOOK_SECRET, STANDPOINT_WORKFLOW_ID, ACCEPT_SANDBOX } = process.env;
const baseUrl = process.env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';
const standpoint = new Standpoint({ apiKey: STANDPOINT_API_KEY, baseUrl });

/** Who is signed in. Take it from your own session, never from the body of a request. */
const customer = () => process.env.CUSTOMER ?? 'customer-1';
const used = new MemoryTokenStore(); // for one process; several need a table

const app = Fastify();
app.setErrorHandler(errorHandler());
app.addHook('onSend', async (_request, reply) => {
  reply.header(
    'content-security-policy',
    `default-src 'self'; connect-src 'self' ${baseUrl}; frame-src ${baseUrl}`,
  );
});
app.register(fastifyStatic, { root: `${import.meta.dirname}/dist` });
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
app.post('/deposit', async (request, reply) => {
  try {
    await standpoint.verifications.verifyResultToken(request.body, {
      customer_id: customer(),
      transaction_type: 'deposit',
      store: used,
      acceptSandbox: ACCEPT_SANDBOX === '1',
    });
    return { accepted: true };
  } catch (error) {
    if (!(error instanceof ResultTokenError)) throw error;
    return reply.code(403).send({ accepted: false, reason: error.reason });
  }
});
if (STANDPOINT_WEBHOOK_SECRET)
  app.register(
    webhookRoute({
      path: '/webhooks',
      secret: STANDPOINT_WEBHOOK_SECRET,
      onEvent: ({ type, data }) => console.log(type, data),
    }),
  );
const address = await app.listen({ port: Number(process.env.PORT ?? '3000'), host: 'localhost' });
console.log(address);
