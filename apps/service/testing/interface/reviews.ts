import { expect } from 'vitest';
import { testOrganization, testService } from '../hooks.ts';
import { reviewPolicy, verified } from '../reviews.ts';

/** A service without limits, an organization whose reviews wait in production, and what is read of them. */
export function testReviews() {
  const service = testService({ unlimited: true });
  const org = testOrganization(service);
  const key = () => org.results.production;

  let customers = 0;
  const policies = new Map<string, Promise<void>>();
  /** A verification of production that waits for a review under a policy of its own. */
  async function waiting(rules: { four_eyes?: boolean; due_s?: number } = {}) {
    const type = `type-${JSON.stringify(rules)}`;
    if (!policies.has(type)) policies.set(type, reviewPolicy(service, org, type, { review: rules }));
    await policies.get(type);
    service.deps.policies.clear();
    const customer_id = `reviewed-${++customers}`;
    const answer = await verified(service, org, customer_id, { type });
    expect(answer.decision).toBe('review');
    return { id: answer.verification_id as string, customer_id, type, answer };
  }

  const read = async (id: string) => service.call({ path: `/geolocation/verifications/${id}`, token: key() });
  const query = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;

  return { service, org, key, waiting, read, query };
}
