import { answerOf } from './answer.ts';
import { answerPortal, answerPreflight, type PortalRoute, type PreflightRoute } from './token-route.ts';
import { rawBodyOf, responseOf } from './web.ts';
import { checkRoute, TOO_LARGE, takeWebhook, type WebhookRoute } from './webhook-route.ts';

export type { Failure } from './answer.ts';
export type { PortalRoute, PreflightRoute, WebhookRoute };

/** A route handler of the app router. For the pages router use `@standpoint/node/express`. */
type Handler<R extends Request> = (request: R) => Promise<Response>;

/**
 * `export const POST = webhookRoute({ secret: () => process.env.SECRET!, onEvent })`. The secret is a function,
 * because a build loads the module without it.
 */
export function webhookRoute<R extends Request = Request>(route: WebhookRoute<R>): Handler<R> {
  checkRoute(route);
  return async (request) => {
    const rawBody = await rawBodyOf(request);
    const { headers } = request;
    return responseOf(rawBody === null ? TOO_LARGE : await takeWebhook(route, { rawBody, headers, request }));
  };
}

/** Answers `{token, expires_at}` for `verify(token)`, and sets the install id's cookie. */
export const preflightRoute =
  <R extends Request = Request>(route: PreflightRoute<R>): Handler<R> =>
  async (request) =>
    responseOf(await answerPreflight(route, request, request.headers));

/** Answers `{token, url, expires_at}` for `face({ token })`. */
export const portalRoute =
  <R extends Request = Request>(route: PortalRoute<R>): Handler<R> =>
  async (request) =>
    responseOf(await answerPortal(route, request));

/** In a `catch` of your own handler: answers errors of this SDK, and throws all others on. */
export function errorResponse(error: unknown): Response {
  const answer = answerOf(error);
  if (!answer) throw error;
  return responseOf(answer);
}
