import { errorHandler, portalRoute, preflightRoute, webhookRoute } from '@standpoint/node/hono';
import { type Context, Hono } from 'hono';
import type { Shop } from './shop.ts';

export function honoApp({ standpoint, secret, onEvent }: Shop): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    context.header('set-cookie', 'login=1', { append: true });
    await next();
  });
  app.post('/hook', webhookRoute({ secret, onEvent }));
  app.post('/text', async (context, next) => {
    await context.req.text();
    await next();
  });
  app.post('/text', webhookRoute({ secret, onEvent }));
  app.post('/parsed', async (context, next) => {
    await context.req.json();
    await next();
  });
  app.post('/parsed', webhookRoute({ secret, onEvent }));
  app.post(
    '/preflight',
    preflightRoute({
      standpoint,
      params: (context: Context) => {
        const customer_id = context.req.header('x-customer');
        return customer_id ? { customer_id, transaction_type: 'deposit' } : null;
      },
    }),
  );
  app.post(
    '/portal',
    portalRoute({
      standpoint,
      params: async (context: Context) => ({
        workflow_id: 'wf_1',
        customer: { customer_id: context.req.header('x-customer') ?? 'c' },
      }),
    }),
  );
  app.post('/read', async (context) => context.json(await standpoint.verifications.retrieve('ver_1')));
  app.onError(errorHandler());
  return app;
}
