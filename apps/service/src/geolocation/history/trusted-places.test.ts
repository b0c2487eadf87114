import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserEvidence, readingAt, seal } from '../../../testing/browser-payload.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { draft, publish } from '../../accounts/versions.ts';
import { newInstallId } from '../preflight/install-id.ts';
import { listPlaces, removePlaces } from './place-records.ts';
import { purgeSightings } from './sighting-records.ts';
import { PLACES_MAX } from './trusted-places.ts';

/** Real PostgreSQL; the clock stands still and the tests move it. */
let now = 0;
const service = testService({
  unlimited: true,
  replace: { clock: async () => ({ now: () => now, close() {} }) as never },
});
const org = testOrganization(service);
let on: string;
let off: string;
beforeAll(async () => {
  on = await policy({ name: 'on', transaction_types: ['deposit'], trusted_places: { on: true } });
  off = await policy({ name: 'off', transaction_types: ['login'] });
});
beforeEach(() => {
  now = Date.now();
});

async function policy(definition: PolicyDefinition): Promise<string> {
  const { db } = service.database;
  const made = (await draft(db, 'policy', org.org, definition))!;
  await publish(db, 'policy', org.org, made.id);
  return made.id;
}

let count = 0;
const someone = () => `resident-${++count}`;
const install = () => newInstallId(service.deps.envelope.subkey('install'), org.org, 'production', now);
/** Lines of two American providers; the last one is in the first one's /24. */
const HOME = '73.162.1.1';
const OFFICE = '71.183.2.2';
const HOME_TOMORROW = '73.162.1.77';
const HOUR_MS = 3_600_000;
/** With as many digits as a receiver gives, because typed coordinates are a tell. */
const SPOT = { lat: 40.7128371, lng: -74.0060152 };

interface Visit {
  customer_id: string;
  install_id: string;
  change?: Partial<Evidence>;
  ip?: string;
  policy_id?: string;
}

async function visit({ customer_id, install_id, change = {}, ip = HOME, policy_id = on }: Visit) {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id, transaction_type: 'deposit', install_id, policy_id },
    headers: { 'standpoint-sdk': '0.5' },
  });
  const { token } = minted.data;
  const payload = await seal(token, browserEvidence({ ...at(SPOT.lat, SPOT.lng), ...change }, now));
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload }, ip });
  expect(answer.status, answer.text).toBe(200);
  const path = `/geolocation/verifications/${answer.data.verification_id}`;
  const { data } = await service.call({ path, token: org.results.production });
  return {
    ...data,
    check: (code: string) => data.checks.find((found: { code: string }) => found.code === code),
  };
}

const at = (lat: number, lng: number, accuracy_m = 20) => readingAt(lat, lng, now, accuracy_m);

/**
 * Moves what is stored of this customer into the past; the partitions of a database reach only two days
 * ahead.
 */
async function later(customer_id: string, ms: number) {
  const hash = service.hash(org.org, customer_id);
  const { pool } = service.database;
  const [seconds, days] = [ms / 1_000, Math.round(ms / 86_400_000)];
  await pool.query(
    `UPDATE trusted_place SET last_day = last_day - $3, first_at = first_at - make_interval(secs => $2),
              last_at = last_at - make_interval(secs => $2)
      WHERE customer_hash = $1`,
    [hash, seconds, days],
  );
  // In two steps, because one day's row would otherwise stand for a moment where another's still is.
  await pool.query(
    `UPDATE sighting SET day = -day, last_at = last_at - make_interval(secs => $2) WHERE customer_hash = $1`,
    [hash, seconds],
  );
  await pool.query('UPDATE sighting SET day = -day - $2 WHERE customer_hash = $1', [hash, days]);
  await pool.query(`DELETE FROM verification WHERE customer_hash = $1`, [hash]);
}

/** Five passes on five days. */
async function resident(change: Partial<Visit> = {}) {
  const who = { customer_id: someone(), install_id: install() };
  for (let day = 0; day < 5; day++) {
    await visit({ ...who, ...change });
    await later(who.customer_id, 86_400_000);
  }
  return who;
}

const customerOf = (customer_id: string) => ({
  org: org.org,
  env: 'production' as const,
  customer_hash: service.hash(org.org, customer_id),
});
const places = (customer_id: string) =>
  listPlaces(service.database.db, service.deps.data_keys, customerOf(customer_id));

/** A laptop that kept another time zone; the policy `strict` sends it to review. */
const otherZone = (): Partial<Evidence> => ({
  clock: { epoch_ms: now, monotonic_ms: 1_000, time_zone: 'Europe/Berlin', utc_offset_min: 60 },
});

describe('a place', () => {
  it('becomes trusted after five passes on three days, audited without the customer', async () => {
    const who = { customer_id: someone(), install_id: install() };
    for (let pass = 1; pass <= 5; pass++) {
      await visit(who);
      const [place] = await places(who.customer_id);
      expect(place).toMatchObject({ passes: pass, lat: SPOT.lat, lng: SPOT.lng });
      expect(place!.trusted_at === null, String(pass)).toBe(pass < 5);
      // Two on each day.
      await later(who.customer_id, pass % 2 ? 2 * HOUR_MS : 86_400_000);
    }
    const place_id = (await places(who.customer_id))[0]!.place_id;
    const { rows } = await service.database.pool.query(`SELECT action, actor FROM audit WHERE target = $1`, [
      place_id,
    ]);
    expect(rows).toEqual([{ action: 'place.trusted', actor: 'system' }]);
    expect((await visit(who)).decision).toBe('pass');
  });

  it('is not made within one day, however often the person passes', async () => {
    const who = { customer_id: someone(), install_id: install() };
    for (let pass = 0; pass < 7; pass++) {
      await visit(who);
      await later(who.customer_id, HOUR_MS);
    }
    expect(await places(who.customer_id)).toMatchObject([{ passes: 7, days: 1, trusted_at: null }]);
  });

  it('counts one pass an hour, even when two requests meet', async () => {
    const who = { customer_id: someone(), install_id: install() };
    await visit(who);
    for (let i = 0; i < 3; i++) await visit(who);
    expect(await places(who.customer_id)).toMatchObject([{ passes: 1 }]);
    await later(who.customer_id, HOUR_MS);
    await Promise.all([visit(who), visit(who), visit(who)]);
    expect(await places(who.customer_id)).toMatchObject([{ passes: 2 }]);
  });

  it('is not stored under a policy without trusted places, the default', async () => {
    const who = await resident({ policy_id: off });
    expect(await places(who.customer_id)).toEqual([]);
  });

  it('does not move with small steps', async () => {
    const who = { customer_id: someone(), install_id: install() };
    for (let step = 0; step < 4; step++) {
      await visit({ ...who, change: at(SPOT.lat + step * 0.0009, SPOT.lng) });
      await later(who.customer_id, 86_400_000);
    }
    // 100 m each: the first two are one place, the next two another.
    expect((await places(who.customer_id)).map(({ passes }) => passes)).toEqual([2, 2]);
  });

  it('needs one of our install ids that came back, a precise fix and an address that stays', async () => {
    const customer_id = someone();
    await visit({ customer_id, install_id: 'their-own-id' });
    await visit({ customer_id, install_id: install(), change: at(SPOT.lat, SPOT.lng, 160) });
    await visit({ customer_id, install_id: install(), ip: '198.51.100.7' });
    expect(await places(customer_id)).toEqual([]);
    await visit({ customer_id, install_id: install() });
    expect(await places(customer_id)).toHaveLength(1);
  });

  it(`makes room among ${PLACES_MAX}: the longest unvisited goes, the trusted stays`, async () => {
    const who = await resident();
    for (let i = 0; i < PLACES_MAX + 3; i++) {
      await visit({ ...who, change: at(SPOT.lat + 0.01 * (i + 1), SPOT.lng) });
      await later(who.customer_id, HOUR_MS);
    }
    const kept = await places(who.customer_id);
    expect(kept).toHaveLength(PLACES_MAX);
    expect(kept.filter(({ trusted_at }) => trusted_at !== null)).toHaveLength(1);
  });
});

describe('a trusted place', () => {
  let strict: string;
  let border: string;
  beforeAll(async () => {
    const more = { trusted_places: { on: true }, actions: { time_zone_mismatch: 'review' as const } };
    strict = await policy({ name: 'strict', transaction_types: ['strict'], ...more });
    border = await policy({
      name: 'border',
      transaction_types: ['border'],
      ...more,
      rule: { allow: ['US-NJ'] },
    });
  });

  it('turns a small contradiction into a pass that says so, and names no place to the client', async () => {
    const who = await resident();
    const found = await visit({ ...who, change: otherZone(), policy_id: strict });
    expect(found).toMatchObject({ decision: 'pass', reason_codes: [] });
    expect(found.check('time_zone_mismatch')).toMatchObject({
      outcome: 'pass',
      inputs: { found: 'fail', trusted_place: { passes: 5, days: 5 } },
    });
    const stranger = { customer_id: someone(), install_id: install() };
    expect(await visit({ ...stranger, change: otherZone(), policy_id: strict })).toMatchObject({
      decision: 'review',
      reason_codes: ['time_zone_mismatch'],
    });
  });

  it('holds on another address of the line, not for another network, install, place or person', async () => {
    const who = await resident();
    const outcome = async (change: Partial<Visit>) => {
      const found = await visit({ ...who, change: otherZone(), policy_id: strict, ...change });
      return found.check('time_zone_mismatch').outcome;
    };
    expect(await outcome({ ip: HOME_TOMORROW })).toBe('pass');
    expect(await outcome({ ip: OFFICE })).toBe('fail');
    expect(await outcome({ install_id: install() })).toBe('fail');
    expect(await outcome({ customer_id: someone() })).toBe('fail');
    const next = { ...otherZone(), ...at(SPOT.lat + 0.002, SPOT.lng) };
    expect(await outcome({ change: next })).toBe('fail');
  });

  it('changes no jurisdiction', async () => {
    const who = await resident();
    const found = await visit({ ...who, policy_id: border });
    expect(found.decision).not.toBe('pass');
    expect(found.check('subdivision_not_allowed').outcome).toBe('fail');
  });

  it('lasts 90 days without a visit, and ends at once when an analyst removes it', async () => {
    const { db } = service.database;
    const who = await resident();
    const outcome = async () => {
      const found = await visit({ ...who, change: otherZone(), policy_id: strict });
      return found.check('time_zone_mismatch').outcome;
    };
    await later(who.customer_id, 88 * 86_400_000);
    expect(await outcome()).toBe('pass');
    await later(who.customer_id, 2 * 86_400_000);
    expect(await outcome()).toBe('fail');
    await later(who.customer_id, -10 * 86_400_000);
    const customer = customerOf(who.customer_id);
    const place_id = (await places(who.customer_id))[0]!.place_id;
    expect(await outcome()).toBe('pass');
    expect(await removePlaces(db, customer, { place_id: 'plc_other', by: 'x' })).toBe(0);
    expect(await removePlaces(db, customer, { place_id, by: 'an analyst' })).toBe(1);
    expect(await outcome()).toBe('fail');
    const { rows } = await service.database.pool.query(
      `SELECT action, detail FROM audit WHERE target = $1 ORDER BY at`,
      [place_id],
    );
    expect(rows).toEqual([
      { action: 'place.trusted', detail: {} },
      { action: 'place.removed', detail: { by: 'an analyst' } },
    ]);
  });

  it('is dropped by housekeeping after 90 days without a visit', async () => {
    const who = await resident();
    await later(who.customer_id, 88 * 86_400_000);
    await purgeSightings(service.database.db, now);
    expect(await places(who.customer_id)).toHaveLength(1);
    await later(who.customer_id, 2 * 86_400_000);
    await purgeSightings(service.database.db, now);
    expect(await places(who.customer_id)).toEqual([]);
  });

  it('cannot be carried to another network by an attacker who can write the table', async () => {
    const who = await resident();
    const other = await resident({ ip: OFFICE });
    await service.database.pool.query(
      `UPDATE trusted_place SET network = (SELECT network FROM trusted_place WHERE customer_hash = $2)
        WHERE customer_hash = $1`,
      [service.hash(org.org, who.customer_id), service.hash(org.org, other.customer_id)],
    );
    const found = await visit({ ...who, change: otherZone(), policy_id: strict, ip: OFFICE });
    expect(found.check('time_zone_mismatch').outcome).toBe('fail');
  });

  it('is listed for the customer and erased with them, and is sealed at rest', async () => {
    const who = await resident();
    const path = `/customers/${who.customer_id}`;
    const shown = await service.call({ path, token: org.results.production });
    expect(shown.data.places).toMatchObject([{ lat: SPOT.lat, radius_m: 150, passes: 5, days: 5 }]);
    const { pool } = service.database;
    const row = async () =>
      (
        await pool.query(`SELECT t::text FROM trusted_place t WHERE customer_hash = $1`, [
          service.hash(org.org, who.customer_id),
        ])
      ).rows;
    expect(JSON.stringify(await row())).not.toMatch(/40\.7128|74\.0060|73\.162/);
    const gone = await service.call({ method: 'DELETE', path, token: org.results.production });
    expect(gone.status).toBe(200);
    expect(await row()).toEqual([]);
  });
});

describe('a spoofer who trains a place', () => {
  const train = async (change: () => Partial<Evidence>, policy_id = on) => {
    const who = { customer_id: someone(), install_id: install() };
    const decisions = [];
    for (let day = 0; day < 6; day++) {
      decisions.push((await visit({ ...who, change: change(), policy_id })).decision);
      await later(who.customer_id, 86_400_000);
    }
    return { decisions, places: await places(who.customer_id) };
  };

  it('gets none by passes with a finding, even one that the policy ignores', async () => {
    const { decisions, places: found } = await train(otherZone);
    expect(decisions).toEqual(Array(6).fill('pass'));
    expect(found).toEqual([]);
  });

  it('gets none by reviews and refusals', async () => {
    const driven = (): Partial<Evidence> => ({ signals: { webdriver: true } });
    const { decisions, places: found } = await train(driven);
    expect(decisions).not.toContain('pass');
    expect(found).toEqual([]);
  });
});
