import { describe, expect, it } from 'vitest';
import { requireAgreement } from '../src/face/evidence/contradiction.ts';
import { load } from '../src/face/session/records.ts';
import { resultToken } from '../src/face/session/status.ts';
import { person, publishWorkflow } from '../testing/face/face.ts';
import { testContradicted } from '../testing/interface/contradicted.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';

/** Writes to the database that no statement of the service makes, and what every read then says. */

const { service, org, query, read, marks, noted } = testContradicted();

let customers = 0;
async function completed(workflow_id = org.workflow_id) {
  const customer_id = `test_face_approved-${++customers}`;
  const desktop = await person(service, org, { env: 'sandbox', workflow_id, customer: { customer_id } });
  const { session } = (await desktop.open()).data;
  await desktop.consent();
  const submitted = await desktop.submit(await desktop.attempt());
  expect(submitted.data.session.status, submitted.text).toBe('completed');
  return { customer_id, id: session.session_id as string, desktop };
}

describe('a session whose row was edited', () => {
  const EDITS = {
    decision: `decision = 'declined'`,
    decision_source: `decision_source = 'review'`,
    reasons: `reasons = '{match_failed}'`,
    checks: `checks = '{"match": {"outcome": "pass", "score": 1, "threshold": 0, "reasons": []}}'`,
    workflow_version: `workflow_version = workflow_version + 1`,
    completed_at: `completed_at = completed_at - interval '400 days'`,
    consent: `consent = jsonb_set(consent, '{version}', '"another"')`,
    'decision, decision_source, reasons, checks': `status = 'in_progress', decision = NULL,
      decision_source = NULL, reasons = '{new}', checks = '{}', expires_at = now() + interval '1 hour'`,
  };

  it.each(Object.entries(EDITS))('is not served when %s was changed', async (what, edit) => {
    const { id, customer_id } = await completed();
    const path = `/facecheck/session/${id}`;
    expect(await read(path, 'sandbox')).toMatchObject({ status: 200, data: { record_contradicted: false } });
    await query(`UPDATE face_session SET ${edit} WHERE session_id = $1`, [id]);
    expect(await read(path, 'sandbox')).toMatchObject({ status: 500, code: 'record_contradicted' });
    const list = await read(`/facecheck/sessions?customer_id=${customer_id}`, 'sandbox');
    expect(marks(list.data.sessions)).toEqual([true]);
    expect(marks((await read(`/customers/${customer_id}`, 'sandbox')).data.timeline)).toEqual([true]);
    expect(await noted(id)).toEqual([{ detail: { area: 'face', what } }]);
  });

  it.each([
    ['the record is missing', `UPDATE face_session SET customer_hash = '' WHERE session_id = $1`],
    ['device', `UPDATE face_attempt SET device = 'phone' WHERE session_id = $1`],
    ['outcome', `UPDATE face_attempt SET outcome = 'declined' WHERE session_id = $1`],
    ['decision, decision_source', `DELETE FROM face_evidence WHERE session_id = $1`],
    ['the record does not open', `UPDATE face_evidence SET sealed = sealed || '0' WHERE session_id = $1`],
  ])('is not served after a change of its records: %s', async (what, edit) => {
    const { id } = await completed();
    await query(edit, [id]);
    expect((await read(`/facecheck/session/${id}`, 'sandbox')).code).toBe('record_contradicted');
    expect(await noted(id)).toEqual([{ detail: { area: 'face', what } }]);
  });

  const REDACTED = `UPDATE face_session SET decision = 'declined', redacted_at = now() WHERE session_id = $1`;

  it('is not served when it was made to look redacted beside its record', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
    const { id, customer_id, desktop } = await completed(workflow_id);
    await query(REDACTED, [id]);
    expect((await read(`/facecheck/session/${id}`, 'sandbox')).code).toBe('record_contradicted');
    const list = await read(`/facecheck/sessions?customer_id=${customer_id}`, 'sandbox');
    expect(marks(list.data.sessions)).toEqual([true]);
    expect((await desktop.status()).data.result_token).toBeUndefined();
  });

  it('gives the client no signed result when its record was deleted and it looks redacted', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
    const { id, desktop } = await completed(workflow_id);
    await query(REDACTED, [id]);
    await query(`DELETE FROM face_evidence WHERE session_id = $1`, [id]);
    const status = await desktop.status();
    expect(status.status).toBe(200);
    expect(status.data.result_token).toBeUndefined();
  });

  it('mutation control: gives a signed result for the decision of a writer who wrote redacted_at', async () => {
    const careless = await mutant<{ resultToken: typeof resultToken }>('face/session/status.ts', [
      ' || session.redacted_at',
      '',
    ]);
    const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
    const { id } = await completed(workflow_id);
    await query(REDACTED, [id]);
    await query(`DELETE FROM face_evidence WHERE session_id = $1`, [id]);
    const key = { org: org.org, env: 'sandbox' as const, session_id: id };
    const { session } = (await load(service.database.db, key))!;
    const iss = service.deps.config.sandbox_base_url;
    expect(await resultToken(service.deps, iss, session)).toBeNull();
    const claims = (await careless.resultToken(service.deps, iss, session))!.split('.')[1]!;
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).decision).toBe('declined');
  });

  it('mutation control: is served with another consent, time and device without these columns', async () => {
    const careless = await mutant<{ requireAgreement: typeof requireAgreement }>(
      'face/evidence/contradiction.ts',
      ['consent, completed_at: completed_at?.toISOString()', ''],
      ['consent: record.consent, completed_at: record.decided_at, ', ''],
      ['device: capture.device', 'device'],
    );
    const { id } = await completed();
    await query(
      `UPDATE face_session SET consent = NULL, completed_at = now() - interval '1 year' WHERE session_id = $1`,
      [id],
    );
    const key = { org: org.org, env: 'sandbox' as const, session_id: id };
    await expect(requireAgreement(service.deps, key)).rejects.toMatchObject({ code: 'record_contradicted' });
    await query(`UPDATE face_attempt SET device = 'phone' WHERE session_id = $1`, [id]);
    await expect(careless.requireAgreement(service.deps, key)).resolves.toBeUndefined();
  });

  it('mutation control: is served as redacted when redacted_at alone ends the comparison', async () => {
    const careless = await mutant<{ requireAgreement: typeof requireAgreement }>(
      'face/evidence/contradiction.ts',
      [`if (judged.length > 0) return 'redacted_at';`, ''],
    );
    const { id } = await completed();
    await query(REDACTED, [id]);
    const key = { org: org.org, env: 'sandbox' as const, session_id: id };
    await expect(requireAgreement(service.deps, key)).rejects.toMatchObject({ code: 'record_contradicted' });
    await expect(careless.requireAgreement(service.deps, key)).resolves.toBeUndefined();
  });

  it('gives the client no signed result', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { client_result: 'decision' });
    const [honest, edited] = [await completed(workflow_id), await completed(workflow_id)];
    expect((await honest.desktop.status()).data.result_token).toEqual(expect.any(String));
    await query(`UPDATE face_session SET decision = 'review' WHERE session_id = $1`, [edited.id]);
    expect(await edited.desktop.status()).toMatchObject({ status: 500, code: 'record_contradicted' });
  });

  it('is served as a bare decision after a redaction, and before it was judged', async () => {
    const { id } = await completed();
    await service.call({
      path: `/facecheck/session/${id}/redact`,
      token: org.results.sandbox,
      host: 'sandbox',
      body: {},
    });
    const redacted = await read(`/facecheck/session/${id}`, 'sandbox');
    expect(redacted).toMatchObject({ status: 200, data: { decision: 'approved' } });
    const started = await person(service, org, { env: 'sandbox' });
    const { session } = (await started.open()).data;
    expect((await read(`/facecheck/session/${session.session_id}`, 'sandbox')).status).toBe(200);
  });

  it('mutation control: is served as edited without the comparison', async () => {
    type Module = { requireAgreement: typeof requireAgreement };
    const careless = await mutantInside<Module>(
      'face/evidence/contradiction.ts',
      'evidence/contradiction.ts',
      [`names.length === 0 ? null : names.join(', ')`, 'null'],
    );
    const { id } = await completed();
    await query(`UPDATE face_session SET decision = 'declined' WHERE session_id = $1`, [id]);
    const key = { org: org.org, env: 'sandbox' as const, session_id: id };
    await expect(requireAgreement(service.deps, key)).rejects.toMatchObject({ code: 'record_contradicted' });
    await expect(careless.requireAgreement(service.deps, key)).resolves.toBeUndefined();
  });
});
