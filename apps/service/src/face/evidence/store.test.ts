import { describe, expect, it } from 'vitest';
import { type Capture, person, upload } from '../../../testing/face/face.ts';
import { answering, atEase } from '../../../testing/face/runner.ts';
import { evidenceStage, verified } from '../../../testing/face/stages/evidence.ts';
import { exportFaceEvidence } from './store.ts';

const { clock, service, org, capturing, judged } = evidenceStage();

it('exists for each judged attempt, also for a retry', async () => {
  const { desktop, key, answer, lines } = await judged(({ frames }) => {
    for (const { look } of frames) look.face!.light.face = 0.04;
  });
  expect(answer.data.session).toMatchObject({ status: 'in_progress', last_error: { code: 'too_dark' } });
  expect(lines).toHaveLength(1);
  expect((await verified(lines[0]!)).decision).toMatchObject({ outcome: 'identical', recorded: 'retry' });
  service.deps.face.runner = answering();
  const attempt = await desktop.attempt();
  clock.pass(17);
  await desktop.submit(attempt, atEase(attempt));
  const all = await exportFaceEvidence(service.deps, key);
  const reports = await Promise.all(all.map((file) => verified(JSON.stringify(file))));
  expect(reports.map(({ ok, decision }) => [ok, decision.recorded])).toEqual([
    [true, 'retry'],
    [true, 'approved'],
  ]);
});

it('says that no engine looked, and that a sandbox outcome was simulated', async () => {
  service.deps.face.runner = { analyse: async () => ({ outcome: 'unavailable' }) };
  const { desktop, key } = await capturing();
  await desktop.submit(await desktop.attempt());
  const [none] = await exportFaceEvidence(service.deps, key);
  expect(await verified(JSON.stringify(none))).toMatchObject({
    ok: true,
    pack: null,
    decision: { outcome: 'not_analysed', recorded: 'review' },
  });
  const played = await capturing('sandbox', { customer_id: 'test_face_approved-evidence' });
  await played.desktop.submit(await played.desktop.attempt());
  const [simulated] = await exportFaceEvidence(service.deps, played.key);
  expect(await verified(JSON.stringify(simulated))).toMatchObject({
    ok: true,
    livemode: false,
    decision: { outcome: 'simulated', recorded: 'approved' },
  });
});

describe('no evidence is left', () => {
  const evidence = (session_id: string) =>
    service.database.db
      .selectFrom('face_evidence')
      .selectAll()
      .where('session_id', '=', session_id)
      .execute();

  it('of a session that was redacted', async () => {
    const { key } = await judged();
    const done = await service.call({
      path: `/facecheck/session/${key.session_id}/redact`,
      token: org.results.production,
      body: {},
    });
    expect(done.status).toBe(200);
    expect(await exportFaceEvidence(service.deps, key)).toEqual([]);
    expect(await evidence(key.session_id)).toEqual([]);
  });

  it('of a customer who was erased, also as a duplicate of another customer', async () => {
    const twin = await person(service, org);
    const { customer_id } = twin.minted.data;
    const customer_hash = service.hash(org.org, customer_id);
    await twin.open();
    service.deps.face.runner = {
      analyse: async (capture) => {
        const found = await answering().analyse(capture);
        if (found.outcome !== 'analysed') throw new Error('not analysed');
        return { ...found, basis: { ...found.basis!, duplicates: [{ customer_hash, score: 0.8 }] } };
      },
    };
    const { desktop, key } = await capturing();
    const attempt = await desktop.attempt();
    clock.pass(17);
    await desktop.submit(attempt, atEase(attempt));
    const read = () =>
      service.call({ path: `/facecheck/session/${key.session_id}`, token: org.results.production });
    expect((await read()).data.duplicates).toEqual([{ customer_id, score: 0.8 }]);
    const erase = (id: string) =>
      service.call({ method: 'DELETE', path: `/customers/${id}`, token: org.results.production });
    expect((await erase(customer_id)).status).toBe(200);
    expect((await read()).data.duplicates).toEqual([]);
    expect(await evidence(key.session_id)).toHaveLength(1);
    expect((await erase(desktop.minted.data.customer_id)).status).toBe(200);
    expect(await evidence(key.session_id)).toEqual([]);
  });
});

it('writes no evidence for a late verdict on a canceled session', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  service.deps.face.runner = {
    analyse: async (capture) => {
      await held;
      return answering().analyse(capture);
    },
  };
  service.deps.face.answer_within_ms = 50;
  const { desktop, key } = await capturing();
  const attempt = await desktop.attempt();
  clock.pass(17);
  let sent: Capture | undefined;
  await desktop.submit(attempt, async (capture) => {
    await atEase(attempt)(capture);
    sent = capture;
  });
  expect((await desktop.cancel()).data.session.status).toBe('canceled');
  go();
  await upload(service, desktop.token, attempt.data.attempt_id, sent!);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await exportFaceEvidence(service.deps, key)).toEqual([]);
  service.deps.face.answer_within_ms = 5_000;
});
