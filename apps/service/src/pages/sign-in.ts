import type { ErrorCode } from '@standpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressOf } from '../http/client-address.ts';
import type { Plugin } from '../http/server.ts';
import { type SignedIn, signedIn } from '../people/session.ts';
import { askAuth } from '../people/sign-in/ask.ts';
import { takeSignIn } from '../people/sign-in/attempts.ts';
import { AUTH_PATH } from '../people/sign-in/auth-path.ts';
import { AUTH_ROUTES, type AuthRoute } from '../people/sign-in/auth-routes.ts';
import { keepPresentApp, proveNewApp } from '../people/sign-in/new-app.ts';
import { type Note, noteRefusal, type Standing, settle } from '../people/sign-in/outcome.ts';
import { challenged, factorOf, hasNone, maySetUp, SET_UP_REFUSED } from '../people/sign-in/second-factor.ts';
import { noteSignIn } from '../people/sign-in/signed-in.ts';
import { refuse } from '../refuse.ts';
import { providerCallback } from './provider-callback.ts';

/** Sign-in, second factors and passkeys below `/dashboard/api/auth`, in the envelope of all other answers. */
export const signIn: Plugin = (app, deps) => {
  providerCallback(app, deps);
  for (const route of AUTH_ROUTES) {
    const serve = (request: FastifyRequest, reply: FastifyReply) => answer(deps, route, request, reply);
    if (route.method === 'GET') app.get(`${AUTH_PATH}${route.path}`, serve);
    else app.post(`${AUTH_PATH}${route.path}`, { bodyLimit: 16_384 }, serve);
  }
};

async function answer(deps: Deps, route: AuthRoute, request: FastifyRequest, reply: FastifyReply) {
  requireOwnPages(deps, request);
  const given = (request.body ?? {}) as Record<string, unknown>;
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => route.fields.includes(name)));
  requireFields(route, body);
  const giveBack =
    route.counted &&
    (await takeSignIn(
      deps,
      addressOf(deps, request),
      route.counted === 'challenge' ? 'challenge' : { email: body.email },
    ));
  const data = await forward(deps, { route, request, body }, reply);
  if (route.counted === 'guess') await giveBack?.();
  return { status_code: 200, message: 'OK', data };
}

/** What a caller may leave out, and what is no text. */
const MAY_MISS = ['name', 'revokeOtherSessions'];
const TYPES: Record<string, string> = { response: 'object', revokeOtherSessions: 'boolean' };

/** Before an attempt is counted: a malformed one guesses nothing. */
function requireFields({ fields, may_miss = MAY_MISS }: AuthRoute, body: Record<string, unknown>): void {
  const wrong = fields.flatMap((path) => {
    const wanted = TYPES[path] ?? 'string';
    if (body[path] === undefined) return may_miss.includes(path) ? [] : [{ path, message: 'is required' }];
    const fits = typeof body[path] === wanted && body[path] !== null;
    return fits ? [] : [{ path, message: `must be ${wanted === 'string' ? 'text' : `of type ${wanted}`}` }];
  });
  if (wrong.length > 0) refuse('invalid_request', 'sign-in', { fields: wrong });
}

/** A page of another site must not sign its visitor in as another person, nor out, nor use up their attempts. */
function requireOwnPages({ config }: Deps, { method, headers }: FastifyRequest): void {
  const foreign =
    method === 'GET'
      ? headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin'
      : headers.origin !== new URL(config.base_url).origin;
  if (foreign)
    refuse('origin_not_allowed', `Origin ${headers.origin}`, {
      message: `Sign in at ${config.base_url}/dashboard.`,
    });
}

/** What the person has, and whether their session proved it; null for a stranger. */
async function standing({ database, people }: Deps, cookie: string | undefined): Promise<Standing | null> {
  const who = await signedIn({ people }, cookie);
  if (typeof who === 'string') return null;
  return { who, ...(await factorOf(database.db, who.user_id, who.session_id)) };
}

/** A call of a route, with the fields that the route takes. */
interface AuthRequest {
  route: AuthRoute;
  request: FastifyRequest;
  body: Record<string, unknown>;
}

async function forward(deps: Deps, call: AuthRequest, reply: FastifyReply): Promise<unknown> {
  const { route, request, body } = call;
  const { cookie } = request.headers;
  const before = await standing(deps, cookie);
  if (route.guarded && before) requireMaySetUp(before);
  const asked = await challenged(deps.database.db, cookie);
  const response = await (before?.proven && before.has === 'totp'
    ? withPresentApp(deps, route, before.who, () => passOn(deps, call))
    : passOn(deps, call));
  const text = await response.text();
  const data = text ? JSON.parse(text) : {};
  const note: Note = (happened) =>
    noteSignIn(deps, {
      ...happened,
      request_id: request.id,
      ip: addressOf(deps, request),
      by: route.path,
    });
  if (!response.ok) {
    await noteRefusal(note, route, asked, body);
    return refuse(CODES[response.status] ?? 'internal', `better-auth ${response.status} ${data.message}`, {
      ...(data.message && { message: `${data.message}.` }),
    });
  }
  const cookies = response.headers.getSetCookie();
  await settle(deps, route, { before, asked, cookie, cookies, data, body, note });
  reply.header('cache-control', 'no-store');
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return withoutToken(data);
}

/** Refuses to set up a second factor before the session has proved the one that the person has. */
function requireMaySetUp(before: Standing): void {
  if (maySetUp(before)) return;
  refuse('scope_denied', 'a session without the second factor', {
    message: hasNone(before) ? SET_UP_REFUSED : 'Sign in again with your second factor first.',
  });
}

/** Hands the call to better-auth. */
const passOn = (deps: Deps, { route, request, body }: AuthRequest): Promise<Response> =>
  askAuth(deps, {
    path: route.path,
    method: route.method,
    ...(route.method === 'POST' && { body }),
    cookie: request.headers.cookie,
    ip: addressOf(deps, request),
    user_agent: request.headers['user-agent'],
  });

/** A person who has an authenticator app keeps it until a new one has shown a right code. */
const withPresentApp = (
  { database: { db } }: Deps,
  { path }: AuthRoute,
  who: SignedIn,
  ask: () => Promise<Response>,
): Promise<Response> =>
  path === '/two-factor/enable'
    ? keepPresentApp(db, who, ask)
    : path === '/two-factor/verify-totp'
      ? proveNewApp(db, who, ask)
      : ask();

/** Our codes for what better-auth answers; its own sentence is kept. */
const CODES: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'token_invalid',
  403: 'scope_denied',
  404: 'not_found',
  429: 'rate_limited',
};

/** The session lives in a cookie that no script can read; its token must not be in the answer either. */
function withoutToken(data: unknown): unknown {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data;
  const { token: _token, session: _session, ...rest } = data as Record<string, unknown>;
  return rest;
}
