import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, oneOf, Type } from '../schema.ts';
import { DASHBOARD_API } from './person.ts';

const open = { credential: ['none'], limit: 'none', cors: 'none' } as const;

export const readSignInWays = endpoint({
  ...open,
  name: 'dashboardSignInWays',
  method: 'GET',
  path: `${DASHBOARD_API}/auth/ways`,
  summary: 'How people may sign in beside password and passkey.',
  answer: closed({
    /** The identity provider of the operator (OpenID Connect), by the name that its people know it by. */
    provider: nullable(closed({ name: Type.String() })),
  }),
  errors: [],
});

/**
 * Begins a sign-in at the identity provider. The browser is to go to `url`; a cookie of this answer binds the way back
 * to this very browser.
 */
export const beginProviderSignIn = endpoint({
  ...open,
  name: 'dashboardBeginProviderSignIn',
  method: 'POST',
  path: `${DASHBOARD_API}/auth/provider`,
  summary: 'Begin a sign-in at the identity provider.',
  max_body: 'body_bytes',
  /** `page`: where the person comes back to. */
  body: closed({ page: oneOf('start', 'invitation') }),
  answer: closed({ url: Type.String() }),
  errors: [...WITH_BODY, 'not_found', 'origin_not_allowed', 'rate_limited', 'unavailable'],
});

export const PROVIDER_ENDPOINTS = [readSignInWays, beginProviderSignIn] as const;
