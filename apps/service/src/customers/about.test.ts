import type { Role } from '@standpoint/contract';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { person } from '../../testing/face/face.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { verified } from '../../testing/reviews.ts';

const service = sharedService();
const org = testOrganization(service);
const people = new Map<Role, Browser>();
beforeAll(async () => {
  for (const role of ['owner', 'reviewer', 'auditor'] as const)
    people.set(role, await signedIn(service, org.org, role));
});

const path = (id: string, rest = '', env = 'production') =>
  `/dashboard/api/${org.org}/${env}/customers/${id}${rest}`;
const about = async (id: string, env?: string) =>
  (await people.get('reviewer')!.call({ path: path(id, '/about', env) })).data;
const ask = (
  method: 'GET' | 'PUT' | 'DELETE',
  id: string,
  rest: string,
  { as = 'owner' as Role, body = undefined as object | undefined, env = 'production' } = {},
) => people.get(as)!.call({ method, path: path(id, rest, env), ...(body && { body }) });

/** A check on an install that came back; without one, on a new install. Gives the install. */
async function seen(customer_id: string, install_id?: string): Promise<string> {
  const body = { customer_id, transaction_type: 'deposit', ...(install_id && { install_id }) };
  const minted = await service.call({ path: '/geolocation/preflight', token: org.api.production, body });
  const payload = await seal(minted.data.token, browserEvidence());
  const answer = await service.call({
    path: '/geolocation/verify',
    token: minted.data.token,
    body: { payload },
  });
  expect(answer.status, answer.text).toBe(200);
  return minted.data.install_id;
}

describe('what is kept of a customer', () => {
  it('of whom nothing is known is nothing', async () => {
    expect(await about('stranger')).toEqual({
      known: false,
      stored: { verifications: 0, sessions: 0, frames: 0, templates: 0 },
      hold: null,
      erased: null,
      consent: null,
      installs: [],
    });
  });

  it('is counted as the erasure then counts it', async () => {
    await verified(service, org, 'bob');
    const desktop = await person(service, org, { customer: { customer_id: 'bob' } });
    const { session_id } = (await desktop.open()).data.session;
    await desktop.consent();
    await desktop.submit(await desktop.attempt());
    const before = await about('bob');
    expect(before).toMatchObject({
      known: true,
      stored: { verifications: 1, sessions: 1, frames: 8, templates: 0 },
      consent: { session_id, accepted: true, withdrawn_at: null },
    });
    const erased = await ask('DELETE', 'bob', '');
    expect(erased.data.counts).toEqual(before.stored);
    expect(decodeJwt(erased.data.receipt)).toMatchObject({ sub: 'bob', ...before.stored });
    expect(await about('bob')).toMatchObject({
      known: false,
      stored: { verifications: 0, sessions: 0, frames: 0, templates: 0 },
      erased: { counts: before.stored, finished: true },
      consent: null,
      installs: [],
    });
    const { rows } = await service.database.pool.query(
      `SELECT actor FROM audit WHERE org = $1 AND action = 'customer.erased'`,
      [org.org],
    );
    expect(rows[0].actor).toBe(`user:${people.get('owner')!.user_id}`);
  });

  it('has the installs, with the others who were seen on each', async () => {
    const shared = await seen('cid');
    await seen('cid', shared);
    await seen('dan', shared);
    await seen('dan');
    const { installs } = await about('cid');
    const [one] = installs.filter(({ others }: { others: number }) => others > 0);
    expect(one).toMatchObject({ others: 1, household: false, shared_with: [{ customer_id: 'dan' }] });
    expect((await about('dan')).installs.some(({ others }: { others: number }) => others === 0)).toBe(false);
    expect((await about('dan', 'sandbox')).installs).toEqual([]);
    await ask('DELETE', 'dan', '');
    expect((await about('cid')).installs.every(({ others }: { others: number }) => others === 0)).toBe(true);
  });
});

describe('a legal hold from the dashboard', () => {
  it('names who placed it; its reason is for those who keep the records', async () => {
    await verified(service, org, 'ann');
    const body = { reason: 'Smith against Example' };
    expectRefusal(await ask('PUT', 'ann', '/hold', { as: 'reviewer', body }), 403, 'scope_denied');
    expectRefusal(await ask('PUT', 'ann', '/hold', { as: 'auditor', body }), 403, 'scope_denied');
    const { hold_id } = (await ask('PUT', 'ann', '/hold', { body })).data;
    const found = await about('ann');
    expect(found.hold).toMatchObject({ hold_id, until: null, placed_by: expect.stringMatching(/^Person /) });
    expect(JSON.stringify(found)).not.toContain('Smith');
    expectRefusal(await ask('GET', 'ann', '/hold', { as: 'reviewer' }), 403, 'scope_denied');
    expect((await ask('GET', 'ann', '/hold', { as: 'auditor' })).data.reason).toBe('Smith against Example');
    expectRefusal(await ask('DELETE', 'ann', ''), 409, 'legal_hold');
    expect((await about('ann')).hold.erasure_asked_at).not.toBeNull();
    const removed = (await ask('DELETE', 'ann', '/hold')).data;
    expect(removed.erased.receipt).toMatch(/^eyJ/);
    expect(await about('ann')).toMatchObject({ known: false, hold: null });
  });
});

it('what a person does in the sandbox bears the sandbox’s name: the receipt of an erasure checks there', async () => {
  await verified(service, org, 'test_pass_1', { env: 'sandbox' });
  const { receipt } = (await ask('DELETE', 'test_pass_1', '', { env: 'sandbox' })).data;
  expect(decodeJwt(receipt)).toMatchObject({ iss: service.config.sandbox_base_url, env: 'sandbox' });
});

it('an export is for those who take records out, page by page, and each page is audited', async () => {
  await verified(service, org, 'eve');
  expectRefusal(await ask('GET', 'eve', '/export', { as: 'reviewer' }), 403, 'scope_denied');
  const first = (await ask('GET', 'eve', '/export?limit=1', { as: 'auditor' })).data;
  expect(first).toMatchObject({ customer_id: 'eve', records: [{ kind: 'customer' }] });
  expect(first.next_cursor).not.toBeNull();
});
