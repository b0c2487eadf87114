import type { Call, Deps } from '../../deps.ts';
import { AUTH_PATH } from './auth-path.ts';

/** A call to better-auth's own routes, from the address of the caller. */
export async function askAuth(
  { config, people }: Pick<Deps, 'config' | 'people'>,
  { path, method, body, cookie, ip, user_agent }: AuthCall,
): Promise<Response> {
  const auth = await people.auth();
  const headers = new Headers({ origin: new URL(config.base_url).origin, 'x-forwarded-for': ip });
  if (cookie) headers.set('cookie', cookie);
  if (user_agent) headers.set('user-agent', user_agent);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return auth.handler(
    new Request(`${config.base_url}${AUTH_PATH}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** Longer than a provider that works ever takes. */
const PATIENCE_MS = 10_000;

/** Null where the answer does not come in time: better-auth waits for an identity provider as long as that likes. */
export const inTime = (asked: Promise<Response>): Promise<Response | null> =>
  Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())]);

interface AuthCall {
  /** Below `AUTH_PATH`, with its query. */
  path: string;
  method: string;
  body?: unknown;
  cookie?: string | undefined;
  ip: string;
  user_agent?: string | undefined;
}

/** Signs a person in who has just chosen this password; returns the cookies of the session. */
export async function signInNow(
  deps: Deps,
  call: Pick<Call, 'ip' | 'header'>,
  { email, password }: { email: string; password: string },
): Promise<string[]> {
  const response = await askAuth(deps, {
    path: '/sign-in/email',
    method: 'POST',
    body: { email, password },
    ip: call.ip,
    user_agent: call.header('user-agent'),
  });
  return response.ok ? response.headers.getSetCookie() : [];
}
