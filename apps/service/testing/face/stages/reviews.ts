import type { WorkflowDefinition } from '@standpoint/contract';
import { expect } from 'vitest';
import type { Capture } from '../../../src/face/runner/runner.ts';
import { gatherMatch } from '../../../src/face/templates/templates.ts';
import { person, sharedWorkflow } from '../face.ts';
import { analysed, atEase } from '../runner.ts';
import { ANN, MATCHING, visitStage } from './visits.ts';

/** Every approval of the machine goes to a reviewer. */
export const REVIEWED: Partial<WorkflowDefinition> = { ...MATCHING, review: { when: ['always'] } };
export const AUTOMATIC: Partial<WorkflowDefinition> = { ...REVIEWED, review: { when: ['match_uncertain'] } };

/** Visits of people that end as a workflow with reviews says. */
export function reviewStage() {
  const { clock, service, org, stored } = visitStage();
  const key = () => org.results.production;

  const read = async (session_id: string) =>
    (await service.call({ path: `/facecheck/session/${session_id}`, token: key() })).data;
  const query = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  const pending = async (session_id: string) =>
    (await query('SELECT 1 FROM face_pending WHERE session_id = $1', [session_id])).length;

  /** A session in which a person with that face captures under the name of the customer. */
  async function visit(
    customer_id: string,
    seed = ANN,
    definition = REVIEWED,
    match = gatherMatch,
  ): Promise<string> {
    const workflow_id = await sharedWorkflow(service, org.org, definition);
    const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
    const session_id: string = (await desktop.open()).data.session.session_id;
    const attempt = await desktop.attempt();
    clock.pass(17);
    service.deps.face.runner = {
      analyse: (capture: Capture) => analysed(service.deps, capture, seed, match),
    };
    const answer = await desktop.submit(attempt, atEase(attempt));
    expect(answer.data.session.status, answer.text).toBe('completed');
    return session_id;
  }

  return { clock, service, org, key, read, stored, query, pending, visit };
}
