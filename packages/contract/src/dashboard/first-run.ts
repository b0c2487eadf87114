import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, formed, id, name, oneOf, optional, Type, timestamp } from '../schema.ts';
import { PASSWORD_LEAST, PASSWORD_MOST } from './password.ts';
import { DASHBOARD_API, linkCode } from './person.ts';
import { Role } from './roles.ts';

export * from './password.ts';

/**
 * What the sign-in accepts too. A wider form would make accounts that can never sign in, and mail that goes to others:
 * a comma makes two addresses of one.
 */
export const EMAIL_PATTERN =
  "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$";
export const emailAddress = () =>
  formed(EMAIL_PATTERN, 'an e-mail address like ana@example.com', { maxLength: 254 });

export const newPassword = () =>
  formed('^[^\\u0000-\\u001f\\u007f]*$', `at least ${PASSWORD_LEAST} characters`, {
    minLength: PASSWORD_LEAST,
    maxLength: PASSWORD_MOST,
  });

/** What a new person chooses. */
const newPerson = { name: name(80), password: newPassword() };

const open = { credential: ['none'], limit: 'none', cors: 'none', max_body: 'body_bytes' } as const;
const LINK_ERRORS = [
  ...WITH_BODY,
  'token_invalid',
  'token_expired',
  'origin_not_allowed',
  'rate_limited',
] as const;

/**
 * The one-time set-up link. Without `owner`, the link is only looked at: it can be opened again after a reload. With
 * `owner`, exactly one caller becomes the owner of the organization and is signed in.
 */
export const setUp = endpoint({
  ...open,
  name: 'dashboardSetUp',
  method: 'POST',
  path: `${DASHBOARD_API}/setup`,
  summary: 'Open the set-up link, and become the owner.',
  body: closed({
    code: linkCode(),
    owner: optional(closed({ ...newPerson, email: emailAddress(), organization: optional(name(100)) })),
  }),
  answer: closed({
    org: id('org'),
    organization: Type.String(),
    /** The organization of the demo, which keeps its name unless the owner gives another. */
    demo: Type.Boolean(),
    base_url: Type.String(),
    /** Whether this very call came to the base address; else, the address that it came to. */
    reached_at: Type.String(),
    server_time: timestamp(),
    expires_at: timestamp(),
    /** True once the owner was made by this call. */
    done: Type.Boolean(),
  }),
  errors: LINK_ERRORS,
});

/** An invitation, or a reset of a password: looked at without `password`, used with it. */
export const openLink = endpoint({
  ...open,
  name: 'dashboardOpenLink',
  method: 'POST',
  path: `${DASHBOARD_API}/auth/link`,
  summary: 'Open an invitation or a password reset, and accept it.',
  body: closed({
    code: linkCode(),
    name: optional(name(80)),
    password: optional(newPassword()),
  }),
  answer: closed({
    purpose: oneOf('invitation', 'reset'),
    organization: nullable(Type.String()),
    role: nullable(Role),
    email: Type.String(),
    /** The person has an account already: they sign in, and the invitation is accepted with that account. */
    known: Type.Boolean(),
    expires_at: timestamp(),
    done: Type.Boolean(),
  }),
  errors: LINK_ERRORS,
});

export const FIRST_RUN_ENDPOINTS = [setUp, openLink] as const;
