import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, id, name, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { DASHBOARD_API, linkCode, person, WITH_PERSON } from './person.ts';
import { Role } from './roles.ts';

/** What the dashboard remembers of a person's wishes, on every device. */
export const Preferences = closed({
  theme: optional(oneOf('system', 'light', 'dark')),
  direction: optional(oneOf('auto', 'ltr', 'rtl')),
  /** IANA name; absent: the browser's. */
  time_zone: optional(text(64)),
  /** Single-letter keys (WCAG 2.1.4); on when absent. */
  letter_keys: optional(Type.Boolean()),
});
export type Preferences = Static<typeof Preferences>;

export const Me = closed({
  user_id: id('usr'),
  name: Type.String(),
  email: Type.String(),
  /**
   * What the person has beside a password. `provider`: they have no password, and sign in at the identity provider;
   * `none`: a password alone.
   */
  second_factor: oneOf('totp', 'passkey', 'provider', 'none'),
  /** Whether this session proved a second factor. Without that, it may do nothing else but prove or set up one. */
  proven: Type.Boolean(),
  /** Whether this session may set up a second factor. The first one aside, that takes a session that proved one. */
  may_set_up: Type.Boolean(),
  /** Whether there is a password to change. */
  has_password: Type.Boolean(),
  preferences: Preferences,
  /** Organizations that the person belongs to, in the order of their names. */
  memberships: Type.Array(closed({ org: id('org'), name: Type.String(), role: Role })),
  session: closed({ session_id: Type.String(), expires_at: timestamp() }),
});
export type Me = Static<typeof Me>;

const base = { ...person(), max_body: 'body_bytes' as const };
const write = { ...base, idempotency_key: true as const };

export const readMe = endpoint({
  ...base,
  name: 'dashboardMe',
  method: 'GET',
  path: `${DASHBOARD_API}/me`,
  summary: 'The signed-in person, and where they belong.',
  answer: Me,
  errors: WITH_PERSON,
});

export const changeMe = endpoint({
  ...write,
  name: 'dashboardChangeMe',
  method: 'PATCH',
  path: `${DASHBOARD_API}/me`,
  summary: 'Change one’s own name or preferences. Preferences that are left out stay.',
  body: closed({ name: optional(name(80)), preferences: optional(Preferences) }),
  answer: Me,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const PersonSession = closed({
  session_id: Type.String(),
  /** This very session. */
  current: Type.Boolean(),
  created_at: timestamp(),
  last_seen_at: timestamp(),
  expires_at: timestamp(),
  /** Such as "Firefox on Windows". */
  device: Type.String(),
  /** The network, not the whole address. */
  network: nullable(Type.String()),
});
export type PersonSession = Static<typeof PersonSession>;

export const listMySessions = endpoint({
  ...base,
  name: 'dashboardMySessions',
  method: 'GET',
  path: `${DASHBOARD_API}/me/sessions`,
  summary: 'Where one is signed in.',
  answer: closed({ sessions: Type.Array(PersonSession) }),
  errors: WITH_PERSON,
});

export const endMySession = endpoint({
  ...write,
  name: 'dashboardEndMySession',
  method: 'DELETE',
  path: `${DASHBOARD_API}/me/sessions/{id}`,
  summary: 'End a session; `others` ends all but this one.',
  params: closed({ id: text(64) }),
  answer: closed({ ended: Type.Integer() }),
  errors: WITH_PERSON,
});

/** For a person who has an account already: the invitation's address has to be theirs. */
export const acceptInvitation = endpoint({
  ...write,
  name: 'dashboardAcceptInvitation',
  method: 'POST',
  path: `${DASHBOARD_API}/me/invitation`,
  summary: 'Accept an invitation with the account that one is signed in with.',
  body: closed({ code: linkCode() }),
  answer: Me,
  errors: [...WITH_BODY, ...WITH_PERSON, 'token_expired'],
});

export const ME_ENDPOINTS = [readMe, changeMe, listMySessions, endMySession, acceptInvitation] as const;
