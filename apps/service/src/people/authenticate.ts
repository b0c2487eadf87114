import { type Endpoint, type Environment, type Role, SCOPES } from '@standpoint/contract';
import type { Deps, PersonCaller } from '../deps.ts';
import { refuse } from '../refuse.ts';
import { holdersOf, type Membership, membershipOf, type SignedIn, signedIn } from './session.ts';
import { hasNone, maySetUp, SET_UP_REFUSED } from './sign-in/second-factor.ts';

/** The parts of a request that say who asks. */
interface Asked {
  method: string;
  headers: { cookie?: string; origin?: string };
  params: unknown;
}

/**
 * The person behind a session cookie, as a member of the organization in the path. Order: session → origin →
 * membership → second factor → role. A stranger learns nothing but that they are not signed in.
 */
export async function authenticatePerson(
  deps: Deps,
  endpoint: Endpoint,
  request: Asked,
): Promise<PersonCaller> {
  const found = await signedIn(deps, request.headers.cookie);
  if (found === 'none') refuse('token_missing', 'no session', { message: 'Sign in to the dashboard first.' });
  if (found === 'ended')
    refuse('token_invalid', 'session', {
      message: 'You are no longer signed in. Sign in again: nothing was changed.',
    });
  requireOwnOrigin(deps, request);
  const { org, env } = request.params as { org?: string; env?: Environment };
  if (org === undefined) return callerOf(found, { org: '', env: 'production' }, null);
  const membership = await membershipOf(deps, found, org);
  if (!membership?.role) return refuse('not_found', `no member of ${org}`);
  if (!membership.proven)
    refuse('scope_denied', 'no second factor in this session', {
      message: howToProve(membership),
    });
  await requireRole(deps, endpoint, org, membership.role);
  return callerOf(found, { org, env: env === 'sandbox' ? 'sandbox' : 'production' }, membership);
}

function howToProve({ second_factor: has, ever, proven }: Membership): string {
  if (!hasNone({ has })) return 'Sign in again with your second factor.';
  return maySetUp({ has, ever, proven })
    ? 'Set up a second factor first: an authenticator app or a passkey.'
    : SET_UP_REFUSED;
}

/** Cross-site request forgery: a cookie travels by itself, so what changes something has to come from our pages. */
function requireOwnOrigin({ config }: Deps, { method, headers }: Asked): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = new URL(config.base_url);
  if (headers.origin === origin) return;
  refuse('origin_not_allowed', `Origin ${headers.origin}`, {
    message: `Changes come only from the dashboard itself. Open it at ${config.base_url}/dashboard.`,
  });
}

async function requireRole(deps: Deps, { roles }: Endpoint, org: string, role: Role): Promise<void> {
  if (!roles || roles.includes(role)) return;
  const holders = await holdersOf(deps, org, roles);
  const whom = holders.length > 0 ? ` Ask ${holders.join(', ')}.` : '';
  refuse('scope_denied', `role ${role}`, {
    message: `Your role is ${role}. This takes the role ${roles.join(' or ')}.${whom}`,
  });
}

const callerOf = (
  person: SignedIn,
  place: { org: string; env: Environment },
  membership: Membership | null,
): PersonCaller => ({
  kind: 'person',
  ...person,
  ...place,
  actor: `user:${person.user_id}`,
  key_id: person.user_id,
  org_name: membership?.org_name ?? '',
  settings: membership?.settings ?? {},
  scopes: SCOPES,
  role: membership?.role ?? null,
});
