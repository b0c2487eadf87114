/** The README's code for the frameworks. A fast test compares the texts; the long one checks the types. */
import type { PreflightParams, Standpoint, WebhookEvent } from '@standpoint/node';
import * as forExpress from '@standpoint/node/express';
import * as forFastify from '@standpoint/node/fastify';
import * as forHono from '@standpoint/node/hono';
import * as forNext from '@standpoint/node/next';
import express, { type Request } from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { type Context, Hono } from 'hono';

declare const standpoint: Standpoint;
declare const secret: string;
declare function onEvent(event: WebhookEvent): Promise<void>;
declare function depositOf(request: { headers: unknown } | Context): PreflightParams | null;

export function inExpress() {
  const { errorHandler, preflightRoute, webhookRoute } = forExpress;
  const app = express();
  app.post('/standpoint/webhooks', webhookRoute({ secret, onEvent })); // before express.json()
  app.use(express.json());
  app.post(
    '/standpoint/token',
    preflightRoute({ standpoint, params: (request: Request) => depositOf(request) }),
  );
  app.use(errorHandler());
  return app;
}

export function inFastify() {
  const { errorHandler, preflightRoute, webhookRoute } = forFastify;
  const app = fastify();
  app.register(webhookRoute({ path: '/standpoint/webhooks', secret, onEvent }));
  app.post(
    '/standpoint/token',
    preflightRoute({ standpoint, params: (request: FastifyRequest) => depositOf(request) }),
  );
  app.setErrorHandler(errorHandler());
  return app;
}

export function inHono() {
  const { errorHandler, preflightRoute, webhookRoute } = forHono;
  const app = new Hono();
  app.post('/standpoint/webhooks', webhookRoute({ secret, onEvent }));
  app.post(
    '/standpoint/token',
    preflightRoute({ standpoint, params: (context: Context) => depositOf(context) }),
  );
  app.onError(errorHandler());
  return app;
}

export function inNext() {
  const { preflightRoute, webhookRoute } = forNext;
  const client = () => standpoint;
  return {
    // app/standpoint/webhooks/route.ts
    webhooks: webhookRoute({ secret: () => process.env.STANDPOINT_WEBHOOK_SECRET!, onEvent }),
    // app/standpoint/token/route.ts
    token: preflightRoute({ standpoint: client, params: (request) => depositOf(request) }),
  };
}
