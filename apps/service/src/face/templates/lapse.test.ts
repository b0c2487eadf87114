import type { WorkflowDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { LONG, sample } from '../../../../../testing/counts.ts';
import {
  FIRST_VISIT,
  LAPSED,
  LIVENESS_ONLY,
  lapseStage,
  type Meanwhile,
} from '../../../testing/face/stages/lapses.ts';
import { ANN, DAY_S, MATCHING, STRANGER, TEMPLATE_DAYS } from '../../../testing/face/stages/visits.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { processCapture } from '../capture/processing.ts';
import type { Capture } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import type { gatherMatch } from './templates.ts';

const {
  clock,
  service,
  stored,
  read,
  opened,
  runnerOf,
  visit,
  redactAll,
  give,
  verifiedAgain,
  approvedAndRedacted,
} = lapseStage();

describe('a stranger who uses the name of an approved customer', () => {
  const ENDS: Record<string, (customer_id: string) => Promise<void>> = {
    'has run out': async () => clock.pass(TEMPLATE_DAYS * DAY_S),
    'has run out and was deleted': async (customer_id) => {
      clock.pass(TEMPLATE_DAYS * DAY_S);
      await expireDue(service.deps);
      expect(await stored(customer_id)).toEqual([]);
    },
    'went with a redacted session': redactAll,
    'has run out, and every session was redacted': async (customer_id) => {
      clock.pass(TEMPLATE_DAYS * DAY_S);
      await expireDue(service.deps);
      await redactAll(customer_id);
    },
  };
  const separate = ['has run out', 'has run out and was deleted', 'went with a redacted session'];
  it.each(sample(ENDS, ...separate))(
    'goes to review and enrols nothing when the template %s',
    async (lapse, end) => {
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
    },
  );

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
