import type { WorkflowDefinition } from '@standpoint/contract';
import { beforeEach, expect } from 'vitest';
import type { Capture } from '../../../src/face/runner/runner.ts';
import { testOrganization, testService } from '../../hooks.ts';
import { MovableClock, person, sharedWorkflow } from '../face.ts';
import { analysed, atEase } from '../runner.ts';

export const KEEPING: Partial<WorkflowDefinition> = {
  attempts: 2,
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  retention: { frames_days: 3, template_days: 40 },
};

/** Sessions of the customers of an organization that each test has for itself, and what is kept of them. */
export function consentStage() {
  const clock = new MovableClock();
  const replace = { ...clock.replacement, face: { answer_within_ms: 50_000 } };
  const service = testService({ unlimited: true, replace });
  const org = testOrganization(service, beforeEach);

  const query = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  const acts = (session_id: string) =>
    query('SELECT * FROM face_consent WHERE session_id = $1 ORDER BY act_no', [session_id]);
  const read = async (session_id: string) =>
    (await service.call({ path: `/facecheck/session/${session_id}`, token: org.results.production })).data;

  /** A session of the customer, opened; its workflow keeps what `KEEPING` says, or as changed. */
  async function opened(customer_id: string, definition: Partial<WorkflowDefinition> = KEEPING) {
    const workflow_id = await sharedWorkflow(service, org.org, definition);
    const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
    const { data } = await desktop.open({ locale: 'de-AT' });
    return { desktop, data, session_id: data.session.session_id as string, workflow_id };
  }

  /** The same up to a decision: a person with that face captures. */
  async function decided(customer_id: string, definition?: Partial<WorkflowDefinition>, seed = 1) {
    const visit = await opened(customer_id, definition);
    await visit.desktop.consent();
    const attempt = await visit.desktop.attempt();
    clock.pass(17);
    service.deps.face.runner = { analyse: (capture: Capture) => analysed(service.deps, capture, seed) };
    const answer = await visit.desktop.submit(attempt, atEase(attempt));
    expect(answer.data.session.status, answer.text).toBe('completed');
    return visit;
  }

  /** What is held of the faces of a customer. */
  async function held(customer_id: string) {
    const of = async (table: string, kept = 'true') =>
      (
        await query(
          `SELECT count(*)::int AS n FROM ${table} t JOIN face_session s USING (org, env, session_id)
            WHERE s.org = $1 AND s.customer_hash = $2 AND ${kept}`,
          [org.org, service.hash(org.org, customer_id)],
        )
      )[0].n;
    const [{ n: templates }] = await query(
      'SELECT count(*)::int AS n FROM face_template WHERE org = $1 AND customer_hash = $2',
      [org.org, service.hash(org.org, customer_id)],
    );
    return {
      frames: await of('face_frame', `s.frames_state = 'kept'`),
      templates,
      prints: await of('face_print'),
      pending: await of('face_pending'),
      records: await of('face_evidence'),
    };
  }

  return { clock, service, org, query, acts, read, opened, decided, held };
}
