import { CAPS, DEFAULT_SETTINGS, LIMITS, OPERATOR_LIMITS } from '@standpoint/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/database.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { changeSettings } from '../accounts/organizations.ts';
import * as settings from '../accounts/settings.ts';
import { newId } from '../ids.ts';
import { join } from '../people/accounts.ts';
import type * as Limits from './limits.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS });
const org = testOrganization(service, beforeEach);
let owner: Browser;
beforeAll(async () => {
  service.deps.address_limits = { sign_in: 0 };
  owner = await signedIn(service, (await service.organization('Home')).org, 'owner');
});
beforeEach(async () => {
  service.deps.address_limits = { sign_in: 0 };
  await join(service.database.db, org.org, owner.user_id, 'admin');
});

const at = (noun: string) => `/dashboard/api/${org.org}/${noun}`;
const project = async () => (await owner.call({ path: at('project') })).data;
const change = (body: object, headers: Record<string, string> = {}) =>
  owner.call({ method: 'PATCH', path: at('project'), body, headers });
const limits = async () => (await owner.call({ path: at('limits') })).data.limits;
const setLimits = (body: unknown) => owner.call({ method: 'PUT', path: at('limits'), body });
const stored = async () =>
  (await service.database.pool.query('SELECT name, settings FROM organization WHERE org = $1', [org.org]))
    .rows[0];
const audited = async () =>
  (
    await service.database.pool.query(
      `SELECT actor, action, detail FROM audit WHERE org = $1 AND action LIKE 'organization.%' ORDER BY audit_id`,
      [org.org],
    )
  ).rows;

describe('the project', () => {
  it('shows its addresses, what was set, and the defaults of the rest', async () => {
    await changeSettings(service.database.db, org.org, { sdk: '0.3', limits: { preflight: 1 }, apps: {} });
    const { base_url, sandbox_base_url, face_base_url } = service.config;
    expect(await project()).toEqual({
      org: org.org,
      name: 'Example',
      base_url,
      sandbox_base_url,
      face_base_url,
      settings: { sdk: '0.3' },
      defaults: { ...DEFAULT_SETTINGS, legal_name: 'Example' },
    });
  });

  it('is renamed', async () => {
    const answer = await change({ name: 'Harbour Bank' });
    expect([answer.status, answer.data.name]).toEqual([200, 'Harbour Bank']);
    await change({ name: 'Harbour Bank' });
    expect(await audited()).toEqual([
      { actor: `user:${owner.user_id}`, action: 'organization.renamed', detail: {} },
    ]);
  });

  it('follows the default again where a setting is unset', async () => {
    await change({
      settings: {
        legal_name: 'Example Ltd.',
        preflight_life_s: 120,
        retention: { session_days: 30, preset: 'cubi' },
      },
    });
    await change({ unset: ['legal_name', 'retention.session_days'] });
    expect((await project()).settings).toEqual({ preflight_life_s: 120, retention: { preset: 'cubi' } });
    await change({ unset: ['retention.preset'], settings: { sdk: '0.3' } });
    expect((await project()).settings).toEqual({ preflight_life_s: 120, sdk: '0.3' });
    expectRefusal(await change({ unset: ['limits'] }), 400, 'invalid_request');
  });

  it('keeps the settings that a change leaves out, those of the retention and the limits too', async () => {
    await changeSettings(service.database.db, org.org, { limits: { preflight: 7 } });
    await change({ settings: { preflight_life_s: 120, retention: { session_days: 30 } } });
    const { data } = await change({
      settings: { legal_name: 'Example Ltd.', retention: { preset: 'cubi' } },
    });
    expect(data.settings).toEqual({
      preflight_life_s: 120,
      legal_name: 'Example Ltd.',
      retention: { session_days: 30, preset: 'cubi' },
    });
    expect((await stored()).settings.limits).toEqual({ preflight: 7 });
    expect((await audited()).at(-1)).toEqual({
      actor: `user:${owner.user_id}`,
      action: 'organization.settings_set',
      detail: {
        changed: {
          legal_name: { from: null, to: 'Example Ltd.' },
          retention: {
            from: { ...DEFAULT_SETTINGS.retention, session_days: 30 },
            to: { ...DEFAULT_SETTINGS.retention, session_days: 30, preset: 'cubi' },
          },
        },
      },
    });
  });

  it('takes changes at once, and loses none', async () => {
    const lives = Array.from({ length: 10 }, (_, i) => i);
    await Promise.all(
      lives.map((i) =>
        change(
          i % 2
            ? { settings: { preflight_life_s: 100 + i } }
            : { settings: { retention: { session_days: 10 + i } } },
        ),
      ),
    );
    const { settings } = await project();
    expect(Object.keys(settings).sort()).toEqual(['preflight_life_s', 'retention']);
  });

  /** The second change begins before the first is committed. */
  async function twoAtOnce({ replaceSettings }: typeof settings) {
    const { db } = service.database;
    const by = { actor: 'control' };
    let second: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await replaceSettings(trx, by, org.org, (before) => ({ ...before, sdk: '0.3' }));
      second = replaceSettings(db, by, org.org, (before) => ({ ...before, preflight_life_s: 60 }));
      await untilBlocked(service.database.pool);
    });
    await second;
    return (await stored()).settings;
  }

  it('would lose one of two without the lock of its row (control)', async () => {
    expect(await twoAtOnce(settings)).toEqual({ sdk: '0.3', preflight_life_s: 60 });
    await service.database.pool.query(`UPDATE organization SET settings = '{}' WHERE org = $1`, [org.org]);
    const unlocked = await mutantInside<typeof settings>(
      'accounts/settings.ts',
      'accounts/organizations.ts',
      ['    .forUpdate()\n', ''],
    );
    expect(await twoAtOnce(unlocked)).toEqual({ preflight_life_s: 60 });
  });

  it('is changed once by a call that is repeated', async () => {
    const header = { 'idempotency-key': newId('request') };
    await change({ name: 'Once' }, header);
    expect((await change({ name: 'Once' }, header)).headers['idempotent-replayed']).toBe('true');
    expect(await audited()).toHaveLength(1);
  });

  it.each([
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\tb' }, 'name'],
    [{ settings: { preflight_life_s: 59 } }, 'settings.preflight_life_s'],
    [{ settings: { sdk: '0.4' } }, 'settings.sdk'],
    [{ settings: { retention: { preset: 'gdpr' } } }, 'settings.retention.preset'],
    [{ settings: { limits: {} } }, 'settings.limits'],
    [{ base_url: 'https://elsewhere.example' }, 'base_url'],
  ])('refuses %j, names the field, and changes nothing', async (body, path) => {
    const before = await stored();
    const answer = await change(body);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe(path);
    expect([await stored(), await audited()]).toEqual([before, []]);
  });
});

describe('the limits', () => {
  it('are all shown, with who set each and who may', async () => {
    service.deps.address_limits = { sign_in: 0, portal: 9, body_bytes: 20_000 };
    const answer = await setLimits({ preflight: { rate: 5, burst: 6 }, results: 0, frame_bytes: 0 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data.limits).toEqual(await limits());
    const shown = new Map((await limits()).map((limit: { name: string }) => [limit.name, limit]));
    expect([...shown.keys()]).toEqual([...Object.keys(LIMITS), ...Object.keys(CAPS)]);
    for (const limit of [
      { name: 'preflight', kind: 'rate', rate: 5, burst: 6, set_by: 'organization', own: true },
      { name: 'results', kind: 'rate', rate: 0, set_by: 'organization', own: true },
      { name: 'portal', kind: 'rate', rate: 9, burst: 18, set_by: 'operator', own: true },
      { name: 'sign_in', kind: 'rate', rate: 0, set_by: 'operator', own: false },
      { name: 'dashboard', kind: 'rate', ...LIMITS.dashboard, set_by: 'default', own: false },
      { name: 'body_bytes', kind: 'size', size: 20_000, most: 65_536, set_by: 'operator', own: true },
      {
        name: 'frame_bytes',
        kind: 'size',
        size: 3_000_000,
        most: 3_000_000,
        set_by: 'organization',
        own: true,
      },
    ])
      expect(shown.get(limit.name)).toEqual(limit);
  });

  it('are replaced as a whole, keep the settings, and are in the audit log', async () => {
    await change({ settings: { sdk: '0.3' } });
    await setLimits({ preflight: 3 });
    await setLimits({ portal: 4 });
    expect((await stored()).settings).toEqual({ sdk: '0.3', limits: { portal: 4 } });
    await setLimits({});
    expect((await limits()).some(({ set_by }: { set_by: string }) => set_by === 'organization')).toBe(false);
    expect((await audited()).slice(1)).toEqual(
      [{ preflight: 3 }, { portal: 4 }, {}].map((set) => ({
        actor: `user:${owner.user_id}`,
        action: 'organization.limits_set',
        detail: { limits: set },
      })),
    );
  });

  it.each<[string, unknown]>([
    ['preflight', -1],
    ['preflight', { rate: 1, burst: 0 }],
    ['capture_body_bytes', 16_777_217],
    ['prefligth', 1],
    ...OPERATOR_LIMITS.map((name): [string, unknown] => [name, 0]),
  ])('of %s are not set to %j, and the name is told', async (name, value) => {
    const answer = await setLimits({ [name]: value, portal: 1 });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields.map((field: { path: string }) => field.path)).toEqual([name]);
    expect(await audited()).toEqual([]);
  });

  it('of the operator are an organization’s own where their owner is not looked at (control)', async () => {
    const { changeLimitsHandler } = await mutant<typeof Limits>('developer/limits.ts', [
      "limitFields(call.body, 'organization')",
      "limitFields(call.body, 'operator')",
    ]);
    const call = { caller: { org: org.org, actor: 'control' }, body: { sign_in: 0 } };
    await changeLimitsHandler(call as never, service.deps);
    expect((await stored()).settings.limits).toEqual({ sign_in: 0 });
  });
});
