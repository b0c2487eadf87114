import { createHash } from 'node:crypto';
import type { WorkflowDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { neededConsent } from '../../../testing/face/face.ts';
import { consentStage, KEEPING } from '../../../testing/face/stages/consents.ts';
import { mutant } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { changeSettings } from '../../accounts/organizations.ts';

const { service, org, query, acts, read, opened, decided } = consentStage();
const DAY_MS = 86_400_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
