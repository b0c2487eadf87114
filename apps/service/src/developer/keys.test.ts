import { SCOPES } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { keyMaker } from '../../testing/keys/maker.ts';
import { storedAnywhere } from '../../testing/keys/stored-anywhere.ts';
import { mutant } from '../../testing/mutant.ts';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { LIVE_KEYS_MAX, parseKey } from '../accounts/api-keys.ts';
import type * as Idempotency from '../calls/idempotency.ts';
import { newId } from '../ids.ts';
import { route } from '../route.ts';

const { service, org, owner, at, make, made, mint } = keyMaker();
const list = async (env?: string) => (await owner.call({ path: at('', env) })).data.keys;
const rotate = (key_id: string, overlap: string, headers: Record<string, string> = {}) =>
  owner.call({ path: at(`/${key_id}/rotate`), body: { overlap }, headers });
const revoke = (key_id: string, env?: string) =>
  owner.call({ method: 'DELETE', path: at(`/${key_id}`, env) });
const audited = async () =>
  (
    await service.database.pool.query(
      `SELECT actor, action, env, target, request_id, ip, detail FROM audit
        WHERE org = $1 AND action LIKE 'key.%' ORDER BY at, audit_id`,
      [org.org],
    )
  ).rows;

describe('a key made in the dashboard', () => {
  it('works, is shown without its secret, and says who made it', async () => {
    const { key_id, key } = await made({ kind: 'api', name: 'Checkout', cidrs: ['127.0.0.0/8'] });
    expect((await mint(key)).status).toBe(200);
    const name = `Person ${owner.email.replace(/\D/g, '')}`;
    await expect.poll(async () => (await list())[0].last_used_at).not.toBeNull();
    expect((await list())[0]).toEqual({
      key_id,
      kind: 'api',
      name: 'Checkout',
      starts: key.slice(0, 16),
      last4: key.slice(-10, -6),
      scopes: [],
      cidrs: ['127.0.0.0/8'],
      created_at: expect.any(String),
      created_by: name,
      last_used_at: expect.any(String),
      expires_at: null,
      revoked_at: null,
      misused: null,
    });
    expect(await list('sandbox')).not.toContainEqual(expect.objectContaining({ key_id }));
    const [entry] = await audited();
    expect(entry).toEqual({
      actor: `user:${owner.user_id}`,
      action: 'key.created',
      env: 'production',
      target: key_id,
      request_id: expect.stringMatching(/^req_/),
      ip: '127.0.0.0/24',
      detail: { kind: 'api', scopes: [], cidrs: ['127.0.0.0/8'] },
    });
  });

  it('has its secret nowhere in the database, not even where the answer is kept for a repetition', async () => {
    const { key } = (await make({ kind: 'api', name: 'Secret' }, { 'idempotency-key': 'a'.repeat(20) })).data;
    const { lookup, secret } = parseKey(key)!;
    expect(await storedAnywhere(service, secret)).toEqual([]);
    // Controls: the search finds what is stored, as text and as bytes.
    expect(await storedAnywhere(service, lookup)).toEqual(['api_key']);
    await service.database.pool.query(`UPDATE api_key SET secret_sha256 = $1 WHERE lookup = $2`, [
      Buffer.from(secret),
      lookup,
    ]);
    expect(await storedAnywhere(service, secret)).toEqual(['api_key']);
  });

  it('for results has the scopes that were named, or all', async () => {
    await made({ kind: 'results', name: 'Some', scopes: ['evaluate'] });
    await made({ kind: 'results', name: 'All' });
    const scopes = (await list()).slice(0, 2).map((key: { scopes: string[] }) => key.scopes);
    expect(scopes).toEqual([[...SCOPES], ['evaluate']]);
  });

  it.each([
    [{ kind: 'api' }, 'name'],
    [{ kind: 'api', name: '' }, 'name'],
    [{ kind: 'api', name: 'x'.repeat(81) }, 'name'],
    [{ kind: 'api', name: 'a\nb' }, 'name'],
    [{ kind: 'admin', name: 'x' }, 'kind'],
    [{ kind: 'api', name: 'x', scopes: ['evaluate'] }, 'scopes'],
    [{ kind: 'results', name: 'x', scopes: [] }, 'scopes'],
    [{ kind: 'results', name: 'x', scopes: ['all'] }, 'scopes.0'],
    [{ kind: 'api', name: 'x', cidrs: ['10.0.0.0/8', '10.0.0.0/99'] }, 'cidrs.1'],
    [{ kind: 'api', name: 'x', cidrs: ['nowhere'] }, 'cidrs.0'],
    [{ kind: 'api', name: 'x', nmae: 'y' }, 'nmae'],
  ])('is not made from %j, and the wrong field is named', async (body, path) => {
    const answer = await make(body);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields.map((field: { path: string }) => field.path)).toEqual([path]);
    expect(await audited()).toEqual([]);
  });

  it('is not the eleventh of its environment', async () => {
    // The organization has two in each environment.
    for (let i = 2; i < LIVE_KEYS_MAX; i++) await made();
    const answer = await make({ kind: 'api', name: 'One more' });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.message).toBe(
      'An organization has at most 10 live keys per environment. Revoke one first.',
    );
    expect((await make({ kind: 'api', name: 'Other' }, {}, 'sandbox')).status).toBe(200);
    const [{ key_id }] = await list();
    expectRefusal(await rotate(key_id, '24h'), 400, 'invalid_request');
    expect((await list())[0]).toMatchObject({ key_id, expires_at: null });
    expect((await rotate(key_id, 'now')).status).toBe(200);
  });
});

describe('a rotation', () => {
  it('makes a successor with the same rights, and ends the old key after the overlap', async () => {
    const old = await made({ kind: 'results', name: 'Case tool', scopes: ['evaluate'], cidrs: ['10.0.0.7'] });
    const next = (await rotate(old.key_id, '24h')).data;
    const [first, second] = await list();
    expect(first).toMatchObject({
      key_id: next.key_id,
      name: 'Case tool',
      scopes: ['evaluate'],
      cidrs: ['10.0.0.7'],
      created_by: expect.stringMatching(/^Person /),
      expires_at: null,
    });
    expect(second.key_id).toBe(old.key_id);
    expect(Date.parse(second.expires_at) - Date.now()).toBeGreaterThan(86_300_000);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'key.rotated',
      env: 'production',
      target: old.key_id,
      detail: { successor: next.key_id, overlap: '24h' },
    });
  });

  it('at once refuses the old key within 5 s', async () => {
    const old = await made();
    expect((await mint(old.key)).status).toBe(200);
    const next = (await rotate(old.key_id, 'now')).data;
    await expect.poll(async () => (await mint(old.key)).status, { timeout: within(5_000) }).toBe(401);
    expect((await mint(next.key)).status).toBe(200);
    expectRefusal(await rotate(old.key_id, 'now'), 404, 'not_found');
  });

  it('with an overlap that there is not names the field', async () => {
    const { key_id } = await made();
    const answer = await rotate(key_id, '2d');
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe('overlap');
  });
});

describe('a revoked key', () => {
  it('stops working within 5 s, stays in the list for 30 days, and is not revoked twice', async () => {
    const { key_id, key } = await made();
    expect((await mint(key)).status).toBe(200);
    expect((await revoke(key_id)).data).toEqual({ key_id });
    await expect.poll(async () => (await mint(key)).status, { timeout: within(5_000) }).toBe(401);
    expect((await list()).at(-1)).toMatchObject({ key_id, revoked_at: expect.any(String) });
    expectRefusal(await revoke(key_id), 404, 'not_found');
    expect((await audited()).map(({ action }) => action)).toEqual(['key.created', 'key.revoked']);
    await service.database.pool.query(
      `UPDATE api_key SET revoked_at = now() - interval '31 days' WHERE key_id = $1`,
      [key_id],
    );
    expect(await list()).not.toContainEqual(expect.objectContaining({ key_id }));
  });
});

describe('a key that a page sent', () => {
  it('is marked for 7 days with the last origin and how often', async () => {
    const { key_id } = await made();
    const event = (origin: string, days: number, of = org.org) =>
      service.database.pool.query(
        `INSERT INTO event (org, env, event_id, type, at, data)
         VALUES ($1, 'production', $2, 'key.misused', now() - make_interval(days => $3), $4)`,
        [of, newId('event'), days, { key_id, origin, path: '/geolocation/preflight' }],
      );
    await event('https://long-ago.example', 8);
    expect((await list())[0].misused).toBeNull();
    await event('https://first.example', 3);
    await event('https://last.example', 2);
    await event('https://of-another.example', 1, (await service.organization()).org);
    expect((await list())[0].misused).toEqual({
      origin: 'https://last.example',
      at: expect.any(String),
      times: 2,
    });
  });
});

describe('another organization, and the other environment', () => {
  it('neither see, rotate nor revoke a key', async () => {
    const { key_id, key } = await made();
    const others = await service.organization('Other');
    const stranger = await signedIn(service, others.org, 'owner');
    const path = `/dashboard/api/${others.org}/production/keys`;
    expect((await stranger.call({ path })).text).not.toContain(key_id);
    const rotation = { path: `${path}/${key_id}/rotate`, body: { overlap: 'now' } };
    expectRefusal(await stranger.call(rotation), 404, 'not_found');
    expectRefusal(await stranger.call({ method: 'DELETE', path: `${path}/${key_id}` }), 404, 'not_found');
    expectRefusal(await revoke(key_id, 'sandbox'), 404, 'not_found');
    expectRefusal(
      await owner.call({ path: at(`/${key_id}/rotate`, 'sandbox'), body: { overlap: 'now' } }),
      404,
      'not_found',
    );
    expect((await mint(key)).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  const header = () => ({ 'idempotency-key': newId('request') });

  it('makes one key, however often the call is repeated', async () => {
    const same = header();
    const body = { kind: 'api', name: 'Once' };
    const first = await make(body, same);
    const again = await make(body, same);
    expect([again.status, again.headers['idempotent-replayed'], again.data]).toEqual([
      200,
      'true',
      first.data,
    ]);
    expect((await audited()).length).toBe(1);
    expectRefusal(await make({ ...body, name: 'Twice' }, same), 422, 'idempotency_mismatch');
  });

  it('of one rotation is refused for another key, and rotates none', async () => {
    const [one, two] = [await made(), await made()];
    const same = header();
    expect((await rotate(one.key_id, '1h', same)).status).toBe(200);
    expectRefusal(await rotate(two.key_id, '1h', same), 422, 'idempotency_mismatch');
    expect((await list()).find((key: { key_id: string }) => key.key_id === two.key_id).expires_at).toBeNull();
  });

  it('shows no colleague the key that it made', async () => {
    const same = header();
    const body = { kind: 'api', name: 'Mine' };
    await make(body, same);
    const colleague = await signedIn(service, org.org, 'developer');
    expectRefusal(await colleague.call({ path: at(), body, headers: same }), 422, 'idempotency_mismatch');
  });

  it('without its path or its person among the inputs would give the key of another (control)', async () => {
    const { idempotent } = await mutant<typeof Idempotency>('calls/idempotency.ts', [
      'sent, params, query, person, base_url',
      'sent, base_url',
    ]);
    let answers = 0;
    const { handle } = idempotent(
      route({ name: 'control', method: 'POST' } as never, (async () => ({ key: ++answers })) as never),
    );
    const call = (user_id: string, key_id: string) =>
      handle(
        {
          caller: { kind: 'person', org: org.org, env: 'production', user_id },
          body: {},
          params: { key_id },
          base_url: '',
          header: (name: string) => (name === 'idempotency-key' ? org.org : undefined),
        } as never,
        service.deps,
      );
    expect(await call('usr_1', 'key_1')).toEqual({ key: 1 });
    expect(await call('usr_2', 'key_2')).toMatchObject({ data: { key: 1 } });
  });
});
