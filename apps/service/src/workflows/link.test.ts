import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { draftVersion, publishVersion } from '../accounts/publication.ts';
import { join } from '../people/accounts.ts';

const service = sharedService();
const org = testOrganization(service, beforeEach);
let reviewer: Browser;
beforeAll(async () => {
  reviewer = await signedIn(service, (await service.organization('Home')).org, 'reviewer');
});
beforeEach(async () => {
  await join(service.database.db, org.org, reviewer.user_id, 'reviewer');
});

const at = (env = 'production') => `/dashboard/api/${org.org}/${env}/links`;
const make = (body: object, env?: string, who = reviewer, headers = {}) =>
  who.call({ path: at(env), body: { workflow_id: org.workflow_id, customer_id: 'ann', ...body }, headers });
const tokenOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('t')!;
const open = (url: string, host: 'production' | 'sandbox') =>
  service.call({ path: '/facecheck/session', token: tokenOf(url), body: {}, host });

describe('a link made by hand', () => {
  it.each(['production', 'sandbox'] as const)(
    'opens a real session of that customer in %s, which is found by the link',
    async (env) => {
      const { link_id, url, workflow_version, expires_at, made_at } = (await make({}, env)).data;
      expect(url.startsWith(`${service.config.face_base_url}/${org.workflow_id}#t=`)).toBe(true);
      expect(workflow_version).toBe(1);
      expect(Date.parse(expires_at) - Date.parse(made_at)).toBe(1_800_000);
      const state = () => reviewer.call({ path: `${at(env)}/${link_id}` });
      expect((await state()).data).toEqual({ session_id: null });
      const { session } = (await open(url, env)).data;
      expect(session.livemode).toBe(env === 'production');
      expect((await state()).data).toEqual({ session_id: session.session_id });
      const stored = await service.call({
        path: `/facecheck/session/${session.session_id}`,
        token: org.results[env],
        host: env,
      });
      expect(stored.data).toMatchObject({ customer_id: 'ann', workflow_id: org.workflow_id });
    },
  );

  it('is audited with who made it, and without the customer or the token', async () => {
    const { link_id, url } = (await make({ customer_id: 'cus_secret' })).data;
    const { rows } = await service.database.pool.query(
      `SELECT *, audit::text AS whole FROM audit WHERE org = $1 AND action = 'face.link_made'`,
      [org.org],
    );
    expect(rows[0]).toMatchObject({
      actor: `user:${reviewer.user_id}`,
      env: 'production',
      target: org.workflow_id,
      detail: { version: 1, link_id },
    });
    expect(rows[0].whole).not.toContain('cus_secret');
    expect(rows[0].whole).not.toContain(tokenOf(url).slice(-40));
  });

  it('leads back only to an address of the workflow', async () => {
    const { org: organization } = org;
    const definition = { name: 'Back', redirect_urls: ['https://shop.example/done'] };
    const { id } = (await draftVersion(
      service.database.db,
      'workflow',
      { org: organization, actor: 'test' },
      definition,
    ))!;
    await publishVersion(service.database.db, 'workflow', { org: organization, id, actor: 'test' });
    const good = await make({ workflow_id: id, redirect: 'https://shop.example/done' });
    expect(new URLSearchParams(new URL(good.data.url).hash.slice(1)).get('r')).toBe(
      'https://shop.example/done',
    );
    const bad = await make({ workflow_id: id, redirect: 'https://evil.example/done' });
    expectRefusal(bad, 400, 'invalid_request');
    expect(bad.data.error.fields[0].path).toBe('redirect');
  });

  it('pressed twice is one link', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(20) };
    const first = (await make({}, 'production', reviewer, headers)).data;
    expect((await make({}, 'production', reviewer, headers)).data).toEqual(first);
  });

  it('is not made for a workflow that is unknown, unpublished or of others, nor without a customer', async () => {
    const others = await service.organization('Others');
    expect((await make({ workflow_id: others.workflow_id })).code).toBe('workflow_not_found');
    await service.database.pool.query(`UPDATE workflow SET status = 'archived' WHERE org = $1`, [org.org]);
    await expect.poll(async () => (await make({})).code).toBe('workflow_inactive');
    expectRefusal(await make({ customer_id: '' }), 400, 'invalid_request');
  });

  it('is not made by an auditor', async () => {
    const auditor = await signedIn(service, org.org, 'auditor');
    expectRefusal(await make({}, 'production', auditor), 403, 'scope_denied');
  });

  it('is not found from another organization or environment', async () => {
    const { link_id, url } = (await make({})).data;
    await open(url, 'production');
    const others = await service.organization('Others');
    const stranger = await signedIn(service, others.org, 'owner');
    const theirs = await stranger.call({ path: `/dashboard/api/${others.org}/production/links/${link_id}` });
    expect(theirs.data).toEqual({ session_id: null });
    expect((await reviewer.call({ path: `${at('sandbox')}/${link_id}` })).data).toEqual({ session_id: null });
  });
});
