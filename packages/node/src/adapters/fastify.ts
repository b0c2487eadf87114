import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, answerOf } from './answer.ts';
import { answerPortal, answerPreflight, type PortalRoute, type PreflightRoute } from './token-route.ts';
import { checkRoute, MAX_BODY, takeWebhook, type WebhookRoute } from './webhook-route.ts';

export type { Failure } from './answer.ts';
export type { PortalRoute, PreflightRoute, WebhookRoute };

/** What is used of Fastify, so that its types are not needed here. */
interface Request {
  headers: IncomingHttpHeaders;
  body?: unknown;
}
interface Reply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: unknown): unknown;
}
interface App {
  removeAllContentTypeParsers: () => unknown;
  addContentTypeParser: (...given: never[]) => unknown;
  post: (...given: never[]) => unknown;
}
type Call = (...given: unknown[]) => unknown;
type Handler<R> = (request: R, reply: Reply) => Promise<unknown>;

const send = (reply: Reply, { status, headers, body }: Answer): unknown => {
  reply.code(status);
  // Fastify adds a `set-cookie` to those that were set before.
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply.send(body);
};

/**
 * `app.register(webhookRoute({ path: '/webhooks/standpoint', secret, onEvent }))`. The plugin has parsers of its
 * own, which keep the bytes as they came; those of the rest of the app stay as they are.
 */
export function webhookRoute<R extends Request = Request>(route: WebhookRoute<R> & { path: string }) {
  checkRoute(route);
  const { path, ...rest } = route;
  return async (app: App): Promise<void> => {
    app.removeAllContentTypeParsers();
    const parser = (_request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) =>
      done(null, body);
    (app.addContentTypeParser as Call)('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, parser);
    const handle: Handler<R> = async (request, reply) => {
      // Without a body and its type, no parser runs.
      const rawBody = (request.body ?? '') as Buffer | string;
      return send(reply, await takeWebhook(rest, { rawBody, headers: request.headers, request }));
    };
    (app.post as Call)(path, handle);
  };
}

/** `app.post('/token', preflightRoute({ standpoint, params }))`: answers `{token, expires_at}`. */
export const preflightRoute =
  <R extends Request>(route: PreflightRoute<R>): Handler<R> =>
  async (request, reply) =>
    send(reply, await answerPreflight(route, request, request.headers));

/** Answers `{token, url, expires_at}` for `face({ token })`. */
export const portalRoute =
  <R extends Request>(route: PortalRoute<R>): Handler<R> =>
  async (request, reply) =>
    send(reply, await answerPortal(route, request));

/** `app.setErrorHandler(errorHandler())`: answers errors of this SDK, and throws all others on to Fastify. */
export const errorHandler =
  () =>
  (error: unknown, _request: unknown, reply: Reply): unknown => {
    const answer = answerOf(error);
    if (!answer) throw error;
    return send(reply, answer);
  };
