import { describe, expect, it } from 'vitest';
import { recordDigest } from '../src/evidence/signature.ts';
import { bundleBytes, openStoredBundle } from '../src/geolocation/evidence/bundle.ts';
import { compareWithSignature, selectStored, storedRows } from '../src/geolocation/records/contradiction.ts';
import { bundleAad } from '../src/geolocation/records/sealed.ts';
import { registry } from '../src/http/metrics.ts';
import { newId } from '../src/ids.ts';
import { sealBytes } from '../src/privacy/envelope.ts';
import { openKeyRing, rotateKeys } from '../src/tokens/signing-keys.ts';
import { mintToken, verifyOnce } from '../testing/attacks.ts';
import { testContradicted } from '../testing/interface/contradicted.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';

/** Writes to the database that no statement of the service makes, and what every read then says. */

const { service, org, query, read, marks, noted } = testContradicted();

let customers = 0;
async function verified() {
  const customer_id = `contradicted-${++customers}`;
  const { data } = await verifyOnce(service, await mintToken(service, org, customer_id));
  return { customer_id, id: data.verification_id };
}

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

it('has no opinion about a verification that does not exist', async () => {
  expect((await read(`/geolocation/verifications/${newId('verification')}`)).status).toBe(404);
});
