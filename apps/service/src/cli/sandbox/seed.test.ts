import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { standpoint } from '../../../testing/command.ts';
import { sharedService } from '../../../testing/hooks.ts';
import { verified } from '../../../testing/reviews.ts';

const service = sharedService();
const seed = (org: string, ...more: string[]) =>
  standpoint(['seed', '--org', org, ...more, '--json'], { ...process.env, ...service.variables });

/** Every record of the sandbox, as backends list them; a contradicted one would say so. */
async function listed(key: string, path: string, name: string) {
  const all: { record_contradicted?: boolean; erased?: boolean }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, text } = await service.call({
      path: `${path}?limit=100${cursor && `&cursor=${cursor}`}`,
      token: key,
    });
    if (!data?.[name]) throw new Error(text);
    all.push(...data[name]);
    cursor = data.next_cursor;
  }
  return all;
}

describe('standpoint seed', () => {
  it('makes verifications, sessions and reviews that agree with their signed records', async () => {
    const [most, sessions] = [tries(60, 30), tries(6, 3)];
    const organization = await service.organization();
    const { code, json, stderr } = await seed(
      organization.org,
      '--verifications',
      String(most),
      '--customers',
      '12',
      '--sessions',
      String(sessions),
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(json).toMatchObject({ stopped: false, sessions });
    const token = organization.results.sandbox;
    const verifications = await listed(token, '/geolocation/verifications', 'verifications');
    expect(verifications.length).toBe(json.verifications);
    expect(verifications.length).toBeGreaterThanOrEqual(most);
    expect(verifications.filter(({ record_contradicted }) => record_contradicted)).toEqual([]);
    const checked = await listed(token, '/facecheck/sessions', 'sessions');
    expect(checked.length).toBe(sessions);
    expect(checked.filter(({ record_contradicted }) => record_contradicted)).toEqual([]);
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS foreign FROM verification WHERE org = $1 AND env <> 'sandbox'`,
      [organization.org],
    );
    expect(rows).toEqual([{ foreign: 0 }]);
  });

  it('refuses an organization that has records, in either environment, and says what to do', async () => {
    for (const env of ['production', 'sandbox'] as const) {
      const organization = await service.organization();
      await verified(service, organization, 'test_pass', { env });
      const { code, stderr } = await seed(organization.org, '--verifications', '10');
      expect(code).toBe(1);
      expect(stderr).toContain('has records already. Nothing was made.');
      expect(stderr).toContain('npx standpoint orgs create');
      const { rows } = await service.database.pool.query(
        'SELECT count(*)::int AS count FROM verification WHERE org = $1',
        [organization.org],
      );
      expect(rows[0].count).toBe(1);
    }
  });

  it('refuses amounts that are none', async () => {
    const { org } = await service.organization();
    for (const wrong of ['0', '-1', 'many', '3000000'])
      expect((await seed(org, '--verifications', wrong)).code).toBe(2);
    expect((await standpoint(['seed', '--org', org], service.variables)).code).toBe(2);
  });
});
