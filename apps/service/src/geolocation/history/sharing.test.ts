import { beforeEach, describe, expect, it } from 'vitest';
import { customersOf, standingService } from '../../../testing/geolocation/customers.ts';
import { testOrganization } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { eventBodies } from '../../webhooks/bodies.ts';
import { removeHousehold, setHousehold } from './households.ts';

let now = Date.UTC(2026, 10, 21, 12, 1, 0);
const service = standingService(() => now);
const org = testOrganization(service);
beforeEach(() => {
  now = Date.now();
});
const { someone, install, hashOf, daysLater, preflight, verify, seen } = customersOf(service, org, () => now);

describe('sharing', () => {
  const shared = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT * FROM event WHERE org = $1 AND type = 'geolocation.install.shared'`,
      [org.org],
    );
    const { db } = service.database;
    const bodies = await eventBodies({ db, data_keys: service.deps.data_keys }, rows, { coordinates: true });
    return bodies.map(({ data }) => data);
  };

  it('reviews the fourth customer of one install, and emits one event a day', async () => {
    const mine = install();
    const customers = [1, 2, 3, 4, 5].map(someone);
    const decisions = [];
    for (const customer of customers) decisions.push((await seen(customer, mine)).decision);
    expect(decisions).toEqual(['pass', 'pass', 'pass', 'review', 'review']);
    expect((await shared()).filter(({ install_id }) => install_id === mine)).toHaveLength(1);
    await service.database.pool.query(`UPDATE install_shared_told SET day = day - 1`);
    await seen(customers[0]!, mine);
    expect((await shared()).filter(({ install_id }) => install_id === mine)).toHaveLength(2);
  });

  it('names the install in its event, but no longer once that person was erased', async () => {
    const mine = install();
    const [last, ...others] = [1, 2, 3, 4].map(someone);
    for (const customer of [...others, last!]) await seen(customer, mine);
    const told = (await shared()).find(({ install_id }) => install_id === mine)!;
    expect(told).toMatchObject({ customer_id: last, customers: 4 });
    const token = org.results.production;
    await service.call({ method: 'DELETE', path: `/customers/${last}`, token });
    const { verification_id } = told;
    const after = (await shared()).find((event) => event.verification_id === verification_id);
    expect(after).toMatchObject({ customer_id: null, install_id: null, customers: 4 });
    const kept = `SELECT 1 FROM event WHERE org = $1 AND data::text LIKE '%' || $2 || '%'`;
    expect((await service.database.pool.query(kept, [org.org, mine])).rows).toEqual([]);
  });

  it('tells the client only that the device could not be confirmed, and what to do', async () => {
    const mine = install();
    for (const customer of [1, 2, 3].map(someone)) await seen(customer, mine);
    const answer = await verify(await preflight(someone(), mine));
    expect(answer).toMatchObject({ decision: 'review', reasons: [{ code: 'device_unconfirmed' }] });
  });

  it('mutation control: without the tag check, made-up ids count', async () => {
    const weak = await mutant<typeof import('./history.ts')>('geolocation/history/history.ts', [
      "isOurInstallId(envelope.subkey('install'), org, env, install_id)",
      'true',
    ]);
    const who = { org: org.org, env: 'production' as const, install_id: 'made-up', install_hash: 'hash' };
    const question = {
      ...who,
      customer_hash: service.hash(org.org, someone()),
      since: new Date(),
      ip: { address: null },
      chain: { hop: 0, root_jti: null },
    };
    const ask = (module: typeof import('./history.ts')) =>
      module.readHistory(service.deps, question, null, now);
    expect((await ask(await import('./history.ts'))).mark.install_hash).toBe('');
    expect((await ask(weak)).mark.install_hash).toBe('hash');
  });

  it('forgets after 30 days', async () => {
    const mine = install();
    for (const customer of [1, 2, 3, 4].map(someone)) await seen(customer, mine);
    await daysLater(31, mine);
    expect(await seen(someone(), mine)).toMatchObject({ decision: 'pass' });
  });

  it('counts no id without our tag, and none that was just made', async () => {
    for (const foreign of ['their-own-id', install().replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
      for (let i = 0; i < 5; i++) expect(await seen(someone(), foreign)).toMatchObject({ decision: 'pass' });
    }
    const customer = someone();
    for (let i = 0; i < 9; i++) expect(await seen(customer)).toMatchObject({ decision: 'pass' });
  });

  it('reviews the sixth install of one customer within 7 days', async () => {
    const customer = someone();
    const decisions = [];
    for (let i = 0; i < 6; i++, now += 3 * 3_600_000) decisions.push(await seen(customer, install()));
    expect(decisions.map(({ decision }) => decision)).toEqual([...Array(5).fill('pass'), 'review']);
    expect(decisions[5].reason_codes).toEqual(['customer_many_installs']);
    for (const { install_id } of decisions) await daysLater(8, install_id);
    expect(await seen(customer, install())).toMatchObject({ decision: 'pass' });
  });

  it('accepts the members of a household, and only them, until the label expires or is removed', async () => {
    const mine = install();
    const family = [1, 2, 3, 4].map(someone);
    const key = { org: org.org, env: 'production' as const, install_id: mine };
    await setHousehold(service.deps, key, {
      customers: family,
      days: 10,
      by: 'an analyst',
      note: 'one flat',
    });
    for (const customer of family) expect(await seen(customer, mine)).toMatchObject({ decision: 'pass' });
    expect((await shared()).filter(({ install_id }) => install_id === mine)).toEqual([]);
    const stranger = someone();
    expect(await seen(stranger, mine)).toMatchObject({ reason_codes: ['install_many_customers'] });
    expect(await seen(family[0]!, mine)).toMatchObject({ decision: 'pass' });
    const until = (days: number) =>
      service.database.pool.query(
        `UPDATE household_member SET expires_at = expires_at + make_interval(days => $2) WHERE install_hash = $1`,
        [hashOf(mine), days],
      );
    await until(-11);
    expect(await seen(family[0]!, mine)).toMatchObject({ decision: 'review' });
    await until(11);
    expect(await seen(family[0]!, mine)).toMatchObject({ decision: 'pass' });
    expect(await removeHousehold(service.deps, key, 'an analyst')).toBe(true);
    expect(await seen(family[0]!, mine)).toMatchObject({ decision: 'review' });
    const { rows } = await service.database.pool.query(
      `SELECT action, detail FROM audit WHERE target = $1 ORDER BY at`,
      [hashOf(mine)],
    );
    expect(rows).toEqual([
      { action: 'household.set', detail: { by: 'an analyst', customers: 4, days: 10 } },
      { action: 'household.removed', detail: { by: 'an analyst', customers: 4 } },
    ]);
  });
});
