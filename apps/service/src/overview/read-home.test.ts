import type { Role } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { signedIn } from '../../testing/people.ts';
import { verified } from '../../testing/reviews.ts';
import { newId } from '../ids.ts';

const service = sharedService();
const organization = testOrganization(service);

const home = async (role: Role, query = '', org = organization.org, env = 'sandbox') => {
  const person = await signedIn(service, organization.org, role);
  return person.call({ path: `/dashboard/api/${org}/${env}/home${query}` });
};
const kinds = ({ data }: { data: { attention: { kind: string }[] } }) =>
  data.attention.map(({ kind }) => kind);

describe('home', () => {
  it('teaches while there is no record, and counts the first one at once', async () => {
    const { org } = await service.organization();
    const person = await signedIn(service, org, 'owner');
    const path = `/dashboard/api/${org}/production/home`;
    const before = await person.call({ path });
    expect(before.data).toMatchObject({
      any: false,
      steps: { api_key: true, workflow: true, webhook: false, team: false },
    });
    const api = await service.organization();
    await verified(service, api, 'test_pass');
    const other = await person.call({ path });
    // Of another organization.
    expect(other.data.any).toBe(false);
    const own = await signedIn(service, api.org, 'owner');
    const { data } = await own.call({ path: `/dashboard/api/${api.org}/production/home` });
    expect(data).toMatchObject({ any: true, figures: { verifications: { now: 1, before: 0 } } });
  });

  it('counts place and time of a decision once they were added', async () => {
    const api = await service.organization();
    await verified(service, api, 'someone');
    await service.deps.tally.flush(service.database.db);
    const person = await signedIn(service, api.org, 'analyst');
    const { data } = await person.call({ path: `/dashboard/api/${api.org}/production/home?range=7d` });
    expect(
      data.countries.reduce(
        (sum: number, { pass, fail, review, retry }: Record<string, number>) =>
          sum + pass! + fail! + review! + retry!,
        0,
      ),
    ).toBe(1);
    expect(data.figures.decision_time.p95_ms).toBeGreaterThan(0);
  });

  it('refuses another organization and a made-up time zone', async () => {
    const other = await service.organization();
    expect((await home('owner', '', other.org)).status).toBe(404);
    expect((await home('owner', '?zone=Mars/Olympus')).code).toBe('invalid_request');
    expect((await home('owner', '?range=2d')).code).toBe('invalid_request');
    expect((await home('owner', '?policy=pol_x')).code).toBe('invalid_request');
    const { data } = await home('owner', `?policy=${newId('policy')}`);
    expect(data.figures.verifications.now).toBe(0);
  });

  it('names what waits, to those who may do something about it', async () => {
    const { org, api } = organization;
    await verified(service, organization, 'test_review_border', { env: 'sandbox' });
    const { pool, db } = service.database;
    await pool.query(`UPDATE review SET due_at = now() - interval '1 hour' WHERE org = $1`, [org]);
    const key = await db
      .selectFrom('api_key')
      .selectAll()
      .where('org', '=', org)
      .where('env', '=', 'sandbox')
      .executeTakeFirstOrThrow();
    expect(api.sandbox).toContain(key.last4);
    await pool.query(
      `INSERT INTO event (org, env, event_id, type, at, data) VALUES ($1, 'sandbox', $2, 'key.misused', now(), $3)`,
      [org, newId('event'), JSON.stringify({ key_id: key.key_id, origin: 'https://shop.example' })],
    );
    const webhook_id = newId('webhook');
    await pool.query(
      `INSERT INTO webhook (org, env, webhook_id, url, signature, secrets_sealed, created_at, failures,
        failing_since, last_status)
       VALUES ($1, 'sandbox', $2, 'https://hooks.example/in', 'hmac', '', now(), 3, now(), 503)`,
      [org, webhook_id],
    );
    const developer = await home('developer');
    expect(kinds(developer)).toEqual(
      expect.arrayContaining(['reviews_overdue', 'webhook_failing', 'key_misused']),
    );
    expect(
      developer.data.attention.find(({ kind }: { kind: string }) => kind === 'webhook_failing'),
    ).toMatchObject({
      name: 'hooks.example',
      id: webhook_id,
      detail: '503',
    });
    expect(developer.data.webhooks).toHaveLength(1);
    const reviewer = await home('reviewer');
    expect(kinds(reviewer)).toEqual(['reviews_overdue']);
    expect(reviewer.data.webhooks).toBeNull();
    // Of this environment alone.
    expect(kinds(await home('developer', '', org, 'production'))).not.toContain('webhook_failing');
    await pool.query(`UPDATE webhook SET disabled_at = now(), disabled_reason = 'operator' WHERE org = $1`, [
      org,
    ]);
    expect(kinds(await home('admin'))).not.toContain('webhook_disabled');
    await pool.query(`UPDATE webhook SET disabled_reason = 'failing' WHERE org = $1`, [org]);
    expect(kinds(await home('admin'))).toContain('webhook_disabled');
  });
});
