import { errorHandler, portalRoute, preflightRoute, webhookRoute } from '@standpoint/node/fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { Shop } from './shop.ts';

export function fastifyApp({ standpoint, secret, onEvent }: Shop): FastifyInstance {
  const app = fastify();
  app.addHook('onRequest', async (_request, reply) => void reply.header('set-cookie', 'login=1'));
  app.setErrorHandler(errorHandler());
  app.register(webhookRoute({ path: '/hook', secret, onEvent }));
  app.post(
    '/preflight',
    preflightRoute({
      standpoint,
      params: (request) => {
        const customer_id = request.headers['x-customer'];
        return customer_id ? { customer_id: String(customer_id), transaction_type: 'deposit' } : null;
      },
    }),
  );
  app.post(
    '/portal',
    portalRoute({
      standpoint,
      params: async (request) => ({
        workflow_id: 'wf_1',
        customer: { customer_id: String(request.headers['x-customer'] ?? 'c') },
      }),
    }),
  );
  app.post('/read', async () => standpoint.verifications.retrieve('ver_1'));
  return app;
}
