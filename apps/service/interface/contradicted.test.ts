import { describe, expect, it } from 'vitest';
import { recordDigest } from '../src/evidence/signature.ts';
import { requireAgreement } from '../src/face/evidence/contradiction.ts';
import { load } from '../src/face/session/records.ts';
import { resultToken } from '../src/face/session/status.ts';
import { bundleBytes, openStoredBundle } from '../src/geolocation/evidence/bundle.ts';
import { compareWithSignature, selectStored, storedRows } from '../src/geolocation/records/contradiction.ts';
import { bundleAad } from '../src/geolocation/records/sealed.ts';
import { registry } from '../src/http/metrics.ts';
import { newId } from '../src/ids.ts';
import { sealBytes } from '../src/privacy/envelope.ts';
import { openKeyRing, rotateKeys } from '../src/tokens/signing-keys.ts';
import { mintToken, verifyOnce } from '../testing/attacks.ts';
import { person, publishWorkflow } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';

/** Writes to the database that no statement of the service makes, and what every read then says. */

const service = testService({ unlimited: true });
const org = testOrganization(service);

const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
const read = (path: string, env: 'production' | 'sandbox' = 'production') =>
  service.call({ path, token: org.results[env], host: env });

let customers = 0;
async function verified() {
  const customer_id = `contradicted-${++customers}`;
  const { data } = await verifyOnce(service, await mintToken(service, org, customer_id));
  return { customer_id, id: data.verification_id };
}

async function completed(workflow_id = org.workflow_id) {
  const customer_id = `test_face_approved-${++customers}`;
  const desktop = await person(service, org, { env: 'sandbox', workflow_id, customer: { customer_id } });
  const { session } = (await desktop.open()).data;
  await desktop.consent();
  const submitted = await desktop.submit(await desktop.attempt());
  expect(submitted.data.session.status, submitted.text).toBe('completed');
  return { customer_id, id: session.session_id as string, desktop };
}

const marks = (entries: { record_contradicted: boolean }[]) =>
  entries.map(({ record_contradicted }) => record_contradicted);

const noted = async (id: string) =>
  (await query(`SELECT detail FROM audit WHERE action = 'record.contradicted' AND target = $1`, [id])).rows;

const counted = async (area: string) => {
  const text = await registry.getSingleMetricAsString('standpoint_records_contradicted_total');
  return Number(new RegExp(`area="${area}".* (\\d+)`).exec(text)?.[1] ?? 0);
};

describe('a verification whose row was edited', () => {
  const EDITS = {
    decision: `decision = 'review'`,
    decision_source: `decision_source = 'simulated'`,
    reason_codes: `reason_codes = '{vpn_suspected}'`,
    assurance: `assurance = '{attested}'`,
    engine_version: `engine_version = '0'`,
    policy_id: `policy_id = 'pol_01JD0000000000000000000000'`,
    transaction_type: `transaction_type = 'withdrawal'`,
    install_hash: `install_hash = 'another'`,
    hop: `hop = hop + 1`,
    expires_at: `expires_at = expires_at + interval '1 day'`,
    transaction_hash: `transaction_hash = 'big-withdrawal'`,
    root_jti: `root_jti = 'x'`,
    created_at: `created_at = created_at - interval '400 days'`,
    'the record is missing': `sealed = NULL`,
    'the record does not open': `sealed = decode(repeat('01', 64), 'hex')`,
  };

  it.each(Object.entries(EDITS))('is not served when %s was changed', async (what, edit) => {
    const { id, customer_id } = await verified();
    const path = `/geolocation/verifications/${id}`;
    expect(await read(path)).toMatchObject({ status: 200, data: { record_contradicted: false } });
    await query(`UPDATE verification SET ${edit} WHERE verification_id = $1`, [id]);
    const before = await counted('geolocation');
    const answer = await read(path);
    expect(answer).toMatchObject({ status: 500, code: 'record_contradicted' });
    expect(answer.data.error.retryable).toBe(false);
    expect(answer.data).toEqual({ error: expect.anything() });
    const list = await read(`/geolocation/verifications?customer_id=${customer_id}`);
    expect(marks(list.data.verifications)).toEqual([true]);
    expect(list.data.verifications[0].erased).toBe(false);
    expect(marks((await read(`/customers/${customer_id}`)).data.timeline)).toEqual([true]);
    expect(await noted(id)).toEqual([{ detail: { area: 'geolocation', what } }]);
    expect(await counted('geolocation')).toBe(before + 3);
  });

  it('is not served with the record of another one', async () => {
    const [one, other] = [await verified(), await verified()];
    await query(
      `UPDATE verification v SET sealed = o.sealed FROM verification o
        WHERE v.verification_id = $1 AND o.verification_id = $2`,
      [one.id, other.id],
    );
    expect((await read(`/geolocation/verifications/${one.id}`)).code).toBe('record_contradicted');
    expect((await read(`/geolocation/verifications/${other.id}`)).status).toBe(200);
  });

  it('marks only the edited one in a list', async () => {
    const [one, other] = [await verified(), await verified()];
    await query(`UPDATE verification SET decision = 'fail' WHERE verification_id = $1`, [one.id]);
    const { verifications } = (await read('/geolocation/verifications?limit=2')).data;
    expect(verifications.map((row: { verification_id: string }) => row.verification_id)).toEqual([
      other.id,
      one.id,
    ]);
    expect(marks(verifications)).toEqual([false, true]);
  });

  it('is served without its person after an erasure', async () => {
    const { id, customer_id } = await verified();
    await service.call({
      method: 'DELETE',
      path: `/customers/${customer_id}`,
      token: org.results.production,
    });
    expect(await read(`/geolocation/verifications/${id}`)).toMatchObject({
      status: 200,
      data: { erased: true, record_contradicted: false },
    });
  });

  const stored = async (id: string) =>
    (
      await storedRows(
        service.deps,
        selectStored(service.deps, org.org, 'production').where('v.verification_id', '=', id),
      )
    )[0]!;

  /** A holder of the root key without the signing key can seal another record and name its digest. */
  async function reseal(id: string, kid?: string) {
    const row = await stored(id);
    const bundle = openStoredBundle(row)!;
    const text = JSON.parse(bundle.record);
    const record = JSON.stringify({ ...text, decision: { ...text.decision, decision: 'fail' } });
    const [signed, claims, bytes] = bundle.signature.split('.') as [string, string, string];
    const header = JSON.parse(Buffer.from(signed, 'base64url').toString());
    const head = kid ? Buffer.from(JSON.stringify({ ...header, kid })).toString('base64url') : signed;
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const named = Buffer.from(JSON.stringify({ ...said, sha256: recordDigest(record) })).toString(
      'base64url',
    );
    const sealed = sealBytes(
      row.key!,
      bundleBytes(record, `${head}.${named}.${bytes}`, bundle),
      bundleAad(org.org, 'production', id),
    );
    await query(`UPDATE verification SET decision = 'fail', sealed = $2 WHERE verification_id = $1`, [
      id,
      sealed,
    ]);
  }

  it('is not served with a record that was sealed again and not signed', async () => {
    const { id } = await verified();
    await reseal(id);
    expect((await read(`/geolocation/verifications/${id}`)).code).toBe('record_contradicted');
    expect(await noted(id)).toEqual([
      { detail: { area: 'geolocation', what: 'the signature is not valid' } },
    ]);
  });

  it('is not served when its signature names a key that does not exist', async () => {
    const { id } = await verified();
    await reseal(id, 'made-up');
    expect((await read(`/geolocation/verifications/${id}`)).code).toBe('record_contradicted');
  });

  it('is not served when the named key is listed as withdrawn by a planted row', async () => {
    const { id } = await verified();
    await query(
      `INSERT INTO signing_key (kid, env, use, state, public_jwk, retiring_at, retired_at)
       VALUES ('planted', 'production', 'sig', 'retired', '{}', now(), now())`,
    );
    await reseal(id, 'planted');
    expect((await read(`/geolocation/verifications/${id}`)).code).toBe('record_contradicted');
    await query(`DELETE FROM signing_key WHERE kid = 'planted'`);
  });

  const subkey = () => service.deps.envelope.subkey('signing-keys');
  const ring = () => openKeyRing(service.database.pool, subkey(), service.deps.log);

  type Module = { compareWithSignature: typeof compareWithSignature };
  const without = (defence: string, off: string) =>
    mutantInside<Module>('geolocation/records/contradiction.ts', 'evidence/contradiction.ts', [defence, off]);

  it('mutation control: is served as edited without the comparison', async () => {
    const careless = await without(`names.length === 0 ? null : names.join(', ')`, 'null');
    const { id } = await verified();
    await query(`UPDATE verification SET decision = 'review' WHERE verification_id = $1`, [id]);
    const row = await stored(id);
    expect((await compareWithSignature(service.deps, row)).what).toBe('decision');
    expect((await careless.compareWithSignature(service.deps, row)).what).toBeNull();
  });

  it('mutation control: is served as another transaction of another day without these columns', async () => {
    const careless = await mutant<Module>(
      'geolocation/records/contradiction.ts',
      [' <= CLOCKS_APART_MS', ' >= 0'],
      [
        'transaction_hash: transaction_id === null ? null : transactionHash(envelope, row, transaction_id),',
        'transaction_hash: row.transaction_hash,',
      ],
      ['root_jti,\n    created_at: true', 'root_jti: row.root_jti,\n    created_at: true'],
    );
    const { id } = await verified();
    await query(
      `UPDATE verification SET transaction_hash = 'big-withdrawal', created_at = now() - interval '400 days',
         root_jti = 'x' WHERE verification_id = $1`,
      [id],
    );
    const row = await stored(id);
    const { what } = await compareWithSignature(service.deps, row);
    expect(what).toBe('transaction_hash, root_jti, created_at');
    expect((await careless.compareWithSignature(service.deps, row)).what).toBeNull();
  });

  it('mutation control: is served as sealed again without the check of the signature', async () => {
    const careless = await without("return outcome === 'valid'", 'return true');
    const { id } = await verified();
    await reseal(id);
    expect((await careless.compareWithSignature(service.deps, await stored(id))).what).toBeNull();
  });

  it('mutation control: is served as sealed again when an unknown key is let pass', async () => {
    const careless = await without('if (withdrawn()) return true;', 'return true;');
    const { id } = await verified();
    await reseal(id, 'made-up');
    expect((await careless.compareWithSignature(service.deps, await stored(id))).what).toBeNull();
  });

  it('is served after an emergency withdrew its key, and at once when another node signed it', async () => {
    const before = await verified();
    const deaf = { ...service.deps, keys: await ring() };
    await rotateKeys(service.database.pool, subkey(), { emergency: true });
    await service.deps.keys.refresh();
    const after = await verified();
    expect((await read(`/geolocation/verifications/${before.id}`)).status).toBe(200);
    expect((await compareWithSignature(deaf, await stored(after.id))).what).toBeNull();
  });
});

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

it('has no opinion about a verification that does not exist', async () => {
  expect((await read(`/geolocation/verifications/${newId('verification')}`)).status).toBe(404);
});
