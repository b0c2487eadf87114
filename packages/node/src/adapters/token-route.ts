import { installId, type SetCookieOptions } from '../install-id.ts';
import type { PortalTokenParams, PreflightParams, Standpoint } from '../standpoint.ts';
import { type Answer, answerOf, json } from './answer.ts';

type Params<P> = P | null | undefined;

interface Route {
  /** The client, or a function that makes it, which is called when the first request comes. */
  standpoint: Standpoint | (() => Standpoint);
  /**
   * Hears of each failure that the browser is told about in general words: a wrong key, a limit, an
   * unreachable service. Default: `console.error`.
   */
  onError?: (error: unknown) => void;
}

export interface PreflightRoute<R> extends Route {
  /**
   * The customer and the transaction, from your own login and order and never from the request's body. Null:
   * not signed in, which is answered 401.
   */
  params: (request: R) => Params<PreflightParams> | Promise<Params<PreflightParams>>;
  /** Of the install id's cookie. */
  cookie?: SetCookieOptions;
}

export interface PortalRoute<R> extends Route {
  /** The workflow and the customer, from your own login. Null: not signed in, which is answered 401. */
  params: (request: R) => Params<PortalTokenParams> | Promise<Params<PortalTokenParams>>;
}

const NOT_SIGNED_IN = json(401, {
  error: { code: 'not_signed_in', message: 'Sign in first.', retryable: false },
});

const clientOf = ({ standpoint }: Route): Standpoint =>
  typeof standpoint === 'function' ? standpoint() : standpoint;

/** `console.error` prints a `cause` with the whole request of undici, so only the message is given to it. */
const say = (error: unknown): void =>
  console.error('standpoint:', error instanceof Error ? error.message : error);

async function answered({ onError = say }: Route, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const answer = answerOf(error);
    if (!answer) throw error;
    onError(error);
    return answer;
  }
}

/** Creates a token for one `verify()`; reads the install id's cookie of the request, and writes it. */
export const answerPreflight = <R>(
  route: PreflightRoute<R>,
  request: R,
  headers: Parameters<typeof installId.fromRequest>[0],
): Promise<Answer> =>
  answered(route, async () => {
    const params = await route.params(request);
    if (!params) return NOT_SIGNED_IN;
    const found = installId.fromRequest(headers, route.cookie?.name);
    const { token, install_id, expires_at } = await clientOf(route).preflight({
      ...params,
      install_id: params.install_id ?? found,
    });
    const cookie = install_id && { 'set-cookie': installId.toSetCookie(install_id, route.cookie) };
    return json(200, { token, expires_at }, cookie || {});
  });

/** Creates a portal token. */
export const answerPortal = <R>(route: PortalRoute<R>, request: R): Promise<Answer> =>
  answered(route, async () => {
    const params = await route.params(request);
    if (!params) return NOT_SIGNED_IN;
    const { token, url, expires_at } = await clientOf(route).createPortalToken(params);
    return json(200, { token, url, expires_at });
  });
