import { createHash } from 'node:crypto';
import type { WorkflowDefinition } from '@standpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  handedOff,
  MovableClock,
  neededConsent,
  person,
  sharedWorkflow,
} from '../../../testing/face/face.ts';
import { analysed, atEase } from '../../../testing/face/runner.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { changeSettings } from '../../accounts/organizations.ts';
import type { Capture } from '../runner/runner.ts';

const DAY_MS = 86_400_000;
const clock = new MovableClock();
const replace = { ...clock.replacement, face: { answer_within_ms: 50_000 } };
const service = testService({ unlimited: true, replace });
const org = testOrganization(service, beforeEach);

const KEEPING: Partial<WorkflowDefinition> = {
  attempts: 2,
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  retention: { frames_days: 3, template_days: 40 },
};
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const acts = (session_id: string) =>
  query('SELECT * FROM face_consent WHERE session_id = $1 ORDER BY act_no', [session_id]);
const read = async (session_id: string) =>
  (await service.call({ path: `/facecheck/session/${session_id}`, token: org.results.production })).data;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
const NOTHING = { frames: 0, templates: 0, prints: 0, pending: 0, records: 0 };

const withdraw = (customer_id: string) =>
  service.call({
    path: `/customers/${customer_id}/consent/withdraw`,
    token: org.results.production,
    body: {},
  });

describe('a consent', () => {
  it('is kept with controller, purposes, text and act before any picture is taken', async () => {
    await changeSettings(service.database.db, org.org, { legal_name: 'Example Shop Ltd.' });
    service.deps.organizations.clear();
    const { desktop, data, session_id } = await opened('ann');
    expectRefusal(await desktop.attempt(), 403, 'consent_required');
    const { version, text, required } = data.consent;
    expect(required).toBe(true);
    expect(text).toContain('Example Shop Ltd.');
    expect(text).toMatch(/nach 3 Tagen[\s\S]*40 Tage lang/);
    const said = { version, accepted: true, locale: 'de-AT', pressed: 'Ich stimme zu' };
    expect((await desktop.post('/session/consent', said)).status).toBe(200);
    const [act, ...more] = await acts(session_id);
    expect(more).toEqual([]);
    expect(act).toMatchObject({
      act: 'agreed',
      version,
      controller: 'Example Shop Ltd.',
      purposes: [
        { purpose: 'liveness', days: 3 },
        { purpose: 'match', days: 1_095 },
        { purpose: 'template', days: 40 },
        { purpose: 'search', days: 40 },
        { purpose: 'replay', days: 40 },
        { purpose: 'review', days: 3 },
        { purpose: 'record', days: null },
      ],
      language: 'de',
      pressed: 'Ich stimme zu',
      device: 'desktop',
      proven: false,
    });
    expect(act.text_sha256.toString('hex')).toBe(sha256(text));
    const [kept] = await query('SELECT text FROM face_consent_text WHERE text_sha256 = $1', [
      act.text_sha256,
    ]);
    expect(kept.text).toBe(text);
    expect(await query('SELECT 1 FROM face_frame WHERE session_id = $1', [session_id])).toEqual([]);
    expect((await read(session_id)).consent).toMatchObject({
      accepted: true,
      controller: 'Example Shop Ltd.',
      purposes: act.purposes,
      withdrawn_at: null,
    });
    expect((await desktop.attempt()).status).toBe(200);
  });

  it('to another text than the present one is refused with the present one', async () => {
    const { desktop, session_id } = await opened('bea');
    const old = await desktop.post('/session/consent', { version: '1', accepted: true, locale: 'fr' });
    expectRefusal(old, 403, 'consent_required');
    const { version, text, locale } = neededConsent(old);
    expect([locale, text.split('\n')[0]]).toEqual(['fr', expect.stringContaining('Votre caméra')]);
    expect(await acts(session_id)).toEqual([]);
    await desktop.post('/session/consent', { version, accepted: true });
    // The company gets another name: what was agreed to does not name the one that would get the pictures.
    await changeSettings(service.database.db, org.org, { legal_name: 'Another Ltd.' });
    service.deps.organizations.clear();
    const again = await desktop.attempt();
    expectRefusal(again, 403, 'consent_required');
    expect(neededConsent(again).text).toContain('Another Ltd.');
    await desktop.post('/session/consent', { version: neededConsent(again).version, accepted: true });
    expect((await desktop.attempt()).status).toBe(200);
  });

  it('mutation control: without the check, an attempt opens before any consent', async () => {
    const { requireConsent } = await mutant<typeof import('./give.ts')>('face/consent/give.ts', [
      'if (!shown.required) return;',
      'return;',
    ]);
    const shown = { required: true, version: '1', texts: {} } as never;
    expect(() => requireConsent(shown, { consent: null } as never)).not.toThrow();
  });

  it('that is refused is a named end, whatever the text was', async () => {
    const { desktop, session_id } = await opened('cyd');
    const refused = await desktop.post('/session/consent', { version: 'old', accepted: false });
    expect(refused.data.session).toMatchObject({
      status: 'canceled',
      last_error: { code: 'consent_declined', retryable: false },
    });
    expect((await read(session_id)).reasons).toEqual(['consent_declined']);
    expect(await acts(session_id)).toMatchObject([{ act: 'refused', text_sha256: null, purposes: null }]);
  });

  it('keeps its proof without the person when the customer is erased', async () => {
    const { session_id } = await decided('dan');
    await service.call({ method: 'DELETE', path: '/customers/dan', token: org.results.production });
    const [act] = await acts(session_id);
    expect(act).toMatchObject({ act: 'agreed', language: 'en', device: 'desktop' });
    expect(JSON.stringify(act)).not.toContain('dan');
    expect(
      await query('SELECT 1 FROM face_consent_text WHERE org = $1 AND text_sha256 = $2', [
        org.org,
        act.text_sha256,
      ]),
    ).toHaveLength(1);
  });
});

describe('what the text says', () => {
  const settings: [string, Partial<WorkflowDefinition>][] = [
    ['keeps', KEEPING],
    ['none', { ...KEEPING, retention: { frames_days: 0, template_days: 1 } }],
    ['live', { attempts: 2, retention: { frames_days: 9, template_days: 7 } }],
    ['review', { ...KEEPING, review: { when: ['always'], due_s: 5 * 86_400 + 60 } }],
  ];
  it.each(settings)(
    'is what the service then does with what it keeps: %s',
    async (customer_id, definition) => {
      const { session_id } = await decided(customer_id, definition);
      const [{ purposes }] = await acts(session_id);
      const said = Object.fromEntries(
        (purposes as { purpose: string; days: number | null }[]).map(({ purpose, days }) => [purpose, days]),
      );
      const [session] = await query('SELECT * FROM face_session WHERE session_id = $1', [session_id]);
      // Whole days from the decision, rounded up; the picture was sent a moment before it.
      const daysLeft = (until: Date) => {
        const left = (until.getTime() - session.completed_at.getTime()) / DAY_MS;
        return Math.abs(left - Math.round(left)) < 1e-4 ? Math.round(left) + 0 : Math.ceil(left);
      };
      const days = async (table: string, where: string) =>
        (await query(`SELECT delete_after FROM ${table} WHERE ${where}`)).map((row) =>
          daysLeft(row.delete_after),
        );
      const mine = `session_id = '${session_id}'`;
      expect(daysLeft(session.frames_delete_after)).toBe(said.liveness);
      expect(await days('face_template', `org = '${org.org}'`)).toEqual(
        session.decision === 'approved' && said.template ? [said.template] : [],
      );
      const prints = await days('face_print', mine);
      expect(prints.every((each) => each === said.replay)).toBe(true);
      expect(prints.length > 0).toBe(session.decision === 'approved');
      expect(await days('face_pending', mine)).toEqual(session.decision === 'review' ? [said.review] : []);
    },
  );
});

describe('a withdrawal', () => {
  it('by the person ends a session under way, and nothing is enrolled', async () => {
    const { desktop, session_id } = await opened('eva');
    await desktop.consent();
    const attempt = await desktop.attempt();
    clock.pass(17);
    let judge: () => void = () => {};
    const judging = new Promise<void>((resolve) => {
      judge = resolve;
    });
    service.deps.face.runner = {
      analyse: async (capture: Capture) => {
        await judging;
        return analysed(service.deps, capture, 1);
      },
    };
    const sent = desktop.submit(attempt, atEase(attempt));
    await expect.poll(async () => (await desktop.status()).data.status).toBe('processing');
    const gone = await desktop.post('/session/consent', { version: 'any', accepted: false, pressed: 'Stop' });
    expect(gone.data.session).toMatchObject({
      status: 'canceled',
      last_error: { code: 'consent_withdrawn', retryable: false },
    });
    judge();
    await sent;
    expect(await held('eva')).toEqual(NOTHING);
    expect(await acts(session_id)).toMatchObject([
      { act: 'agreed' },
      { act: 'withdrawn', pressed: 'Stop', device: 'desktop' },
    ]);
    expectRefusal(await desktop.attempt(), 409, 'session_terminal');
    // After a lost answer, and by the customer's other devices, it may be sent again.
    const again = await desktop.post('/session/consent', { version: 'any', accepted: false });
    expect([again.status, (await acts(session_id)).length]).toEqual([200, 2]);
  });

  it('by the person after the end deletes what came of all checks, and the decision stays', async () => {
    await decided('fay');
    const { desktop, session_id } = await decided('fay');
    const before = await held('fay');
    expect(Object.values(before).filter((n) => n === 0)).toEqual([0]);
    const gone = await desktop.post('/session/consent', { version: 'any', accepted: false });
    expect(gone.data.session).toMatchObject({ status: 'completed', last_error: null });
    expect(await held('fay')).toEqual(NOTHING);
    const shown = await read(session_id);
    expect(shown).toMatchObject({
      decision: 'approved',
      consent: { accepted: true, withdrawn_at: expect.any(String) },
      retention: { frames: 'deleted' },
      record_contradicted: false,
    });
    const [entry] = await query(`SELECT * FROM audit WHERE org = $1 AND action = 'face.consent_withdrawn'`, [
      org.org,
    ]);
    expect(entry).toMatchObject({ actor: 'client', target: session_id });
    expect(entry.detail).toMatchObject({ frames: before.frames, templates: 1, sessions_canceled: 0 });
    expect(JSON.stringify(entry)).not.toContain('fay');
  });

  it('by a backend says what was deleted, touches no other customer, and is safe to repeat', async () => {
    await decided('gus', { ...KEEPING, review: { when: ['always'] } }, 2);
    await decided('gus', KEEPING, 2);
    const waiting = await opened('gus');
    await waiting.desktop.consent();
    const other = await decided('hal', KEEPING, 3);
    const [before, others] = [await held('gus'), await held('hal')];
    expect(before.pending).toBe(1);
    const gone = await withdraw('gus');
    expect(gone.data).toMatchObject({
      customer_id: 'gus',
      livemode: true,
      counts: { ...before, sessions_canceled: 1 },
    });
    expect([await held('gus'), await held('hal')]).toEqual([NOTHING, others]);
    expect((await waiting.desktop.status()).data).toMatchObject({ status: 'canceled', done: true });
    expect((await read(other.session_id)).consent.withdrawn_at).toBeNull();
    const again = await withdraw('gus');
    expect(again.data.counts).toEqual({ ...NOTHING, sessions_canceled: 0 });
    expectRefusal(await withdraw('nobody-of-ours'), 404, 'not_found');
    // A new check asks again, and a customer who was approved before is no stranger.
    const next = await opened('gus');
    expectRefusal(await next.desktop.attempt(), 403, 'consent_required');
  });

  it('of two at once deletes once, and neither fails', async () => {
    const visits = [await decided('ida', KEEPING, 4), await decided('ida', KEEPING, 4)];
    const answers = await Promise.all([
      withdraw('ida'),
      ...visits.map(({ desktop }) => desktop.post('/session/consent', { version: '-', accepted: false })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await held('ida')).toEqual(NOTHING);
    for (const { session_id } of visits)
      expect((await acts(session_id)).map(({ act }) => act)).toEqual(['agreed', 'withdrawn']);
  });

  it('is open to a phone that was confirmed, also after the end, and to no other one', async () => {
    const { phone, number, redeemed } = await handedOff(service, org);
    const version = redeemed.data.consent.version;
    expectRefusal(
      await phone.post('/session/consent', { version, accepted: false }),
      403,
      'handoff_unconfirmed',
    );
    await phone.confirm(number);
    await phone.post('/session/consent', { version, accepted: true });
    await phone.cancel();
    const gone = await phone.post('/session/consent', { version, accepted: false });
    expect([gone.status, gone.data.session.status]).toEqual([200, 'canceled']);
    expect(await acts(redeemed.data.session.session_id)).toMatchObject([
      { act: 'agreed', device: 'phone' },
      { act: 'withdrawn', device: 'phone' },
    ]);
  });

  it('mutation control: the tables above are found full when it deletes nothing', async () => {
    await decided('joe', KEEPING, 5);
    const before = await held('joe');
    const { withdrawConsentHandler } = await mutant<typeof import('./withdraw.ts')>(
      'face/consent/withdraw.ts',
      ['  await redact(change);\n', ''],
      ['await removeTemplates(trx, { org, env }, { customer_hash })', '0'],
      ['  await removePrints(trx, who);\n', ''],
    );
    const caller = { org: org.org, env: 'production', actor: 'key:key_1', key_id: 'key_1' };
    const call = { caller, params: { customer_id: 'joe' }, request_id: 'req_1', ip: '127.0.0.1' };
    await withdrawConsentHandler(call as never, service.deps);
    expect(await held('joe')).toEqual(before);
  });
});
