import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookBodyParsedError } from '../errors.ts';
import { type Answer, answerOf } from './answer.ts';
import { answerPortal, answerPreflight, type PortalRoute, type PreflightRoute } from './token-route.ts';
import { checkRoute, MAX_BODY, TOO_LARGE, takeWebhook, type WebhookRoute } from './webhook-route.ts';

export type { Failure } from './answer.ts';
export type { PortalRoute, PreflightRoute, WebhookRoute };

/** The request of Express, Connect, `node:http`, or the pages router of Next.js. */
export interface NodeRequest extends IncomingMessage {
  body?: unknown;
  /** What `keepRawBody` kept. */
  rawBody?: Uint8Array;
}
type Next = (error?: unknown) => void;
type Handler<R> = (request: R, response: ServerResponse, next?: Next) => Promise<void>;

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    // Beside the cookies that were set before, such as that of a login.
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.end(body);
};

/** Without `next` (plain `node:http`, pages router) the error is the caller's. */
const handler =
  <R>(answer: (request: R) => Promise<Answer>): Handler<R> =>
  async (request, response, next) => {
    try {
      send(response, await answer(request));
    } catch (error) {
      if (!next) throw error;
      next(error);
    }
  };

/** For `express.json({ verify: keepRawBody })`: keeps the bytes that a webhook's signature covers. */
export function keepRawBody(request: IncomingMessage, _response: ServerResponse, body: Uint8Array): void {
  (request as NodeRequest).rawBody = body;
}

/** The bytes as they came: kept by `keepRawBody` or `express.raw()`, or still to be read. Null: too many. */
async function rawBodyOf(request: NodeRequest): Promise<Uint8Array | string | null> {
  const kept = request.rawBody ?? request.body;
  if (typeof kept === 'string' || ArrayBuffer.isView(kept)) return kept as Uint8Array | string;
  if (request.readableEnded || request.readableDidRead) throw new WebhookBodyParsedError();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** `app.post('/webhooks/standpoint', webhookRoute({ secret, onEvent }))`, before or after `express.raw()`. */
export function webhookRoute<R extends NodeRequest>(route: WebhookRoute<R>): Handler<R> {
  checkRoute(route);
  return handler(async (request) => {
    const rawBody = await rawBodyOf(request);
    return rawBody === null ? TOO_LARGE : takeWebhook(route, { rawBody, headers: request.headers, request });
  });
}

/** Answers `{token, expires_at}` for `verify(token)`, and sets the install id's cookie. */
export const preflightRoute = <R extends NodeRequest>(route: PreflightRoute<R>): Handler<R> =>
  handler((request) => answerPreflight(route, request, request.headers));

/** Answers `{token, url, expires_at}` for `face({ token })`. */
export const portalRoute = <R extends NodeRequest>(route: PortalRoute<R>): Handler<R> =>
  handler((request) => answerPortal(route, request));

/** `app.use(errorHandler())`, after the routes: answers errors of this SDK, and passes on all others. */
export const errorHandler =
  () =>
  (error: unknown, _request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const answer = answerOf(error);
    if (answer && !response.headersSent) send(response, answer);
    else next(error);
  };
