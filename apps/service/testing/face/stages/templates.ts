import type { Environment, WorkflowDefinition } from '@standpoint/contract';
import { afterEach } from 'vitest';
import type { FaceFacts, MatchFacts } from '../../../src/face/decision/facts.ts';
import type { Fused } from '../../../src/face/decision/match.ts';
import { settingsOf } from '../../../src/face/portal/workflow.ts';
import { type Capture, type FaceRunner, noRunner } from '../../../src/face/runner/runner.ts';
import { templatesOf } from '../../../src/face/templates/records.ts';
import { gatherMatch } from '../../../src/face/templates/templates.ts';
import { packOf } from '../../../src/face/vision/packs/manifest.ts';
import { locatePack } from '../../../src/face/vision/packs/packs.ts';
import type { Pack } from '../../../src/face/vision/vision.ts';
import { testOrganization, testService } from '../../hooks.ts';
import { MovableClock, person, sharedWorkflow } from '../face.ts';
import { faceLook, look, visionOf } from '../looks.ts';

export const accurate = packOf(locatePack('accurate', ''));
export const newer: Pack = { ...accurate, version: 'another' };

export const MATCHING: Partial<WorkflowDefinition> = {
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  consent: { required: false },
  retention: { frames_days: 2, template_days: 10 },
};
export const settings = settingsOf({ name: 'x', ...MATCHING });
export const fused = (embedding: Float32Array, frames = 5): Fused => ({ embedding, frames, quality: 0.6 });
export const vision = (pack = accurate) => visionOf(pack, () => look(faceLook()));

/** The facts of a comparison that decide what a session leaves. */
const comparison = (definition: Partial<WorkflowDefinition>) =>
  definition.match?.source === 'none' ? { skipped: 'not_asked' } : { source: 'template', score: 1 };

/** A service without the models, on which sessions end as a test says and leave templates. */
export function templateStage() {
  const clock = new MovableClock();
  const service = testService({ unlimited: true, replace: clock.replacement });
  const org = testOrganization(service);
  afterEach(() => {
    service.deps.face.runner = noRunner;
  });

  const who = (customer_id: string) => ({
    org: org.org,
    env: 'production' as const,
    customer_hash: service.hash(org.org, customer_id),
  });
  const compare = (customer_id: string, probe: Fused, pack = accurate): Promise<MatchFacts> =>
    gatherMatch(service.deps, who(customer_id), settings, vision(pack), probe);
  const stored = (customer_id: string) => templatesOf(service.database.db, who(customer_id));

  let captures = 0;
  const print = () => (++captures).toString(16).padStart(64, 'f');

  /** A runner with the given findings and face. */
  function runnerFor(
    outcome: 'approved' | 'review' | 'declined' | 'retry',
    probe: Fused,
    {
      definition = MATCHING,
      pack = accurate,
    }: { definition?: Partial<WorkflowDefinition>; pack?: Pack } = {},
  ) {
    const seen: Capture[] = [];
    const found = { approved: 'pass', review: 'suspected', declined: 'fail', retry: 'pass' }[outcome];
    const check = { outcome: found, score: null, threshold: null, reasons: [] };
    const runner: FaceRunner = {
      async analyse(capture) {
        seen.push(capture);
        const frames = capture.manifest.frames.map((frame) => ({ ...frame, look: { print: print() } }));
        const { challenge } = capture;
        const match = comparison(definition);
        const facts = { engine_version: 'test', challenge, frames, match } as unknown as FaceFacts;
        const quality = outcome === 'retry' ? ['too_dark'] : [];
        return {
          outcome: 'analysed',
          quality,
          checks: { liveness: check },
          basis: { facts, probe, pack, duplicates: [] },
        };
      },
    };
    return { runner, seen };
  }

  /** Runs a session of the customer up to its decision. */
  async function session(
    customer_id: string,
    outcome: Parameters<typeof runnerFor>[0],
    probe: Fused,
    {
      definition = MATCHING,
      pack = accurate,
      env,
    }: { definition?: Partial<WorkflowDefinition>; pack?: Pack; env?: Environment } = {},
  ) {
    const workflow_id = await sharedWorkflow(service, org.org, { attempts: 1, ...definition });
    const desktop = await person(service, org, { workflow_id, customer: { customer_id }, env });
    const opened = await desktop.open();
    const attempt = await desktop.attempt();
    service.deps.face.runner = runnerFor(outcome, probe, { definition, pack }).runner;
    const answer = await desktop.submit(attempt);
    if (answer.status !== 200) throw new Error(answer.text);
    return { session_id: opened.data.session.session_id as string, desktop };
  }

  return { clock, service, org, who, compare, stored, runnerFor, session };
}
