import type { WorkflowDefinition } from '@standpoint/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { LONG } from '../../../../../testing/counts.ts';
import { MovableClock, noise, person, sharedWorkflow } from '../../../testing/face/face.ts';
import { faceLook, look, unit, visionOf } from '../../../testing/face/looks.ts';
import { analysed, atEase } from '../../../testing/face/runner.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { processCapture } from '../capture/processing.ts';
import { exportFaceEvidence } from '../evidence/store.ts';
import { verifyFaceEvidence } from '../evidence/verify.ts';
import { type Capture, noRunner } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import { templatesOf } from './records.ts';
import { gatherMatch } from './templates.ts';

/** Seeds of two faces. */
const ANN = 1;
const STRANGER = 2;
const TEMPLATE_DAYS = 10;
const DAY_S = 86_400;
const MATCHING: Partial<WorkflowDefinition> = {
  attempts: 1,
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  consent: { required: false },
  retention: { frames_days: 2, template_days: TEMPLATE_DAYS },
};
const LIVENESS_ONLY: Partial<WorkflowDefinition> = {
  ...MATCHING,
  match: { source: 'none' },
  enroll: { on_pass: false },
};

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

/** Runs after the customer's templates were read and before the decision. */
type Meanwhile = () => Promise<unknown>;
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

const erase = (customer_id: string) =>
  service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: org.results.production });

const accurate = packOf(locatePack('accurate', ''));
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

const LAPSED = {
  status: 'completed',
  decision: 'review',
  reasons: ['match_unavailable', 'template_lapsed'],
  checks: { liveness: { outcome: 'pass' }, match: { outcome: 'unavailable', reasons: ['template_lapsed'] } },
};
const FIRST_VISIT = {
  decision: 'approved',
  checks: { match: { outcome: 'skipped', reasons: ['first_visit'] } },
};

describe('a stranger who uses the name of an approved customer', () => {
  it.each<[string, (customer_id: string) => Promise<void>]>([
    ['has run out', async () => clock.pass(TEMPLATE_DAYS * DAY_S)],
    [
      'has run out and was deleted',
      async (customer_id) => {
        clock.pass(TEMPLATE_DAYS * DAY_S);
        await expireDue(service.deps);
        expect(await stored(customer_id)).toEqual([]);
      },
    ],
    ['went with a redacted session', redactAll],
    [
      'has run out, and every session was redacted',
      async (customer_id) => {
        clock.pass(TEMPLATE_DAYS * DAY_S);
        await expireDue(service.deps);
        await redactAll(customer_id);
      },
    ],
  ])('goes to review and enrols nothing when the template %s', async (lapse, end) => {
    const customer_id = `lapsed-${lapse.replaceAll(/\W+/g, '-')}`;
    expect(await visit(customer_id, ANN)).toMatchObject(FIRST_VISIT);
    expect(await visit(customer_id, STRANGER)).toMatchObject({ decision: 'declined' });
    await end(customer_id);
    const before = await stored(customer_id);
    const stranger = await visit(customer_id, STRANGER);
    expect(stranger).toMatchObject(LAPSED);
    expect(await stored(customer_id)).toEqual(before);
    // Only a reviewer or the backend can say who this is: a second visit changes nothing.
    expect(await visit(customer_id, STRANGER)).toMatchObject(LAPSED);
    expect(await visit(customer_id, ANN)).toMatchObject(LAPSED);
    expect(await verifiedAgain(stranger.session_id)).toMatchObject({
      ok: true,
      decision: { outcome: 'identical', recorded: 'review', recomputed: 'review' },
    });
  });

  it('goes to review when the approval was made under another workflow, without a template', async () => {
    expect(await visit('elsewhere', ANN, LIVENESS_ONLY)).toMatchObject({ decision: 'approved' });
    expect(await visit('elsewhere', STRANGER)).toMatchObject(LAPSED);
    expect(await stored('elsewhere')).toEqual([]);
  });

  it('goes to review, and is not declined, when the workflow decides doubts by machine', async () => {
    await visit('strict', ANN);
    clock.pass(TEMPLATE_DAYS * DAY_S);
    expect(await visit('strict', STRANGER, { ...MATCHING, review: { when: [] } })).toMatchObject(LAPSED);
  });

  it('does not become the template through a workflow that enrols without a match', async () => {
    const definition = { ...LIVENESS_ONLY, enroll: { on_pass: true } };
    await visit('sideways', ANN, definition);
    expect(await stored('sideways')).toHaveLength(1);
    clock.pass(TEMPLATE_DAYS * DAY_S);
    await expireDue(service.deps);
    expect(await visit('sideways', STRANGER, definition)).toMatchObject({ decision: 'approved' });
    expect(await stored('sideways')).toEqual([]);
    expect(await visit('sideways', STRANGER)).toMatchObject(LAPSED);
  });
});

describe('a customer', () => {
  it('is still at the first visit when earlier sessions were declined or reviewed', async () => {
    const doubtful = { ...MATCHING, review: { when: ['always'] } } satisfies Partial<WorkflowDefinition>;
    expect(await visit('new', STRANGER, doubtful)).toMatchObject({ decision: 'review' });
    const reference = { ...MATCHING, match: { source: 'reference' } } satisfies Partial<WorkflowDefinition>;
    expect(await visit('new', STRANGER, reference)).toMatchObject({ decision: 'review' });
    await give('new', ANN);
    expect(await visit('new', STRANGER, reference)).toMatchObject({ decision: 'declined' });
    expect(await visit('new', ANN)).toMatchObject(FIRST_VISIT);
    expect((await stored('new')).map(({ kind }) => kind).sort()).toEqual(['enrolled', 'reference']);
  });

  it('is at the first visit again after the erasure, but not before', async () => {
    await visit('erased', ANN);
    clock.pass(TEMPLATE_DAYS * DAY_S);
    expect(await visit('erased', ANN)).toMatchObject(LAPSED);
    expect((await erase('erased')).status).toBe(200);
    const { rows } = await service.database.pool.query(
      `SELECT 1 FROM face_approval WHERE customer_hash = '${service.hash(org.org, 'erased')}'`,
    );
    expect(rows).toEqual([]);
    expect(await visit('erased', STRANGER)).toMatchObject(FIRST_VISIT);
  });

  it('is at the first visit when another organization approved a customer of the same name', async () => {
    const other = await service.organization();
    await visit('namesake', ANN);
    expect(await visit('namesake', STRANGER, MATCHING, undefined, other)).toMatchObject(FIRST_VISIT);
  });
});

describe('a reference image from the backend', () => {
  it('lets the person, but no stranger, enrol again when the template has lapsed', async () => {
    await visit('given', ANN);
    clock.pass(TEMPLATE_DAYS * DAY_S);
    await expireDue(service.deps);
    expect(await visit('given', ANN)).toMatchObject(LAPSED);
    await give('given', ANN);
    expect(await visit('given', STRANGER)).toMatchObject({
      decision: 'declined',
      checks: {
        match: { outcome: 'fail', reasons: expect.arrayContaining(['another_person', 'reference']) },
      },
    });
    expect(await stored('given')).toMatchObject([{ kind: 'reference' }]);
    expect(await visit('given', ANN)).toMatchObject({
      decision: 'approved',
      checks: { match: { outcome: 'pass', reasons: expect.arrayContaining(['reference']) } },
    });
    expect((await stored('given')).map(({ kind }) => kind).sort()).toEqual(['enrolled', 'reference']);
    expect(await visit('given', ANN)).toMatchObject({
      checks: { match: { reasons: expect.arrayContaining(['template']) } },
    });
  });
});

/** Approves the customer and redacts the template at once, while another capture waits for its decision. */
const approvedAndRedacted = (customer_id: string) => async () => {
  expect(await visit(customer_id, ANN)).toMatchObject(FIRST_VISIT);
  await redactAll(customer_id);
};

describe('the later of two simultaneous first visits', () => {
  it('goes to review when the template of the first one is already gone', async () => {
    const stranger = await visit('raced', STRANGER, MATCHING, approvedAndRedacted('raced'));
    expect(stranger).toMatchObject(LAPSED);
    expect(await stored('raced')).toEqual([]);
    expect(await verifiedAgain(stranger.session_id)).toMatchObject({
      ok: true,
      decision: { outcome: 'identical', recorded: 'review' },
    });
  });

  it.each([
    { decision: 'declined', shown: 'another person', seed: STRANGER, outcome: 'fail', sessions: 1 },
    { decision: 'approved', shown: 'the same person', seed: ANN, outcome: 'pass', sessions: 2 },
  ])('is $decision by the template of the first one when it shows $shown', async (expected) => {
    const { decision, seed, outcome, sessions } = expected;
    const customer_id = `raced-${decision}`;
    const later = await visit(customer_id, seed, MATCHING, () => visit(customer_id, ANN));
    expect(later).toMatchObject({
      decision,
      checks: { match: { outcome, reasons: expect.arrayContaining(['template']) } },
    });
    const [template] = await stored(customer_id);
    expect(template!.sessions).toHaveLength(sessions);
  });

  it('is declined when four people come at the same moment, and only one is approved', async () => {
    const seeds = [11, 12, 13, 14];
    const sessions: ({ seed: number } & Awaited<ReturnType<typeof opened>>)[] = [];
    for (const seed of seeds) sessions.push({ seed, ...(await opened('crowd')) });
    const waiting: (() => void)[] = [];
    const together = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === seeds.length) for (const go of waiting) go();
      });
    const analyse = (capture: Capture) => {
      const { seed } = sessions.find(({ session_id }) => session_id === capture.session_id)!;
      return runnerOf(seed, together).analyse(capture);
    };
    service.deps.face.runner = { analyse };
    await Promise.all(sessions.map(({ submit }) => submit()));
    const decisions = await Promise.all(
      sessions.map(async ({ session_id }) => (await read(session_id)).data.decision),
    );
    expect(decisions.sort()).toEqual(['approved', 'declined', 'declined', 'declined']);
    expect(await stored('crowd')).toHaveLength(1);
  });
});

describe.runIf(LONG)('mutation controls', () => {
  const ASKS_AGAIN: [string, string] = [
    "if (first || !isApproved(verdict) || basis?.facts.match.skipped !== 'nothing_to_compare')",
    'if (true)',
  ];
  const ENROLS_PROVEN: [string, string] = ['!first && facts.match.skipped !== undefined', 'false'];
  const without = (...off: [string, string][]) =>
    mutant<typeof import('../capture/processing.ts')>('face/capture/processing.ts', ...off);

  interface Attack {
    definition?: Partial<WorkflowDefinition>;
    meanwhile?: Meanwhile;
    match?: typeof gatherMatch;
  }
  /**
   * The decision of that module about a stranger's capture, and whether the stranger becomes the template.
   */
  async function attack(judge: typeof processCapture, customer_id: string, how: Attack = {}) {
    const { session_id, submit } = await opened(customer_id, how.definition);
    let taken: Capture | undefined;
    const never = (capture: Capture) => {
      taken = capture;
      return new Promise<never>(() => {});
    };
    Object.assign(service.deps.face, { runner: { analyse: never }, answer_within_ms: 1 });
    await submit();
    const runner = runnerOf(STRANGER, how.meanwhile, how.match);
    Object.assign(service.deps.face, { runner, answer_within_ms: 50_000 });
    await judge(service.deps, taken!);
    const { decision } = (await read(session_id)).data;
    const enrolled = (await stored(customer_id)).flatMap(({ sessions }) => sessions);
    return [decision, enrolled.includes(session_id)];
  }

  it('approve and enrol the stranger when earlier approvals are ignored', async () => {
    const blind = await mutantInside<typeof import('./templates.ts')>(
      'face/templates/templates.ts',
      'face/templates/comparison.ts',
      ['if (!approved) return', 'return'],
    );
    const off = await without(ASKS_AGAIN, ENROLS_PROVEN);
    await visit('control', ANN);
    clock.pass(TEMPLATE_DAYS * DAY_S);
    expect(await attack(processCapture, 'control')).toEqual(['review', false]);
    // The transaction of the decision checks again.
    expect(await attack(processCapture, 'control', { match: blind.gatherMatch })).toEqual(['review', false]);
    expect(await attack(off.processCapture, 'control', { match: blind.gatherMatch })).toEqual([
      'approved',
      true,
    ]);
  });

  it('approve the stranger at the moment of the lapse without the check in the transaction', async () => {
    const at = (customer_id: string) => ({ meanwhile: approvedAndRedacted(customer_id) });
    const [asks, both] = [await without(ASKS_AGAIN), await without(ASKS_AGAIN, ENROLS_PROVEN)];
    expect(await attack(processCapture, 'race-0', at('race-0'))).toEqual(['review', false]);
    expect(await attack(asks.processCapture, 'race-1', at('race-1'))).toEqual(['approved', false]);
    expect(await attack(both.processCapture, 'race-2', at('race-2'))).toEqual(['approved', true]);
  });

  it('enrol the stranger through a workflow without a match when every approval enrols', async () => {
    const definition = { ...LIVENESS_ONLY, enroll: { on_pass: true } };
    const off = await without(ENROLS_PROVEN);
    await visit('side', ANN, definition);
    await redactAll('side');
    expect(await attack(processCapture, 'side', { definition })).toEqual(['approved', false]);
    expect(await attack(off.processCapture, 'side', { definition })).toEqual(['approved', true]);
  });
});
