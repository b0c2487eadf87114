import type { Environment, WorkflowDefinition } from '@standpoint/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { MovableClock, person, sharedWorkflow } from '../../../testing/face/face.ts';
import { faceLook, look, near, unit, visionOf } from '../../../testing/face/looks.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { findKey, makeCustomer } from '../../privacy/customers.ts';
import { calibrationFor, fairThresholdAt } from '../decision/calibration.ts';
import type { FaceFacts, MatchFacts } from '../decision/facts.ts';
import { cosine, type Fused } from '../decision/match.ts';
import { settingsOf } from '../portal/workflow.ts';
import { type Capture, type FaceRunner, noRunner } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import type { Pack, Vision } from '../vision/vision.ts';
import { templatesOf } from './records.ts';
import { rotateTransform } from './rotation.ts';
import { openVector } from './sealed.ts';
import { gatherMatch, keepWhatPassed } from './templates.ts';
import { transformFor } from './transform.ts';

const accurate = packOf(locatePack('accurate', ''));
const triple = calibrationFor(accurate, { template: 3, probe: 1 })!;
const newer: Pack = { ...accurate, version: 'another' };
const clock = new MovableClock();
const service = testService({ unlimited: true, replace: clock.replacement });
const org = testOrganization(service);
afterEach(() => {
  service.deps.face.runner = noRunner;
});

const MATCHING: Partial<WorkflowDefinition> = {
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  consent: { required: false },
  retention: { frames_days: 2, template_days: 10 },
};
const settings = settingsOf({ name: 'x', ...MATCHING });
const fused = (embedding: Float32Array, frames = 5): Fused => ({ embedding, frames, quality: 0.6 });
const vision = (pack = accurate) => visionOf(pack, () => look(faceLook()));
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

/** The facts of a comparison that decide what a session leaves. */
const comparison = (definition: Partial<WorkflowDefinition>) =>
  definition.match?.source === 'none' ? { skipped: 'not_asked' } : { source: 'template', score: 1 };

/** A runner with the given findings and face. */
function runnerFor(
  outcome: 'approved' | 'review' | 'declined' | 'retry',
  probe: Fused,
  { definition = MATCHING, pack = accurate }: { definition?: Partial<WorkflowDefinition>; pack?: Pack } = {},
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

describe('a template in the database', () => {
  const move = (to: string, from: string, columns: string) =>
    service.database.pool.query(
      `UPDATE face_template t SET ${columns} FROM face_template f
       WHERE t.customer_hash = $1 AND f.customer_hash = $2`,
      [who(to).customer_hash, who(from).customer_hash],
    );

  it('cannot be opened without the key of the person', async () => {
    const mia = unit(18);
    await session('mia', 'approved', fused(mia));
    const [row] = await stored('mia');
    expect(row!.sealed.length).toBe(29 + 2048);
    expect(row!.sealed.includes(Buffer.from(mia.buffer).subarray(0, 64))).toBe(false);
  });

  it('cannot be moved to another customer, with or without the key', async () => {
    await session('noa', 'approved', fused(unit(19)));
    await session('ole', 'approved', fused(unit(20)));
    await move('noa', 'ole', 'sealed = f.sealed');
    await expect(compare('noa', fused(unit(20)))).rejects.toThrow();
    await move('noa', 'ole', 'sealed = f.sealed, template_id = f.template_id');
    const { pool } = service.database;
    const taken = await pool.query(
      `UPDATE customer c SET key_id = 'none' FROM customer was
        WHERE c.customer_hash = $1 AND was.customer_hash = $1 RETURNING was.key_id`,
      [who('ole').customer_hash],
    );
    await pool.query('UPDATE customer SET key_id = $2 WHERE customer_hash = $1', [
      who('noa').customer_hash,
      taken.rows[0].key_id,
    ]);
    await expect(compare('noa', fused(unit(20)))).rejects.toThrow();
  });

  it('mutation control: opens in another row of the same key when nothing is bound into it', async () => {
    const bound: [string, string] = ["  ].join('|');", "  ].slice(0, 1).join('|');"];
    const unbound = await mutant<typeof import('./sealed.ts')>('face/templates/sealed.ts', bound);
    const real = await import('./sealed.ts');
    const { createSecretKey } = await import('node:crypto');
    const key = createSecretKey(Buffer.alloc(32, 7));
    const at = new Date();
    const row = {
      ...who('pia'),
      kind: 'enrolled' as const,
      pack: 'accurate',
      pack_version: '1',
      template_id: 'tpl_1',
      transform_id: 'tfm_1',
      frames: 1,
      quality: 1,
      sessions: [],
      created_at: at,
      updated_at: at,
      delete_after: at,
    };
    const others = [
      { customer_hash: 'quinn' },
      { env: 'sandbox' as const },
      { org: 'org_2' },
      { kind: 'reference' as const },
      { pack_version: '2' },
      { template_id: 'tpl_2' },
      { transform_id: 'tfm_2' },
    ];
    for (const change of others) {
      const open = ({ sealTemplate, openVector }: typeof real) =>
        openVector(key, { ...sealTemplate(key, row, unit(1, 8)), ...change });
      expect(() => open(real)).toThrow();
      expect(open(unbound)).toEqual(unit(1, 8));
    }
    expect(real.openVector(key, { ...real.sealTemplate(key, row, unit(1, 8)) })).toEqual(unit(1, 8));
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
    for (let round = 0; round < 6; round++) {
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

describe('a gallery', () => {
  it('is read in the order of its changes, each template once, under one transform', async () => {
    const other = await service.organization();
    const gallery = { org: other.org, env: 'production' as const };
    const { db } = service.database;
    const faces = new Map<string, Float32Array>();
    const named = new Map<string, string>();
    for (let i = 0; i < 5; i++) faces.set(`c${i}`, unit(30 + i));
    const enrol = async (customer_id: string, embedding: Float32Array) => {
      await db.transaction().execute(async (trx) => {
        const customer = { ...gallery, customer_id, since: new Date() };
        const { who } = await makeCustomer(trx, service.deps, customer);
        named.set(who.customer_hash, customer_id);
        const approval = {
          trx,
          deps: service.deps,
          now: new Date(clock.now()),
          session: { ...who, session_id: `fcs_${customer_id}` } as never,
        };
        const passed = {
          attempt_id: 'fca',
          pack: accurate,
          probe: fused(embedding),
          prints: [],
          unproven: false,
        };
        await keepWhatPassed(approval, settings, passed);
      });
    };
    for (const [customer_id, embedding] of faces) await enrol(customer_id, embedding);
    await enrol('c1', near(faces.get('c1')!, 900, 0.8));
    const rows = await db
      .selectFrom('face_template')
      .selectAll()
      .where('org', '=', other.org)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ customer_hash }) => named.get(customer_hash))).toEqual(['c0', 'c2', 'c3', 'c4', 'c1']);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).toSorted((a, b) => a - b));
    const transform = await transformFor(service.deps, gallery, accurate);
    for (const row of rows) {
      expect(row.transform_id).toBe(transform.transform_id);
      const key = await findKey(db, service.deps.data_keys, row);
      const face = faces.get(named.get(row.customer_hash)!)!;
      const vector = openVector(key!, row);
      expect(cosine(vector, transform.apply(face))).toBeGreaterThan(0.95);
      expect(Math.abs(cosine(vector, face))).toBeLessThan(0.3);
    }
  });

  it('is moved to another transform without new enrolments', async () => {
    const other = await service.organization();
    const gallery = { org: other.org, env: 'production' as const };
    const at = (customer_id: string) => ({
      ...gallery,
      customer_hash: service.hash(other.org, customer_id),
    });
    const { db } = service.database;
    expect(await rotateTransform(service.deps, other.org, 'test')).toBe(0);
    const faces = [unit(40), unit(41), unit(42)];
    for (const [i, face] of faces.entries())
      await db.transaction().execute(async (trx) => {
        const customer = { ...gallery, customer_id: `r${i}`, since: new Date() };
        await makeCustomer(trx, service.deps, customer);
        const row = { ...at(`r${i}`), session_id: `fcs_r${i}` } as never;
        const approval = { trx, deps: service.deps, now: new Date(clock.now()), session: row };
        const passed = { attempt_id: 'fca', pack: accurate, probe: fused(face), prints: [], unproven: false };
        await keepWhatPassed(approval, settings, passed);
      });
    const rows = () =>
      db.selectFrom('face_template').selectAll().where('org', '=', other.org).orderBy('seq').execute();
    const [before, old] = [await rows(), await transformFor(service.deps, gallery, accurate)];
    const start = performance.now();
    expect(await rotateTransform(service.deps, other.org, 'test')).toBe(faces.length);
    if (process.env.TEST_TIMES)
      console.log(`rotated: ${((performance.now() - start) / faces.length).toFixed(2)} ms each`);
    const after = await rows();
    const fresh = await transformFor(service.deps, gallery, accurate);
    expect(fresh.transform_id).not.toBe(old.transform_id);
    expect(new Set(after.map(({ seq }) => seq)).size).toBe(faces.length);
    for (const [i, face] of faces.entries()) {
      expect(after[i]!.transform_id).toBe(fresh.transform_id);
      expect(after[i]!.seq).toBeGreaterThan(before[i]!.seq);
      const key = (await findKey(db, service.deps.data_keys, at(`r${i}`)))!;
      expect(Math.abs(cosine(openVector(key, before[i]!), openVector(key, after[i]!)))).toBeLessThan(0.3);
      const found = await gatherMatch(service.deps, at(`r${i}`), settings, vision(), fused(face));
      expect(found).toMatchObject({ source: 'template', score: expect.closeTo(1, 4) });
    }
  });

  it('has one transform when many calls ask for the first one at once', async () => {
    const other = await service.organization();
    const gallery = { org: other.org, env: 'sandbox' as const };
    const all = await Promise.all(
      Array.from({ length: 12 }, () => transformFor(service.deps, gallery, accurate)),
    );
    expect(new Set(all.map(({ transform_id }) => transform_id)).size).toBe(1);
  });
});
