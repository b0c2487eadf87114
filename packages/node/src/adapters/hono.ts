import { answerOf } from './answer.ts';
import { answerPortal, answerPreflight, type PortalRoute, type PreflightRoute } from './token-route.ts';
import { rawBodyOf, responseOf } from './web.ts';
import { checkRoute, type Delivery, TOO_LARGE, takeWebhook, type WebhookRoute } from './webhook-route.ts';

export type { Failure } from './answer.ts';
export type { PortalRoute, PreflightRoute, WebhookRoute };

/** What is used of Hono's context, so that its types are not needed here. */
interface Context {
  req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
}
type Handler<C> = (context: C) => Promise<Response>;

/** Hono remembers the bytes of a body that was read before, parsed or not. */
const deliveryOf = async <C extends Context>(context: C): Promise<Delivery<C> | null> => {
  const { raw } = context.req;
  const rawBody = raw.bodyUsed ? new Uint8Array(await context.req.arrayBuffer()) : await rawBodyOf(raw);
  return rawBody && { rawBody, headers: raw.headers, request: context };
};

/** `app.post('/webhooks/standpoint', webhookRoute({ secret, onEvent }))`. */
export function webhookRoute<C extends Context>(route: WebhookRoute<C>): Handler<C> {
  checkRoute(route);
  return async (context) => {
    const delivery = await deliveryOf(context);
    return responseOf(delivery ? await takeWebhook(route, delivery) : TOO_LARGE);
  };
}

/** Answers `{token, expires_at}` for `verify(token)`, and sets the install id's cookie. */
export const preflightRoute =
  <C extends Context>(route: PreflightRoute<C>): Handler<C> =>
  async (context) =>
    responseOf(await answerPreflight(route, context, context.req.raw.headers));

/** Answers `{token, url, expires_at}` for `face({ token })`. */
export const portalRoute =
  <C extends Context>(route: PortalRoute<C>): Handler<C> =>
  async (context) =>
    responseOf(await answerPortal(route, context));

/** `app.onError(errorHandler())`: answers errors of this SDK, and throws all others on. */
export const errorHandler =
  () =>
  (error: Error): Response => {
    const answer = answerOf(error);
    if (!answer) throw error;
    return responseOf(answer);
  };
