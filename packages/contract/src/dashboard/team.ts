import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, id, oneOf, type Static, Type, timestamp } from '../schema.ts';
import { emailAddress } from './first-run.ts';
import { DASHBOARD_API, inOrg, person, WITH_PERSON } from './person.ts';
import { MANAGERS, Role } from './roles.ts';

export const Member = closed({
  user_id: id('usr'),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  second_factor: oneOf('totp', 'passkey', 'provider', 'none'),
  since: timestamp(),
  last_seen_at: nullable(timestamp()),
});
export type Member = Static<typeof Member>;

export const Invitation = closed({
  invitation_id: id('inv'),
  email: Type.String(),
  role: Role,
  invited_by: Type.String(),
  created_at: timestamp(),
  expires_at: timestamp(),
});
export type Invitation = Static<typeof Invitation>;

const write = { ...person(MANAGERS), max_body: 'body_bytes' as const, idempotency_key: true as const };
const member = inOrg({ user_id: id('usr') });
const invitation = inOrg({ invitation_id: id('inv') });

export const readTeam = endpoint({
  ...person(),
  name: 'dashboardTeam',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/team`,
  summary: 'Members, and invitations that wait.',
  params: inOrg(),
  answer: closed({ members: Type.Array(Member), invitations: Type.Array(Invitation) }),
  errors: WITH_PERSON,
});

export const invite = endpoint({
  ...write,
  name: 'dashboardInvite',
  method: 'POST',
  path: `${DASHBOARD_API}/{org}/team/invitations`,
  summary:
    'Invite a person by e-mail, or by a link to copy where no mail server is set up. Lives for 7 days.',
  params: inOrg(),
  body: closed({ email: emailAddress(), role: Role }),
  answer: closed({
    invitation: Invitation,
    /** Shown once; null where it was sent by mail. */
    link: nullable(Type.String()),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const takeBackInvitation = endpoint({
  ...write,
  name: 'dashboardTakeBackInvitation',
  method: 'DELETE',
  path: `${DASHBOARD_API}/{org}/team/invitations/{invitation_id}`,
  summary: 'Take an invitation back. Its link stops working at once.',
  params: invitation,
  answer: closed({ invitation_id: id('inv') }),
  errors: WITH_PERSON,
});

export const changeMember = endpoint({
  ...write,
  name: 'dashboardChangeMember',
  method: 'PATCH',
  path: `${DASHBOARD_API}/{org}/team/members/{user_id}`,
  summary: 'Change a member’s role. Only owners make or unmake owners, and the last owner stays one.',
  params: member,
  body: closed({ role: Role }),
  answer: Member,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const removeMember = endpoint({
  ...write,
  name: 'dashboardRemoveMember',
  method: 'DELETE',
  path: `${DASHBOARD_API}/{org}/team/members/{user_id}`,
  summary: 'Remove a member. Their sessions lose this organization at once.',
  params: member,
  answer: closed({ user_id: id('usr') }),
  errors: WITH_PERSON,
});

export const resetMember = endpoint({
  ...write,
  name: 'dashboardResetMember',
  method: 'POST',
  path: `${DASHBOARD_API}/{org}/team/members/{user_id}/reset`,
  summary:
    'A link with which a member who lost their password or second factor sets both anew. Lives for 24 hours.',
  params: member,
  answer: closed({ link: nullable(Type.String()), expires_at: timestamp() }),
  errors: WITH_PERSON,
});

export const TEAM_ENDPOINTS = [
  readTeam,
  invite,
  takeBackInvitation,
  changeMember,
  removeMember,
  resetMember,
] as const;
