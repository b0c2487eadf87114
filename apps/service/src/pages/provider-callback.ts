import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressOf } from '../http/client-address.ts';
import type { Plugin } from '../http/server.ts';
import { signedIn } from '../people/session.ts';
import { askAuth, inTime } from '../people/sign-in/ask.ts';
import { takeSignIn } from '../people/sign-in/attempts.ts';
import { AUTH_PATH, PROVIDER_CALLBACK, SIGN_IN_PAGE } from '../people/sign-in/auth-path.ts';
import type { ProviderAnswer } from '../people/sign-in/provider.ts';
import { endSession, factorOf, proven, stateIn, tokenIn } from '../people/sign-in/second-factor.ts';
import { noteSignIn } from '../people/sign-in/signed-in.ts';
import { Refusal } from '../refuse.ts';

/** Where the browser comes back to from the identity provider. It always goes on to a page of the dashboard. */
export const providerCallback: Plugin = (app, deps) => {
  if (!deps.config.oidc) return;
  app.get(`${AUTH_PATH}${PROVIDER_CALLBACK}`, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return reply.redirect(await comeBack(deps, request, reply), 302);
  });
};

const refused = (error: string): string => `${SIGN_IN_PAGE}?error=${error}`;
const queryOf = ({ url }: FastifyRequest): string =>
  url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';

/** The page to go on to. A person stands before it, so a refusal is a page too. */
async function comeBack(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  // Every site can lead a browser here. Where this browser began no such sign-in, nothing is counted or asked.
  const state = stateIn(request.headers.cookie);
  if (state === null || state !== new URLSearchParams(queryOf(request)).get('state'))
    return refused('state_mismatch');
  try {
    const giveBack = await takeSignIn(deps, addressOf(deps, request), 'provider');
    const { to, signed_in } = await settle(deps, request, reply);
    // Its own try, and the one that began it.
    for (let i = 0; signed_in && i < 2; i++) await giveBack();
    return to;
  } catch (error) {
    request.log.warn({ err: error }, 'A sign-in at the identity provider came to nothing.');
    const limited = error instanceof Refusal && error.code === 'rate_limited';
    return refused(limited ? 'too_many' : 'provider_unavailable');
  }
}

interface Settled {
  to: string;
  signed_in: boolean;
}

async function settle(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Settled> {
  const ip = addressOf(deps, request);
  const answer: ProviderAnswer = {
    mfa: false,
    email: null,
    problem: null,
    ended: [],
    request_id: request.id,
    ip,
  };
  const { response: asked } = await ask(deps, request, answer);
  const response = await inTime(asked);
  if (!response) {
    void asked.then((late) => endLate(deps, late)).catch(() => {});
    return { to: refused('provider_unavailable'), signed_in: false };
  }
  if (answer.problem) request.log.warn({ why: answer.problem }, 'The identity provider was not believed.');
  const cookies = response.headers.getSetCookie();
  const token = tokenOf(response);
  const to = own(deps, response.headers.get('location')) ?? refused('provider_unavailable');
  if (token) await begin(deps, request, { token, cookies, ip, mfa: answer.mfa });
  else await noteRefused(deps, answer, to);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return { to: token ? toldOf(answer, to) : to, signed_in: token !== null };
}

const tokenOf = (response: Response): string | null =>
  response.headers.getSetCookie().map(tokenIn).find(Boolean) ?? null;

/** In an object, because a promise in a promise would be waited for. */
async function ask(
  deps: Deps,
  request: FastifyRequest,
  answer: ProviderAnswer,
): Promise<{ response: Promise<Response> }> {
  const { providerAnswer } = await import('../people/sign-in/provider.ts');
  const response = providerAnswer.run(answer, () =>
    askAuth(deps, {
      path: `${PROVIDER_CALLBACK}?${queryOf(request)}`,
      method: 'GET',
      cookie: request.headers.cookie,
      ip: answer.ip,
      user_agent: request.headers['user-agent'],
    }),
  );
  return { response };
}

/** The session of a sign-in whose page has stopped waiting. */
async function endLate({ database }: Deps, response: Response): Promise<void> {
  const token = tokenOf(response);
  if (token) await endSession(database.db, token);
}

/** The person learns what ended with their first sign-in there, before they go on. */
const toldOf = ({ ended }: ProviderAnswer, to: string): string =>
  ended.length === 0 ? to : `${SIGN_IN_PAGE}?${new URLSearchParams({ ended: ended.join('-'), to })}`;

/** Of a member whom the provider named. One that it did not name belongs to no organization that could read of it. */
const noteRefused = (deps: Deps, { email, request_id, ip }: ProviderAnswer, to: string): Promise<void> =>
  noteSignIn(deps, {
    action: 'person.sign_in_refused',
    email,
    request_id,
    ip,
    by: PROVIDER_CALLBACK,
    why: new URLSearchParams(to.split('?')[1]).get('error') ?? undefined,
  });

interface Begun {
  token: string;
  cookies: string[];
  ip: string;
  mfa: boolean;
}

/** What the new session is worth, and its line in the audit log. */
async function begin(deps: Deps, request: FastifyRequest, { token, cookies, ip, mfa }: Begun): Promise<void> {
  const who = await signedIn(deps, cookies.map((each) => each.split(';')[0]).join('; '));
  if (typeof who === 'string') return;
  const { db } = deps.database;
  const { has } = await factorOf(db, who.user_id, null);
  if (mfa) await proven(db, token, { first: has === 'none' });
  await noteSignIn(deps, {
    action: mfa ? 'person.signed_in' : 'person.provider_accepted',
    user_id: who.user_id,
    request_id: request.id,
    ip,
    by: PROVIDER_CALLBACK,
  });
}

/** A path of our own pages: an answer that led elsewhere would make the dashboard a way to any site. */
function own({ config }: Deps, location: string | null): string | null {
  const url = location === null ? null : URL.parse(location, config.base_url);
  return url?.origin === new URL(config.base_url).origin ? `${url.pathname}${url.search}` : null;
}
