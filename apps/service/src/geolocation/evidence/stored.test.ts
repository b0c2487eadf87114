import type { Environment } from '@standpoint/contract';
import { describe, expect, it, vi } from 'vitest';
import { storedEvidenceOf } from '../../../testing/geolocation/stored-evidence.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { publicSigningKey } from '../../tokens/check-evidence.ts';
import { openStoredBundle } from './bundle.ts';
import { evidenceOf, exportEvidence, type StoredEvidence } from './stored.ts';
import { verifyEvidence } from './verify.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const { verify, rows } = storedEvidenceOf(service, org);

const exported = (row: StoredEvidence) => exportEvidence(service.deps, row);

const pinned = (env: Environment) =>
  service.deps.keys.of(env).jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []);

describe('stored verifications with certain ids', () => {
  it('come oldest first, each once, and without those of others', async () => {
    const made = [await verify('by-id-1'), await verify('by-id-2')].map((one) => one.verification_id);
    const asked = [...made.toReversed(), 'ver_none'];
    const found = await evidenceOf(service.deps, { org: org.org, env: 'production' }, asked);
    expect(found.map(({ verification_id }) => verification_id)).toEqual(made);
    expect(found.map((row) => openStoredBundle(row)?.customer_id)).toEqual(['by-id-1', 'by-id-2']);
    expect(await evidenceOf(service.deps, { org: org.org, env: 'sandbox' }, asked)).toEqual([]);
  });

  it('are looked up by their key, also while the tables have no statistics', async () => {
    const query = vi.spyOn(service.database.pool, 'query');
    await evidenceOf(service.deps, { org: org.org, env: 'production' }, ['ver_none']);
    const { text, values } = query.mock.calls[0]![0] as unknown as { text: string; values: unknown[] };
    query.mockRestore();
    const plan = async (statement: string) => {
      const { rows } = await service.database.pool.query<Record<string, string>>(
        `EXPLAIN ${statement}`,
        values,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan(text)).toContain('using verification_pkey');
    // Control: with plain equality the planner has no reason to prefer this index, and takes another one.
    const plain = text.replace('>= wanted.id AND v.verification_id <= wanted.id', '= wanted.id');
    expect(await plan(plain)).not.toContain('using verification_pkey');
  });
});

describe('a stored verification', () => {
  it('is exported with its signature and computed again offline', async () => {
    const { verification_id } = await verify('evidence-1');
    const [row] = await rows({ verification_id });
    const [file] = exported(row!)!;
    const report = await verifyEvidence(JSON.stringify(file), service.deps, pinned('production'));
    expect(report).toMatchObject({
      ok: true,
      verification_id,
      signature: { outcome: 'valid', key: 'pinned' },
      facts: { outcome: 'rederived', differences: [] },
      decision: { outcome: 'identical' },
    });
    expect(await verifyEvidence(JSON.stringify(file), service.deps, pinned('sandbox'))).toMatchObject({
      ok: false,
      signature: { outcome: 'unknown_key' },
    });
  });

  it('leaves out names, the customer and every token', async () => {
    const { verification_id, result_token } = await verify('evidence-private');
    const [row] = await rows({ verification_id });
    const text = JSON.stringify(exported(row!));
    for (const secret of ['evidence-private', 'Given Name', 'given@example.com', result_token])
      expect(text).not.toContain(secret);
    expect(openStoredBundle(row!)!.person).toEqual(expect.anything());
  });

  it('was signed when it was decided, before any export', async () => {
    const { verification_id } = await verify('evidence-signed');
    const [row] = await rows({ verification_id });
    const { signature } = openStoredBundle(row!)!;
    expect(exported(row!)![0]!.signature).toBe(signature);
    expect(exported(row!)).toEqual(exported(row!));
  });

  it('says so when a fixed outcome of the sandbox decided it', async () => {
    const { verification_id } = await verify('test_fail_vpn', 'sandbox');
    const [row] = await rows({ verification_id }, 'sandbox');
    expect(await verifyEvidence(JSON.stringify(exported(row!)![0]), service.deps)).toMatchObject({
      ok: true,
      livemode: false,
      decision: { outcome: 'simulated', recorded: 'fail' },
    });
  });

  it('has nothing to export once the person is erased', async () => {
    const { verification_id } = await verify('evidence-erased');
    const path = '/customers/evidence-erased';
    await service.call({ method: 'DELETE', path, token: org.results.production });
    const [row] = await rows({ verification_id });
    expect(exported(row!)).toBeNull();
  });

  it('is not accepted as a token', async () => {
    const { verification_id } = await verify('evidence-token');
    const [row] = await rows({ verification_id });
    const { signature } = exported(row!)![0]!;
    for (const path of ['/geolocation/verify', '/geolocation/collect', '/facecheck/session'])
      expect(await service.call({ path, token: signature, body: {} })).toMatchObject({
        status: 401,
        code: 'token_invalid',
      });
  });
});
