import type { PolicyDefinition, ReviewBody } from '@standpoint/contract';
import { draft, publish } from '../src/accounts/versions.ts';
import { browserEvidence, seal } from './browser-payload.ts';
import type { TestAnswer, TestOrganization, TestService } from './service.ts';

/** A policy under which every browser goes to review, for one transaction type. */
export async function reviewPolicy(
  service: TestService,
  { org }: TestOrganization,
  type: string,
  definition: Partial<PolicyDefinition> = {},
): Promise<void> {
  const { db } = service.database;
  const policy = {
    name: type,
    transaction_types: [type],
    min_assurance: 'attested',
    actions: { attestation_missing: 'review' },
    handoff: { on: false },
    ...definition,
  };
  const made = (await draft(db, 'policy', org, policy as PolicyDefinition))!;
  await publish(db, 'policy', org, made.id);
}

/** One verification of the customer. In the sandbox, `test_review_border` goes to review. */
export async function verified(
  service: TestService,
  org: TestOrganization,
  customer_id: string,
  { env = 'production' as 'production' | 'sandbox', type = 'deposit', locale = 'en' } = {},
): Promise<TestAnswer['data']> {
  const body = { customer_id, transaction_type: type };
  const minted = await service.call({ path: '/geolocation/preflight', token: org.api[env], body });
  const { token } = minted.data;
  const evidence = browserEvidence();
  const payload = await seal(token, { ...evidence, clock: { ...evidence.clock!, locale } });
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data;
}

export const APPROVE = { outcome: 'approve', reason: 'seen before', reviewer: 'ann' } as const;
export const DECLINE = { outcome: 'decline', reason: 'not the person', reviewer: 'ann' } as const;

/** A reviewer's answer to a verification or session. */
export const review = (
  service: TestService,
  key: string,
  id: string,
  body: Partial<ReviewBody> = APPROVE,
): Promise<TestAnswer> =>
  service.call({
    path: id.startsWith('ver_')
      ? `/geolocation/verifications/${id}/review`
      : `/facecheck/session/${id}/review`,
    token: key,
    body,
  });
