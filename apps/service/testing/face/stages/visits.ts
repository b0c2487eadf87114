import type { WorkflowDefinition } from '@standpoint/contract';
import { afterEach } from 'vitest';
import { noRunner } from '../../../src/face/runner/runner.ts';
import { templatesOf } from '../../../src/face/templates/records.ts';
import { testOrganization, testService } from '../../hooks.ts';
import { MovableClock } from '../face.ts';

/** Seeds of two faces. */
export const ANN = 1;
export const STRANGER = 2;
export const DAY_S = 86_400;
export const TEMPLATE_DAYS = 10;
export const MATCHING: Partial<WorkflowDefinition> = {
  attempts: 1,
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  consent: { required: false },
  retention: { frames_days: 2, template_days: TEMPLATE_DAYS },
};

/** A service without the models, with a clock that moves and one organization. */
export function visitStage() {
  const clock = new MovableClock();
  // Other tests share these cores: an answer may take its time.
  const replace = { ...clock.replacement, face: { answer_within_ms: 50_000 } };
  const service = testService({ unlimited: true, replace });
  const org = testOrganization(service);
  afterEach(() => void Object.assign(service.deps.face, { runner: noRunner, vision: null }));

  const stored = (customer_id: string) =>
    templatesOf(service.database.db, {
      org: org.org,
      env: 'production',
      customer_hash: service.hash(org.org, customer_id),
    });

  return { clock, service, org, stored };
}
