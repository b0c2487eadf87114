import { expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testService } from '../../../testing/hooks.ts';
import './seed.test.ts';

const service = testService({ unlimited: true });
const seed = (org: string, ...more: string[]) =>
  standpoint(['seed', '--org', org, ...more, '--json'], { ...process.env, ...service.variables });

it('makes the same kind of records in bulk when there are many', async () => {
  const organization = await service.organization();
  const { json } = await seed(
    organization.org,
    '--verifications',
    '5001',
    '--customers',
    '5001',
    '--sessions',
    '0',
  );
  expect(json.verifications).toBeGreaterThanOrEqual(5_001);
  expect(json.customers).toBe(5_001);
  const { data } = await service.call({
    path: '/geolocation/verifications?limit=100',
    token: organization.results.sandbox,
  });
  expect(data.verifications).toHaveLength(100);
  for (const { verification_id } of data.verifications.slice(0, 5)) {
    const one = await service.call({
      path: `/geolocation/verifications/${verification_id}`,
      token: organization.results.sandbox,
    });
    // 500 `record_contradicted` where a signature or a seal did not hold.
    expect(one.status).toBe(200);
    expect(one.data.checks.length).toBeGreaterThan(10);
  }
}, 180_000);
