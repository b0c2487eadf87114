import { describe, expect, it } from 'vitest';
import { sharedService } from '../../testing/hooks.ts';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';

const service = sharedService();
const at = (org: string, more = '') => `/dashboard/api/${org}/team${more}`;

describe('a link', () => {
  it('of a member who was removed or demoted gives nothing', async () => {
    const { org } = await service.organization();
    const owner = await signedIn(service, org, 'owner');
    const admin = await signedIn(service, org, 'admin');
    const invited = await admin.call({
      path: at(org, '/invitations'),
      body: { email: 'late@people.example', role: 'admin' },
    });
    const developer = await signedIn(service, org, 'developer');
    const reset = await admin.call({
      method: 'POST',
      path: at(org, `/members/${developer.user_id}/reset`),
      body: {},
    });
    const promote = at(org, `/members/${developer.user_id}`);
    expect((await owner.call({ method: 'PATCH', path: promote, body: { role: 'owner' } })).status).toBe(200);
    const open = (link: string) =>
      owner.call({ path: '/dashboard/api/auth/link', body: { code: link.split('#')[1] } });
    expectRefusal(await open(reset.data.link), 401, 'token_invalid');
    const gone = await owner.call({ method: 'DELETE', path: at(org, `/members/${admin.user_id}`) });
    expect(gone.status).toBe(200);
    expectRefusal(await open(invited.data.link), 401, 'token_invalid');
  });

  it('that outlived its maker’s role is refused when it is used', async () => {
    const { org } = await service.organization();
    const admin = await signedIn(service, org, 'admin');
    const { data } = await admin.call({
      path: at(org, '/invitations'),
      body: { email: 'kept@people.example', role: 'admin' },
    });
    // As if the change had come between the look and the use.
    await service.database.pool.query(`UPDATE member SET role = 'analyst' WHERE user_id = $1`, [
      admin.user_id,
    ]);
    const body = { code: data.link.split('#')[1], name: 'Kit', password: 'a long enough password' };
    const used = await admin.call({ path: '/dashboard/api/auth/link', body });
    expectRefusal(used, 401, 'token_expired');
    expect(used.message).toContain('may not do so any more');
  });

  it('resets no owner of another organization, although its maker is an admin there', async () => {
    const [a, b] = [await service.organization(), await service.organization()];
    const mallory = await signedIn(service, a.org, 'owner');
    const olga = await signedIn(service, b.org, 'owner');
    const { db } = service.database;
    await db.insertInto('member').values({ org: b.org, user_id: mallory.user_id, role: 'admin' }).execute();
    await db.insertInto('member').values({ org: a.org, user_id: olga.user_id, role: 'developer' }).execute();
    const path = at(a.org, `/members/${olga.user_id}/reset`);
    expectRefusal(await mallory.call({ method: 'POST', path, body: {} }), 403, 'scope_denied');
  });

  it('to an owner is taken back and replaced by owners alone', async () => {
    const { org } = await service.organization();
    const owner = await signedIn(service, org, 'owner');
    const admin = await signedIn(service, org, 'admin');
    const body = { email: 'second-owner@people.example', role: 'owner' };
    const { data } = await owner.call({ path: at(org, '/invitations'), body });
    const path = at(org, `/invitations/${data.invitation.invitation_id}`);
    expectRefusal(await admin.call({ method: 'DELETE', path }), 403, 'scope_denied');
    const lower = { ...body, role: 'auditor' };
    expectRefusal(await admin.call({ path: at(org, '/invitations'), body: lower }), 403, 'scope_denied');
    expect((await owner.call({ path: at(org) })).data.invitations).toMatchObject([{ role: 'owner' }]);
  });
});

describe('a team', () => {
  it('always keeps an owner, also when two owners remove each other at once', async () => {
    const { org } = await service.organization();
    const [one, two] = [await signedIn(service, org, 'owner'), await signedIn(service, org, 'owner')];
    const [a, b] = await Promise.all([
      one.call({ method: 'DELETE', path: at(org, `/members/${two.user_id}`) }),
      two.call({ method: 'DELETE', path: at(org, `/members/${one.user_id}`) }),
    ]);
    expect([a!.status, b!.status].filter((status) => status === 200)).toHaveLength(1);
    const left = a!.status === 200 ? one : two;
    const own = at(org, `/members/${left.user_id}`);
    expectRefusal(await left.call({ method: 'DELETE', path: own }), 403, 'scope_denied');
    const step = await left.call({ method: 'PATCH', path: own, body: { role: 'admin' } });
    expectRefusal(step, 403, 'scope_denied');
    const { members } = (await left.call({ path: at(org) })).data;
    expect(members).toMatchObject([{ user_id: left.user_id, role: 'owner' }]);
  });

  it('lets an admin manage all members but owners', async () => {
    const { org } = await service.organization();
    const owner = await signedIn(service, org, 'owner');
    const admin = await signedIn(service, org, 'admin');
    const analyst = await signedIn(service, org, 'analyst');
    const change = (user_id: string, role: string) =>
      admin.call({ method: 'PATCH', path: at(org, `/members/${user_id}`), body: { role } });
    expectRefusal(await change(owner.user_id, 'auditor'), 403, 'scope_denied');
    expectRefusal(await change(admin.user_id, 'owner'), 403, 'scope_denied');
    expectRefusal(
      await admin.call({ path: at(org, '/invitations'), body: { email: 'x@y.example', role: 'owner' } }),
      403,
      'scope_denied',
    );
    expect((await change(analyst.user_id, 'auditor')).data).toMatchObject({ role: 'auditor' });
    const reads = await analyst.call({ path: `/dashboard/api/${org}/production/geolocation/verifications` });
    expect(reads.status).toBe(200);
    const gone = await admin.call({ method: 'DELETE', path: at(org, `/members/${analyst.user_id}`) });
    expect(gone.status).toBe(200);
    // The very next call counts.
    expectRefusal(await analyst.call({ path: at(org) }), 404, 'not_found');
  });

  it('invites once, and takes an invitation back', async () => {
    const { org } = await service.organization();
    const owner = await signedIn(service, org, 'owner');
    const body = { email: 'Guest@People.example', role: 'analyst' };
    const first = await owner.call({ path: at(org, '/invitations'), body });
    expect(first.data.link).toContain('/dashboard/invitation#');
    const again = await owner.call({ path: at(org, '/invitations'), body });
    const { invitations } = (await owner.call({ path: at(org) })).data;
    expect(invitations).toEqual([again.data.invitation]);
    const link = { path: '/dashboard/api/auth/link', body: { code: first.data.link.split('#')[1] } };
    expectRefusal(await owner.call(link), 401, 'token_invalid');
    const path = at(org, `/invitations/${again.data.invitation.invitation_id}`);
    expect((await owner.call({ method: 'DELETE', path })).status).toBe(200);
    link.body.code = again.data.link.split('#')[1];
    expectRefusal(await owner.call(link), 401, 'token_invalid');
    const member = await owner.call({ path: at(org, '/invitations'), body: { ...body, email: owner.email } });
    expect(member.data.error.fields).toEqual([{ path: 'email', message: 'is a member already' }]);
  });

  it('resets a member who belongs here alone, and sends others to the operator', async () => {
    const [here, there] = [await service.organization(), await service.organization()];
    const admin = await signedIn(service, here.org, 'admin');
    const alone = await signedIn(service, here.org, 'analyst');
    const both = await signedIn(service, here.org, 'analyst');
    await service.database.db
      .insertInto('member')
      .values({ org: there.org, user_id: both.user_id, role: 'owner' })
      .execute();
    const reset = (user_id: string) =>
      admin.call({ method: 'POST', path: at(here.org, `/members/${user_id}/reset`), body: {} });
    expect((await reset(alone.user_id)).data.link).toContain('/dashboard/reset#');
    expectRefusal(await reset(both.user_id), 403, 'scope_denied');
  });
});

it('a person ends their other sessions, and no other person’s', async () => {
  const { org } = await service.organization();
  const one = await signedIn(service, org, 'analyst');
  const other = await signedIn(service, org, 'analyst');
  const list = async (who: typeof one) =>
    (await who.call({ path: '/dashboard/api/me/sessions' })).data.sessions;
  const [theirs] = await list(other);
  const end = (id: string) => one.call({ method: 'DELETE', path: `/dashboard/api/me/sessions/${id}` });
  expectRefusal(await end(theirs.session_id), 404, 'not_found');
  const before = await list(one);
  expect(before.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(before[0]).toMatchObject({ network: '127.0.0.0/24' });
  const ended = await end('others');
  expect(ended.data, ended.text).toEqual({ ended: before.length - 1 });
  expect(await list(one)).toHaveLength(1);
});
