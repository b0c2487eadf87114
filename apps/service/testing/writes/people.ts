import { signedIn } from '../people.ts';
import type { Way, Ways, World } from './world.ts';

let made = 0;
const address = () => `invited-${++made}@people.example`;

const invited = (world: World) =>
  world.ask('POST', '/team/invitations', { email: address(), role: 'analyst' });
const colleague = async ({ service, org }: World): Promise<Way> => {
  const { user_id } = await signedIn(service, org.org, 'reviewer');
  return { values: { user_id } };
};

/** People and their organization. */
export const PEOPLE_WAYS: Ways = {
  dashboardChangeMe: () => ({ body: { name: `Ann ${++made}` } }),
  dashboardEndMySession: async ({ service, owner }) => {
    await service.database.pool.query(
      `INSERT INTO person_session (id, user_id, token, expires_at)
       VALUES ($1, $2, $1, now() + interval '1 hour')`,
      [`other-${++made}`, owner.user_id],
    );
    return { values: { id: `other-${made}` } };
  },
  dashboardAcceptInvitation: async (world) => {
    const elsewhere = await world.service.organization();
    const guest = await signedIn(world.service, elsewhere.org, 'analyst');
    const { link } = await world.ask('POST', '/team/invitations', { email: guest.email, role: 'analyst' });
    return { as: guest, body: { code: new URL(link).hash.slice(1) } };
  },
  dashboardInvite: () => ({ body: { email: address(), role: 'analyst' } }),
  dashboardTakeBackInvitation: async (world) => {
    const { invitation } = await invited(world);
    return { values: { invitation_id: invitation.invitation_id } };
  },
  dashboardChangeMember: async (world) => ({ ...(await colleague(world)), body: { role: 'auditor' } }),
  dashboardRemoveMember: colleague,
  dashboardResetMember: colleague,
  dashboardChangeProject: () => ({ body: { name: `Shop ${++made}` } }),
  dashboardChangeLimits: () => ({ body: {} }),
};
