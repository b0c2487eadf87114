import type { Environment } from '@standpoint/contract';
import { expect } from 'vitest';
import { type StoredEvidence, storedEvidence } from '../../src/geolocation/evidence/stored.ts';
import { browserEvidence, seal } from '../browser-payload.ts';
import type { TestOrganization, TestService } from '../service.ts';

/** Verifications of named customers of an organization, and what is stored of them. */
export function storedEvidenceOf(service: TestService, org: TestOrganization) {
  async function verify(customer_id: string, env: Environment = 'production', transaction_type = 'login') {
    const minted = await service.call({
      path: '/geolocation/preflight',
      token: org.api[env],
      body: { customer_id, transaction_type, name: 'Given Name', email: 'given@example.com' },
    });
    const { token } = minted.data;
    const payload = await seal(token, browserEvidence());
    const answer = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload },
      ip: '8.8.8.8',
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  }

  async function rows(filter: object, env: Environment = 'production'): Promise<StoredEvidence[]> {
    const found: StoredEvidence[] = [];
    for await (const page of storedEvidence(service.deps, { org: org.org, env, ...filter }))
      found.push(...page);
    return found;
  }

  return { verify, rows };
}
