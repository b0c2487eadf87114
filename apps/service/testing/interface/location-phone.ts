import type { PolicyDefinition } from '@standpoint/contract';
import { beforeEach } from 'vitest';
import { draft, publish } from '../../src/accounts/versions.ts';
import { MovableClock } from '../face/face.ts';
import { testOrganization, testService } from '../hooks.ts';

export const finding = (verification: { checks: { code: string }[] }, code: string) =>
  verification.checks.find((check) => check.code === code);

/** A service whose clock can be moved, an organization for each test, and what is read of a hand-off. */
export function testLocationPhone() {
  const clock = new MovableClock();
  const service = testService({ unlimited: true, replace: clock.replacement });
  const org = testOrganization(service, beforeEach);
  beforeEach(() => {
    clock.ahead_ms = 0;
  });

  const policy = async (definition: Omit<PolicyDefinition, 'name'>): Promise<string> => {
    const { db } = service.database;
    const made = (await draft(db, 'policy', org.org, { name: 'test', ...definition }))!;
    await publish(db, 'policy', org.org, made.id);
    service.deps.policies.clear();
    return made.id;
  };
  const read = async (id: string) =>
    (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data;
  const eventsAbout = async (id: string): Promise<string[]> =>
    (
      await service.database.pool.query(
        `SELECT type FROM event WHERE data->>'verification_id' = $1 ORDER BY at, event_id`,
        [id],
      )
    ).rows.map((row) => row.type);

  return { clock, service, org, policy, read, eventsAbout };
}
