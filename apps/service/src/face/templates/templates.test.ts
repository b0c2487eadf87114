import { describe, expect, it } from 'vitest';
import { oneIn } from '../../../../../testing/counts.ts';
import { person, sharedWorkflow } from '../../../testing/face/face.ts';
import { faceLook, look, near, unit, visionOf } from '../../../testing/face/looks.ts';
import {
  accurate,
  fused,
  MATCHING,
  newer,
  settings,
  templateStage,
  vision,
} from '../../../testing/face/stages/templates.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { calibrationFor, fairThresholdAt } from '../decision/calibration.ts';
import type { FaceRunner } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import type { Vision } from '../vision/vision.ts';
import { gatherMatch } from './templates.ts';

const { clock, service, org, who, compare, stored, runnerFor, session } = templateStage();
const triple = calibrationFor(accurate, { template: 3, probe: 1 })!;

const decisionOf = async (session_id: string): Promise<string> =>
  (await service.call({ path: `/facecheck/session/${session_id}`, token: org.results.production })).data
    .decision;

describe('a template', () => {
  it('is made by the first approved session, and compared with later ones', async () => {
    const ann = unit(1);
    expect(await compare('ann', fused(ann))).toEqual({ skipped: 'nothing_to_compare' });
    const { session_id } = await session('ann', 'approved', fused(ann));
    expect(await decisionOf(session_id)).toBe('approved');
    expect(await stored('ann')).toMatchObject([
      { kind: 'enrolled', pack: 'accurate', frames: 5, sessions: [session_id] },
    ]);
    expect(await compare('ann', fused(near(ann, 500, 0.7)))).toMatchObject({
      source: 'template',
      score: expect.closeTo(0.7, 1),
      threshold: expect.closeTo(fairThresholdAt(triple, 1e-4)!, 6),
      target_fmr: 1e-4,
      template_age_days: 0,
    });
    const stranger = (await compare('ann', fused(unit(2)))) as { score: number; review_threshold: number };
    expect(stranger.score).toBeLessThan(stranger.review_threshold);
    expect(await compare('ann', null as never)).toEqual({ skipped: 'no_probe' });
  });

  it('follows the person, and keeps the sessions that it was made from', async () => {
    const ben = unit(3);
    const first = await session('ben', 'approved', fused(ben));
    const older = near(ben, 501, 0.7);
    const before = (await compare('ben', fused(older))) as { score: number };
    const second = await session('ben', 'approved', fused(older));
    const after = (await compare('ben', fused(older))) as { score: number };
    expect(after.score).toBeGreaterThan(before.score + 0.02);
    expect(await stored('ben')).toMatchObject([
      { frames: 10, sessions: [first.session_id, second.session_id] },
    ]);
  });

  it('is one when two sessions pass at the same time', async () => {
    const probe = fused(unit(4));
    const sessions = await Promise.all(
      Array.from({ length: 5 }, () => session('cleo', 'approved', probe).then((made) => made.session_id)),
    );
    const rows = await stored('cleo');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sessions.toSorted()).toEqual(sessions.toSorted());
  });

  it('never takes in another person when the workflow compared nothing', async () => {
    const dora = unit(5);
    const definition = { ...MATCHING, match: { source: 'none' as const } };
    await session('dora', 'approved', fused(dora), { definition });
    await session('dora', 'approved', fused(unit(6)), { definition });
    expect(await stored('dora')).toMatchObject([{ frames: 5, sessions: [expect.anything()] }]);
    expect(await compare('dora', fused(dora))).toMatchObject({ score: expect.closeTo(1, 4) });
  });

  it('is not made when the workflow does not enrol', async () => {
    const definition = { ...MATCHING, match: { source: 'none' as const }, enroll: { on_pass: false } };
    await session('emil', 'approved', fused(unit(7)), { definition });
    expect(await stored('emil')).toEqual([]);
  });

  it('is used while the workflow keeps it, and is then deleted', async () => {
    const finn = fused(unit(8));
    await session('finn', 'approved', finn);
    clock.pass(9 * 86_400);
    expect(await compare('finn', finn)).toMatchObject({ template_age_days: 9 });
    clock.pass(86_400);
    expect(await compare('finn', finn)).toEqual({ skipped: 'template_lapsed' });
    await expireDue(service.deps);
    expect(await stored('finn')).toEqual([]);
  });
});

describe('a session that did not pass', () => {
  it.each(['review', 'declined', 'retry'] as const)('changes nothing: %s', async (outcome) => {
    const customer_id = `gus-${outcome}`;
    const { session_id } = await session(customer_id, outcome, fused(unit(10)), {
      definition: { ...MATCHING, attempts: 2 },
    });
    expect(await stored(customer_id)).toEqual([]);
    expect(await printsOf(session_id)).toBe(0);
  });

  it('mutation control: enrols an impostor when the decision is ignored', async () => {
    const off = await mutant<typeof import('../capture/processing.ts')>('face/capture/processing.ts', [
      'if (basis && isApproved(verdict)) {',
      'if (basis) {',
    ]);
    const real = await import('../capture/processing.ts');
    for (const [{ processCapture }, kept] of [
      [real, 0],
      [off, 1],
    ] as const) {
      const customer_id = `hans-${kept}`;
      const workflow_id = await sharedWorkflow(service, org.org, { attempts: 1, ...MATCHING });
      const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
      await desktop.open();
      const attempt = await desktop.attempt();
      const { seen, runner } = runnerFor('review', fused(unit(11)));
      const { answer_within_ms } = service.deps.face;
      const never: FaceRunner = {
        analyse(capture) {
          seen.push(capture);
          return new Promise(() => {});
        },
      };
      Object.assign(service.deps.face, { runner: never, answer_within_ms: 1 });
      await desktop.submit(attempt);
      Object.assign(service.deps.face, { runner, answer_within_ms });
      const decided = await processCapture(service.deps, seen[0]!);
      expect(decided).toMatchObject({ status: 'completed' });
      expect(await stored(customer_id)).toHaveLength(kept);
    }
  });
});

const printsOf = async (session_id: string): Promise<number> =>
  (
    await service.database.pool.query('SELECT count(*)::int AS n FROM face_print WHERE session_id = $1', [
      session_id,
    ])
  ).rows[0].n;

describe('a template of another pack', () => {
  it('is never compared', async () => {
    const ida = fused(unit(12));
    await session('ida', 'approved', ida);
    await service.database.pool.query(
      `UPDATE face_session SET frames_state = 'deleted' WHERE customer_hash = '${service.hash(org.org, 'ida')}'`,
    );
    expect(await compare('ida', ida, newer)).toEqual({ skipped: 'other_pack' });
    expect(await compare('ida', ida)).toMatchObject({ source: 'template' });
    const off = await mutantInside<typeof import('./templates.ts')>(
      'face/templates/templates.ts',
      'face/templates/records.ts',
      ['row.pack === pack.id && row.pack_version === pack.version;', 'row.pack === pack.id || true;'],
    );
    expect(await off.gatherMatch(service.deps, who('ida'), settings, vision(newer), ida)).not.toHaveProperty(
      'skipped',
    );
  });

  it('is made again from the frames of its session while they are kept', async () => {
    const jan = fused(unit(13));
    const { session_id } = await session('jan', 'approved', jan);
    const seeing = visionOf(newer, () => look(faceLook({ embedding: unit(130) })));
    const found = await gatherMatch(service.deps, who('jan'), settings, seeing, fused(unit(130)));
    expect(seeing.looks).toBe(8);
    expect(found).toMatchObject({ source: 'template', score: expect.closeTo(1, 4) });
    expect(await stored('jan')).toMatchObject([{ pack_version: 'another', sessions: [session_id] }]);
    // The next session does not make it again.
    await gatherMatch(service.deps, who('jan'), settings, seeing, fused(unit(130)));
    expect(seeing.looks).toBe(8);
  });

  it('of the sandbox is made again after pictures of production', async () => {
    const jon = fused(unit(20));
    await session('jon', 'approved', jon, { env: 'sandbox' });
    const asked: unknown[] = [];
    const seeing: Vision = {
      ...visionOf(newer, () => look(faceLook())),
      look: async (images, _wants, env) => {
        asked.push(env);
        return images.map(() => look(faceLook({ embedding: unit(20) })));
      },
    };
    await gatherMatch(
      service.deps,
      { org: org.org, env: 'sandbox', customer_hash: service.hash(org.org, 'jon', 'sandbox') },
      settings,
      seeing,
      jon,
    );
    expect(asked).toEqual(['sandbox']);
  });

  it('is never made again from frames of another session', async () => {
    const kim = fused(unit(14));
    await session('kim', 'approved', kim);
    await service.database.pool.query(
      `UPDATE face_session SET frames_state = 'deleted' WHERE customer_hash = '${service.hash(org.org, 'kim')}'`,
    );
    const definition = { ...MATCHING, match: { source: 'none' as const }, enroll: { on_pass: false } };
    await session('kim', 'approved', fused(unit(15)), { definition });
    expect(await compare('kim', kim, newer)).toEqual({ skipped: 'other_pack' });
  });

  it('is not replaced by a session that was compared with nothing', async () => {
    await session('lars', 'approved', fused(unit(18)));
    const definition = { ...MATCHING, match: { source: 'none' as const } };
    await session('lars', 'approved', fused(unit(19)), { definition, pack: newer });
    expect(await stored('lars')).toMatchObject([{ pack_version: accurate.version }]);
  });

  it('is replaced by the next session that passes', async () => {
    await session('lea', 'approved', fused(unit(16)));
    await session('lea', 'approved', fused(unit(17)), { pack: newer });
    expect(await stored('lea')).toMatchObject([{ pack_version: 'another' }]);
  });
});

describe('forgetting', () => {
  it('removes the template and the prints to which a redacted session contributed', async () => {
    const rosa = fused(unit(21));
    const first = await session('rosa', 'approved', rosa);
    await session('rosa', 'approved', rosa);
    expect(await printsOf(first.session_id)).toBe(8);
    const answer = await service.call({
      method: 'POST',
      path: `/facecheck/session/${first.session_id}/redact`,
      token: org.results.production,
    });
    expect(answer.status).toBe(200);
    expect(await stored('rosa')).toEqual([]);
    expect(await printsOf(first.session_id)).toBe(0);
  });

  it('leaves no template, reference or print of an erased person, whose receipt counts them', async () => {
    const sven = fused(unit(22));
    const { session_id } = await session('sven', 'approved', sven);
    const erase = () =>
      service.call({ method: 'DELETE', path: '/customers/sven', token: org.results.production });
    const answer = await erase();
    expect(answer.data.counts).toEqual({ verifications: 0, sessions: 1, frames: 8, templates: 1 });
    const claims = JSON.parse(Buffer.from(answer.data.receipt.split('.')[1], 'base64url').toString());
    expect(claims.templates).toBe(1);
    expect(await stored('sven')).toEqual([]);
    expect(await printsOf(session_id)).toBe(0);
    // The second answer is that of the same erasure.
    expect((await erase()).data.counts.templates).toBe(1);
  });
});

describe('an erasure during the decision of a session', () => {
  it('leaves nothing and causes no deadlock', async () => {
    const workflow_id = await sharedWorkflow(service, org.org, { attempts: 1, ...MATCHING });
    const erase = (customer_id: string) =>
      service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: org.results.production });
    service.deps.face.runner = runnerFor('approved', fused(unit(23))).runner;
    for (const round of oneIn(2, [0, 1, 2, 3, 4, 5])) {
      const customer_id = `tilda-${round}`;
      const sessions = await Promise.all(
        [1, 2, 3].map(async () => {
          const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
          await desktop.open();
          return { desktop, attempt: await desktop.attempt() };
        }),
      );
      const submitted = sessions.map(({ desktop, attempt }) => desktop.submit(attempt));
      // Each round erases later: before, during and after the decision.
      await Promise.race([Promise.all(submitted), new Promise((resolve) => setTimeout(resolve, 25 * round))]);
      const erased = await Promise.all([erase(customer_id), erase(customer_id)]);
      for (const answer of erased) expect(answer.status, answer.text).toBe(200);
      for (const answer of await Promise.all(submitted)) expect(answer.status, answer.text).toBeLessThan(500);
      expect(await stored(customer_id)).toEqual([]);
      for (const table of ['face_print', 'face_approval']) {
        const left = `SELECT 1 FROM ${table} WHERE customer_hash = $1`;
        expect(
          (await service.database.pool.query(left, [who(customer_id).customer_hash])).rows,
          table,
        ).toEqual([]);
      }
    }
  });
});
