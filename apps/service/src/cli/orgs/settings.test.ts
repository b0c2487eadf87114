import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPS, DEFAULT_SETTINGS, LIMITS } from '@standpoint/contract';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';

const service = testService();
const org = testOrganization(service, beforeEach);

let files = 0;
const file = (content: unknown): string => {
  const path = join(service.config.data_dir, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const run = (command: string, ...more: string[]) =>
  standpoint([...command.split(' '), '--org', org.org, ...more], service.variables);
const set = (what: 'settings' | 'limits', content: unknown, ...more: string[]) =>
  run(`orgs ${what} set`, '--file', file(content), ...more);
const audited = async () =>
  (
    await service.database.pool.query(
      `SELECT action, detail FROM audit WHERE org = $1 AND action LIKE 'organization.%_set' ORDER BY at`,
      [org.org],
    )
  ).rows;
const mint = async (headers: Record<string, string> = {}) => {
  const body = { customer_id: 'c', transaction_type: 'deposit' };
  return service.call({ path: '/geolocation/preflight', token: org.api.sandbox, body, headers });
};
const lifeOf = async (): Promise<number> => {
  const { token } = (await mint()).data;
  const { exp, iat } = decodeJwt(token);
  return exp! - iat!;
};
/** What a running node does within 5 s of a command; the notice makes it faster. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

describe('orgs settings', () => {
  it('get shows every setting with its default, as JSON and in words', async () => {
    const { code, json } = await run('orgs settings get', '--json');
    expect([code, json]).toEqual([0, { id: org.org, settings: DEFAULT_SETTINGS }]);
    const { stdout } = await run('orgs settings get');
    expect(stdout).toMatch(
      /^preflight_life_s +300\nsdk +0\.5\nversion +2026-11-21\nlegal_name +-\nretention +\{.*\}\n$/,
    );
  });

  it('set takes effect on a running node within 5 s, says what changed, and is audited', async () => {
    expect(await lifeOf()).toBe(300);
    const { code, json } = await set('settings', { preflight_life_s: 120, sdk: '0.3' }, '--json');
    const changed = { preflight_life_s: { from: 300, to: 120 }, sdk: { from: '0.5', to: '0.3' } };
    expect([code, json.changed, json.settings.version]).toEqual([0, changed, DEFAULT_SETTINGS.version]);
    await soon(async () => expect(await lifeOf()).toBe(120));
    expect((await mint()).data).not.toHaveProperty('install_id');
    expect(await audited()).toEqual([{ action: 'organization.settings_set', detail: { changed } }]);
  });

  it('set restores the default of what the file leaves out, and keeps limits and apps', async () => {
    await set('limits', { preflight: 7 });
    await set('settings', { preflight_life_s: 60 });
    const { stdout } = await set('settings', {});
    expect(stdout).toContain('preflight_life_s  60 → 300');
    expect((await set('settings', {})).stdout).toContain('are unchanged');
    expect((await run('orgs limits get', '--json')).json.own).toEqual({ preflight: 7 });
  });

  it('set completes the periods of the retention, and says what changed', async () => {
    const { json } = await set('settings', { retention: { preset: 'cubi' } }, '--json');
    const before = DEFAULT_SETTINGS.retention;
    expect(json.changed).toEqual({ retention: { from: before, to: { ...before, preset: 'cubi' } } });
    expect((await set('settings', {})).stdout).toContain('"preset":"cubi"');
  });

  it('set takes what get printed', async () => {
    await set('settings', { preflight_life_s: 90 });
    const { stdout } = await run('orgs settings get', '--json');
    expect((await set('settings', stdout, '--json')).json).toMatchObject({
      settings: { preflight_life_s: 90 },
      changed: {},
    });
  });

  it.each([
    [{ preflight_life: 120 }, 'preflight_life is not a field here; did you mean preflight_life_s?'],
    [{ preflight_life_s: 59 }, 'preflight_life_s must be at least 60'],
    [{ preflight_life_s: 901 }, 'preflight_life_s must be at most 900'],
    [{ preflight_life_s: '120' }, 'preflight_life_s must be an integer'],
    [{ sdk: '0.4' }, 'sdk must be one of 0.3, 0.5'],
    [{ legal_name: 'x'.repeat(201) }, 'legal_name must have at most 200 characters'],
    [{ version: '2026-11-20' }, 'version must be one of 2026-11-21'],
    [{ retention: { session_days: 1_096 } }, 'retention.session_days must be at most 1095'],
    [{ retention: { preset: 'gdpr' } }, 'retention.preset must be one of none, bipa, cubi'],
    [{ limits: { preflight: 0 } }, 'limits is not a field here'],
    [[], 'must be an object'],
    ['{"sdk": "0.3", "sdk": "0.5"}', 'the same key stands twice'],
  ])('set refuses %j with the reason, and changes nothing', async (content, words) => {
    const { code, stderr } = await set('settings', content);
    expect([code, stderr.replace(/ {2,}/g, ' ')]).toEqual([1, expect.stringContaining(words)]);
    expect(await audited()).toEqual([]);
  });

  it.each(['orgs settings get', 'orgs settings set --file F', 'orgs limits get', 'orgs limits set --file F'])(
    '%s refuses an organization that does not exist',
    async (command) => {
      const args = command.replace('F', file({})).split(' ');
      const { code, stderr } = await standpoint([...args, '--org', 'org_nobody'], service.variables);
      expect([code, stderr]).toEqual([1, expect.stringContaining('There is no organization org_nobody')]);
    },
  );
});

describe('orgs limits', () => {
  it('get shows every limit with who set it', async () => {
    await set('limits', { preflight: { rate: 5, burst: 6 }, results: 0, frame_bytes: 0, body_bytes: 20_000 });
    const operator = {
      ...service.variables,
      STANDPOINT_LIMITS_FILE: file({ demo: 3, demo_address: 0, portal: 9, body_bytes: 1 }),
    };
    const args = ['orgs', 'limits', 'get', '--org', org.org];
    const { code, json } = await standpoint([...args, '--json'], operator);
    const shown = new Map(json.limits.map((limit: { name: string }) => [limit.name, limit]));
    expect([code, [...shown.keys()]]).toEqual([0, [...Object.keys(LIMITS), ...Object.keys(CAPS)]]);
    for (const [name, value, from] of [
      ['preflight', { rate: 5, burst: 6 }, 'organization'],
      ['results', 0, 'organization'],
      ['frame_bytes', CAPS.frame_bytes.most, 'organization'],
      ['body_bytes', 20_000, 'organization'],
      ['portal', { rate: 9, burst: 18 }, 'operator'],
      ['demo', { rate: 3, burst: 6 }, 'operator'],
      ['demo_address', 0, 'operator'],
      ['verify_address', LIMITS.verify_address, 'default'],
      ['short_codes_per_session', 120, 'default'],
    ])
      expect(shown.get(name)).toEqual({ name, value, from });
    const { stdout } = await standpoint(args, operator);
    expect(stdout).toMatch(/preflight +5\/s, 6 at once +organization/);
    expect(stdout).toMatch(/results +off +organization/);
  });

  it('set takes effect on a running node within 5 s, is audited, and takes what get printed', async () => {
    const limits = { preflight: { rate: 0.001, burst: 1 } };
    expect((await set('limits', limits, '--json')).json).toEqual({ id: org.org, limits });
    await soon(async () => {
      await mint();
      expect((await mint()).code).toBe('rate_limited');
    });
    expect(await audited()).toEqual([{ action: 'organization.limits_set', detail: { limits } }]);
    const { stdout } = await run('orgs limits get', '--json');
    expect((await set('limits', stdout, '--json')).json.limits).toEqual(limits);
    await set('limits', { preflight: 0 });
    await soon(async () => expect((await mint()).status).toBe(200));
  });

  it.each([
    [{ failed_credential: 0 }, 'failed_credential is not a limit of an organization'],
    [{ prefligth: 1 }, 'did you mean preflight?'],
    [{ capture_body_bytes: 16_777_217 }, 'capture_body_bytes must be a whole number from 0 to 16777216'],
    [[], 'holds one JSON object'],
  ])('set refuses %j with the reason', async (content, words) => {
    const { code, stderr } = await set('limits', content);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});

describe('the version of response shapes', () => {
  const known = DEFAULT_SETTINGS.version;

  it('is named in each answer', async () => {
    expect((await mint()).headers['standpoint-version']).toBe(known);
    expect((await mint({ 'standpoint-version': known })).headers['standpoint-version']).toBe(known);
  });

  it('that this service does not know is refused, with those that it knows', async () => {
    const { status, data } = await mint({ 'standpoint-version': '2031-01-01' });
    expect([status, data.error.code, data.error.fields]).toEqual([
      400,
      'invalid_request',
      [{ path: 'Standpoint-Version', message: `must be one of ${known}` }],
    ]);
  });

  it('to which an organization was pinned by a newer service is refused, unless the call names one', async () => {
    await service.database.pool.query(
      `UPDATE organization SET settings = settings || '{"version": "2031-01-01"}' WHERE org = $1`,
      [org.org],
    );
    await soon(async () => expect((await mint()).status).toBe(400));
    expect((await mint()).data.error.fields[0].message).toContain('the organization is pinned to 2031-01-01');
    expect((await mint({ 'standpoint-version': known })).status).toBe(200);
  });
});
