import type { Endpoint } from '../endpoint.ts';
import { ENVIRONMENTS } from '../ids.ts';
import { closed, formed, id, oneOf, type TProperties } from '../schema.ts';
import type { Role } from './roles.ts';

/** The dashboard's API lies below this path; its pages below `/dashboard`. */
export const DASHBOARD_API = '/dashboard/api';

/**
 * What every endpoint for a signed-in person has: the session cookie, a limit by session, no CORS. Anything but a
 * read also needs an `Origin` that is the service's own.
 */
export const person = <const R extends readonly Role[] | undefined = undefined>(roles?: R) => ({
  credential: ['person'] as const,
  ...(roles && { roles }),
  limit: 'dashboard' as const,
  cors: 'none' as const,
});

/** Refusals of any endpoint for a signed-in person. 404: also of an organization of which they are no member. */
export const WITH_PERSON = [
  'token_missing',
  'token_invalid',
  'origin_not_allowed',
  'scope_denied',
  'invalid_request',
  'not_found',
] as const;

const org = () => id('org');
const env = () => oneOf(...ENVIRONMENTS);

/** Path parameters of what belongs to an organization. */
export const inOrg = <P extends TProperties>(more: P = {} as P) => closed({ org: org(), ...more });
/** Path parameters of what belongs to an organization and an environment. */
export const inEnv = <P extends TProperties>(more: P = {} as P) =>
  closed({ org: org(), env: env(), ...more });

/** A one-time code of 160 bits in a link's fragment, which reaches no log. */
export const linkCode = () => formed('^[0-9A-HJKMNP-TV-Z]{32}$', 'the 32 characters after # in the link');

/**
 * The same endpoint for a signed-in person: below the organization and environment in the path, with the roles
 * that may call it. The handler is the same.
 */
export function forPeople<E extends Endpoint>(endpoint: E, roles: readonly Role[]): Endpoint {
  const { scope: _scope, given: _given, credential: _credential, ...same } = endpoint;
  const params = (endpoint.params as { properties?: TProperties } | undefined)?.properties ?? {};
  return {
    ...same,
    ...person(roles),
    name: `dashboard${endpoint.name[0]!.toUpperCase()}${endpoint.name.slice(1)}`,
    path: `${DASHBOARD_API}/{org}/{env}${endpoint.path}`,
    params: inEnv(params),
    errors: [...new Set([...endpoint.errors.filter((code) => !WITH_KEY.has(code)), ...WITH_PERSON])],
    ...(endpoint.method !== 'GET' && { idempotency_key: true as const }),
  };
}

/** Refusals that only a key can meet. */
const WITH_KEY: ReadonlySet<string> = new Set([
  'api_key_missing',
  'api_key_invalid',
  'key_in_browser',
  'ip_not_allowed',
  'environment_mismatch',
]);
