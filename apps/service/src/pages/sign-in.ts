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
import {
  beginsAnew,
  challenged,
  endSession,
  type Factor,
  factorOf,
  forgetFactors,
  hasNone,
  maySetUp,
  proven,
  proves,
  requireStanding,
  SET_UP_REFUSED,
  tokenIn,
} from '../people/sign-in/second-factor.ts';
import { type Happened, noteSignIn, successOf } from '../people/sign-in/signed-in.ts';
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
  const data = await forward(deps, route, request, reply, body);
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
async function standing({ database, people }: Deps, cookie: string | undefined) {
  const who = await signedIn({ people }, cookie);
  if (typeof who === 'string') return null;
  return { who, ...(await factorOf(database.db, who.user_id, who.session_id)) };
}

type Standing = Factor & { who: SignedIn };

async function forward(
  deps: Deps,
  route: AuthRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Record<string, unknown>,
): Promise<unknown> {
  const { cookie } = request.headers;
  const before: Standing | null = await standing(deps, cookie);
  if (route.guarded && before && !maySetUp(before))
    refuse('scope_denied', 'a session without the second factor', {
      message: hasNone(before) ? SET_UP_REFUSED : 'Sign in again with your second factor first.',
    });
  const asked = await challenged(deps.database.db, cookie);
  const ask = () =>
    askAuth(deps, {
      path: route.path,
      method: route.method,
      ...(route.method === 'POST' && { body }),
      cookie,
      ip: addressOf(deps, request),
      user_agent: request.headers['user-agent'],
    });
  const response = await (before?.proven && before.has === 'totp'
    ? withPresentApp(deps, route, before.who, ask)
    : ask());
  const text = await response.text();
  const data = text ? JSON.parse(text) : {};
  const note = (happened: Pick<Happened, 'action' | 'user_id' | 'email'>) =>
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

type Note = (happened: Pick<Happened, 'action' | 'user_id' | 'email'>) => Promise<void>;

async function noteRefusal(
  note: Note,
  { path }: AuthRoute,
  asked: string | null,
  body: Record<string, unknown>,
): Promise<void> {
  if (path === '/sign-in/email') await note({ action: 'person.sign_in_refused', email: body.email });
  // A wrong code after a right password: the sign of a password that another person knows.
  else if (path.startsWith('/two-factor/verify-') && asked)
    await note({ action: 'person.sign_in_refused', user_id: asked });
}

interface Succeeded {
  before: Standing | null;
  /** The person whose second factor was asked for after their password. */
  asked: string | null;
  cookie: string | undefined;
  cookies: string[];
  data: { user?: { id?: string }; twoFactorRedirect?: boolean };
  body: Record<string, unknown>;
  note: Note;
}

const TAKES_AWAY: ReadonlySet<string> = new Set(['/two-factor/disable', '/passkey/delete-passkey']);

/** What a success means for the session, and for the audit log. */
async function settle(
  deps: Deps,
  { path }: AuthRoute,
  { before, asked, cookie, cookies, data, body, note }: Succeeded,
): Promise<void> {
  const { db } = deps.database;
  const made = cookies.map(tokenIn).find((token) => token !== null && token !== '') ?? null;
  const user_id = data.user?.id ?? before?.who.user_id ?? null;
  if (made && user_id && beginsAnew(path, asked)) await requireStanding(db, path, { made, user_id, body });
  if (path === '/sign-in/email' && made && user_id) {
    await note({ action: 'person.password_accepted', user_id });
    // better-auth asks for an authenticator app only. A person who has a passkey alone signs in with that.
    const { has } = await factorOf(db, user_id, null);
    if (has !== 'passkey') return;
    await endSession(db, made);
    refuse('scope_denied', 'a passkey is the second factor', {
      message: 'This account signs in with its passkey.',
    });
  }
  const token = made ?? tokenIn(cookie);
  if (proves(path) && token) await proven(db, token, { first: before !== null && hasNone(before) });
  // A session that proved a factor replaces one.
  const adds = before !== null && (hasNone(before) || before.proven);
  if (TAKES_AWAY.has(path) && before) await forgetFactors(db, before.who.user_id);
  const action = successOf(path, adds);
  if (action && user_id) await note({ action, user_id });
}

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
