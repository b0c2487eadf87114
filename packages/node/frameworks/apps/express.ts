import {
  errorHandler,
  keepRawBody,
  portalRoute,
  preflightRoute,
  webhookRoute,
} from '@standpoint/node/express';
import type { Express, Request } from 'express';
import type { Shop } from './shop.ts';

const customerOf = (request: Request) => request.get('x-customer');

/** The types are those of Express 5; the same routes run in Express 4. */
export function expressApp(
  express: typeof import('express'),
  { standpoint, secret, onEvent }: Shop,
): Express {
  const app = express();
  app.use((_request, response, next) => {
    response.cookie('login', '1');
    next();
  });
  // Before the parser: the route reads the body itself.
  app.post('/hook', webhookRoute({ secret, onEvent }));
  app.post('/raw', express.raw({ type: '*/*' }), webhookRoute({ secret, onEvent }));
  app.post('/parsed', express.json(), webhookRoute({ secret, onEvent }));
  app.use(express.json({ verify: keepRawBody }));
  app.post('/kept', webhookRoute({ secret, onEvent }));
  app.post(
    '/preflight',
    preflightRoute({
      standpoint,
      params: (request: Request) => {
        const customer_id = customerOf(request);
        return customer_id ? { customer_id, transaction_type: 'deposit' } : null;
      },
    }),
  );
  app.post(
    '/portal',
    portalRoute({
      standpoint,
      params: async (request: Request) => ({
        workflow_id: 'wf_1',
        customer: { customer_id: customerOf(request) ?? 'c' },
      }),
    }),
  );
  app.post('/read', async (_request, response, next) => {
    try {
      response.json(await standpoint.verifications.retrieve('ver_1'));
    } catch (error) {
      next(error); // Express 5 does this by itself
    }
  });
  app.use(errorHandler());
  return app;
}
