import type { WorkflowDefinition } from '@standpoint/contract';
import { expect } from 'vitest';
import { exportFaceEvidence } from '../../../src/face/evidence/store.ts';
import { verifyFaceEvidence } from '../../../src/face/evidence/verify.ts';
import type { Capture } from '../../../src/face/runner/runner.ts';
import { gatherMatch } from '../../../src/face/templates/templates.ts';
import { packOf } from '../../../src/face/vision/packs/manifest.ts';
import { locatePack } from '../../../src/face/vision/packs/packs.ts';
import { noise, person, sharedWorkflow } from '../face.ts';
import { faceLook, look, unit, visionOf } from '../looks.ts';
import { analysed, atEase } from '../runner.ts';
import { ANN, MATCHING, visitStage } from './visits.ts';

export const LIVENESS_ONLY: Partial<WorkflowDefinition> = {
  ...MATCHING,
  match: { source: 'none' },
  enroll: { on_pass: false },
};

export const LAPSED = {
  status: 'completed',
  decision: 'review',
  reasons: ['match_unavailable', 'template_lapsed'],
  checks: { liveness: { outcome: 'pass' }, match: { outcome: 'unavailable', reasons: ['template_lapsed'] } },
};
export const FIRST_VISIT = {
  decision: 'approved',
  checks: { match: { outcome: 'skipped', reasons: ['first_visit'] } },
};

/** Runs after the customer's templates were read and before the decision. */
export type Meanwhile = () => Promise<unknown>;

const accurate = packOf(locatePack('accurate', ''));

/** Visits of people, before and after the template of the customer has lapsed. */
export function lapseStage() {
  const stage = visitStage();
  const { clock, service, org, stored } = stage;

  const read = (session_id: string, of = org) =>
    service.call({ path: `/facecheck/session/${session_id}`, token: of.results.production });

  /** Opens a session of the customer with an open attempt. */
  async function opened(customer_id: string, definition = MATCHING, of = org) {
    const workflow_id = await sharedWorkflow(service, of.org, definition);
    const desktop = await person(service, of, { workflow_id, customer: { customer_id } });
    const session_id: string = (await desktop.open()).data.session.session_id;
    const attempt = await desktop.attempt();
    clock.pass(17);
    return { session_id, submit: () => desktop.submit(attempt, atEase(attempt)) };
  }

  const runnerOf = (seed: number, meanwhile: Meanwhile = async () => {}, match = gatherMatch) => ({
    async analyse(capture: Capture) {
      const found = await analysed(service.deps, capture, seed, match);
      await meanwhile();
      return found;
    },
  });

  /**
   * A session in which a person with that face captures under the name of the customer, as the backend sees it.
   */
  async function visit(
    customer_id: string,
    seed: number,
    definition = MATCHING,
    meanwhile?: Meanwhile,
    of = org,
  ) {
    const { session_id, submit } = await opened(customer_id, definition, of);
    service.deps.face.runner = runnerOf(seed, meanwhile);
    const answer = await submit();
    if (answer.status !== 200) throw new Error(answer.text);
    return (await read(session_id, of)).data;
  }

  async function redact(session_id: string) {
    const path = `/facecheck/session/${session_id}/redact`;
    const answer = await service.call({ method: 'POST', path, token: org.results.production });
    expect(answer.status, answer.text).toBe(200);
  }

  const redactAll = async (customer_id: string) => {
    const { rows } = await service.database.pool.query<{ session_id: string }>(
      `SELECT session_id FROM face_session WHERE customer_hash = $1 AND status = 'completed'`,
      [service.hash(org.org, customer_id)],
    );
    for (const { session_id } of rows) await redact(session_id);
    expect(await stored(customer_id)).toEqual([]);
  };

  /** The backend sends an image of that face as the customer's reference. */
  async function give(customer_id: string, seed: number) {
    const vision = visionOf(accurate, () => look(faceLook({ embedding: unit(seed) })));
    service.deps.face.vision = vision;
    const answer = await service.call({
      method: 'PUT',
      path: `/customers/${customer_id}/face-reference`,
      token: org.results.production,
      raw: await noise(320, 240),
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(answer.status, answer.text).toBe(200);
  }

  const verifiedAgain = async (session_id: string) => {
    const [file] = await exportFaceEvidence(service.deps, { org: org.org, env: 'production', session_id });
    return verifyFaceEvidence(JSON.stringify(file));
  };

  /** Approves the customer and redacts the template at once, while another capture waits for its decision. */
  const approvedAndRedacted = (customer_id: string) => async () => {
    expect(await visit(customer_id, ANN)).toMatchObject(FIRST_VISIT);
    await redactAll(customer_id);
  };

  return { ...stage, read, opened, runnerOf, visit, redactAll, give, verifiedAgain, approvedAndRedacted };
}
