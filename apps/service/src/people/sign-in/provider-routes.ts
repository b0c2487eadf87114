import type { beginProviderSignIn, readSignInWays } from '@standpoint/contract';
import { Answer } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { discover } from '../../tokens/id-token.ts';
import { askAuth, inTime } from './ask.ts';
import { takeSignIn } from './attempts.ts';
import { PROVIDER_ID, SIGN_IN_PAGE } from './auth-path.ts';

export const readSignInWaysHandler: Handler<typeof readSignInWays> = async (_call, { config }) => ({
  provider: config.oidc && { name: config.oidc.name },
});

const PAGES = { start: '/dashboard', invitation: '/dashboard/invitation' } as const;

export const beginProviderSignInHandler: Handler<typeof beginProviderSignIn> = async (call, deps) => {
  const { oidc, base_url } = deps.config;
  if (!oidc)
    return refuse('not_found', 'no provider', { message: 'No identity provider is set up on this service.' });
  // Another site must not begin a sign-in in this browser.
  if (call.origin !== new URL(base_url).origin)
    refuse('origin_not_allowed', `Origin ${call.origin}`, { message: `Sign in at ${base_url}/dashboard.` });
  await takeSignIn(deps, call.ip, 'provider');
  const unavailable = (why: string) =>
    refuse('unavailable', `identity provider: ${why}`, {
      message: `${oidc.name} does not answer. Try again in a minute, or sign in in another way.`,
    });
  await discover(oidc.issuer).catch((cause: Error) => unavailable(cause.message));
  const response = await inTime(
    askAuth(deps, {
      path: '/sign-in/oauth2',
      method: 'POST',
      body: {
        providerId: PROVIDER_ID,
        callbackURL: PAGES[call.body.page],
        errorCallbackURL: SIGN_IN_PAGE,
        disableRedirect: true,
      },
      ip: call.ip,
      user_agent: call.header('user-agent'),
    }),
  );
  if (!response?.ok) return unavailable(response ? await response.text() : 'no answer');
  const { url } = (await response.json()) as { url: string };
  return new Answer({ url }, { headers: { 'set-cookie': response.headers.getSetCookie() } });
};
