import type { WorkflowDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { FIRST_VISIT, LAPSED, lapseStage } from '../../../testing/face/stages/lapses.ts';
import { ANN, DAY_S, MATCHING, STRANGER, TEMPLATE_DAYS } from '../../../testing/face/stages/visits.ts';
import type { Capture } from '../runner/runner.ts';

const {
  clock,
  service,
  org,
  stored,
  read,
  opened,
  runnerOf,
  visit,
  give,
  verifiedAgain,
  approvedAndRedacted,
} = lapseStage();

const erase = (customer_id: string) =>
  service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: org.results.production });

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
