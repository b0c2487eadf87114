import type { PolicyDefinition } from '@standpoint/contract';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserEvidence, seal } from '../../../testing/browser-payload.ts';
import { storedEvidenceOf } from '../../../testing/geolocation/stored-evidence.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import type { Policy } from '../../accounts/policies.ts';
import { draft, publish } from '../../accounts/versions.ts';
import { newId } from '../../ids.ts';
import { sealBytes } from '../../privacy/envelope.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { bundleAad } from '../records/sealed.ts';
import { bundleBytes, openStoredBundle } from './bundle.ts';
import { type EvidenceRecord, recordText } from './record.ts';
import { type Flip, replay } from './time-machine.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const { verify, rows } = storedEvidenceOf(service, org);

describe('the time machine', () => {
  const DAY = 86_400_000;
  async function drafted(definition: PolicyDefinition): Promise<Policy> {
    return (await draft(service.database.db, 'policy', org.org, definition))! as Policy;
  }
  async function run(policy: Policy, published: Policy[] = []) {
    const flips: Flip[] = [];
    const asked = {
      org: org.org,
      env: 'production' as const,
      from: new Date(Date.now() - DAY),
      draft: policy,
      published,
    };
    const totals = await replay(service.deps, asked, (flip) => flips.push(flip));
    return { totals, flips };
  }

  beforeAll(async () => {
    for (let i = 0; i < 5; i++) await verify(`machine-${i}`, 'production', 'machine');
    await verify('machine-gone');
    for (const gone of ['machine-4', 'machine-gone'])
      await service.call({ method: 'DELETE', path: `/customers/${gone}`, token: org.results.production });
    await verify('machine-other', 'production', 'another-type');
  });

  it('lists whom a draft would decide differently, why and where, and changes nothing', async () => {
    const before = await service.database.pool.query(
      'SELECT md5(string_agg(v::text, chr(10))) FROM verification v',
    );
    const policy = await drafted({
      name: 'draft',
      transaction_types: ['Machine'],
      rule: { allow: ['US-NJ'] },
    });
    const { totals, flips } = await run(policy);
    expect(totals).toMatchObject({ replayed: 4, flipped: 4, recorded_differs: { engine: 0, data: 0 } });
    expect(totals.skipped).toMatchObject({ erased: 2, other_policy: expect.any(Number) });
    for (const flip of flips) {
      expect(flip).toMatchObject({
        customer_id: expect.stringMatching(/^machine-[0-3]$/),
        to: 'fail',
        reasons_added: expect.arrayContaining(['subdivision_not_allowed']),
        place: { country: 'US', subdivision: 'US-NY' },
      });
      expect(flip.from).toBe(flip.recorded);
    }
    const after = await service.database.pool.query(
      'SELECT md5(string_agg(v::text, chr(10))) FROM verification v',
    );
    expect(after.rows).toEqual(before.rows);
  });

  it('finds no flip under a draft with the same rules', async () => {
    const policy = await drafted({ name: 'same', transaction_types: ['machine'] });
    expect((await run(policy)).totals).toMatchObject({ replayed: 4, flipped: 0 });
  });

  it('leaves out verifications that another published policy would decide', async () => {
    const anyType = await drafted({ name: 'default', rule: { allow: ['DE'] } });
    const own = await drafted({ name: 'own', transaction_types: ['machine'] });
    const published = (await publish(service.database.db, 'policy', org.org, own.id))! as Policy;
    const { flips } = await run(anyType, [published]);
    expect(flips.length).toBeGreaterThan(0);
    expect(flips.map(({ transaction_type }) => transaction_type)).not.toContain('machine');
  });

  describe('for a person in Aachen with an address of the Netherlands, 5 km away', () => {
    /**
     * Stores the decision once more with other facts, as another engine or other borders would have left them,
     * and replays it against a draft with the same rules.
     */
    async function replayed(type: string, change: (input: DecisionInput) => void, by = replay) {
      const minted = await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body: { customer_id: type, transaction_type: type },
      });
      const evidence = browserEvidence();
      Object.assign(evidence.clock!, { time_zone: 'Europe/Berlin', utc_offset_min: 60 });
      Object.assign(evidence.positions[0]!, { lat: 50.7753217, lng: 6.0839284 });
      const payload = await seal(minted.data.token, evidence);
      const answer = await service.call({
        path: '/geolocation/verify',
        token: minted.data.token,
        body: { payload },
        ip: '145.100.1.1',
      });
      const { verification_id } = answer.data;
      const [row] = await rows({ verification_id });
      const bundle = openStoredBundle(row!)!;
      const parsed = JSON.parse(bundle.record) as EvidenceRecord;
      expect(parsed.input.network).toMatchObject({ country: 'NL', country_near: true });
      change(parsed.input);
      const key = row!.key!;
      await service.database.pool.query('UPDATE verification SET sealed = $2 WHERE verification_id = $1', [
        verification_id,
        sealBytes(
          key,
          bundleBytes(recordText(parsed), bundle.signature, bundle),
          bundleAad(org.org, 'production', verification_id),
        ),
      ]);
      const flips: Flip[] = [];
      const policy = await drafted({ name: type, transaction_types: [type] });
      const asked = {
        org: org.org,
        env: 'production',
        from: new Date(0),
        draft: policy,
        published: [],
      } as const;
      const totals = await by(service.deps, asked, (flip) => flips.push(flip));
      expect(totals.replayed).toBe(1);
      return totals.recorded_differs;
    }
    const NONE = { engine: 0, data: 0, engine_and_data: 0 };
    const byAnotherEngine = (input: DecisionInput) => {
      input.engine_version = '0';
      input.network.country_near = null;
    };
    /** Borders of that time put the place into the Netherlands, as its address does. */
    const byOtherBorders = (input: DecisionInput) => {
      input.data_versions.countries = 'b'.repeat(64);
      Object.assign(input.place!, { country: 'NL', subdivision: 'NL-LI' });
      input.network.country_near = null;
    };

    it('finds the border again after another engine, and after other borders', async () => {
      expect(await replayed('engine', byAnotherEngine)).toEqual(NONE);
      expect(await replayed('borders', byOtherBorders)).toEqual(NONE);
    });

    it('mutation control: reviews an honest person if it keeps what was recorded about the border', async () => {
      const { replay: blind } = await mutant<{ replay: typeof replay }>(
        'geolocation/evidence/time-machine.ts',
        [
          'const country_near = countryNear(deps, position, place, network);',
          'const { country_near } = stored.network;',
        ],
      );
      const differs = [
        await replayed('engine-2', byAnotherEngine, blind),
        await replayed('borders-2', byOtherBorders, blind),
      ];
      expect(differs).toEqual([
        { ...NONE, engine: 1 },
        { ...NONE, data: 1 },
      ]);
    });
  });

  it('replays many with a rule that is compiled once', async () => {
    const COUNT = 600;
    const env = 'production';
    const [row] = await rows({ customer_id: 'machine-0' });
    const bundle = openStoredBundle(row!)!;
    const bytes = bundleBytes(bundle.record, bundle.signature, bundle);
    const key = row!.key!;
    const ids = Array.from({ length: COUNT }, () => newId('verification'));
    await service.database.pool.query(
      `INSERT INTO verification (org, env, verification_id, customer_hash, decision, decision_source, reason_codes,
         transaction_type, engine_version, assurance, expires_at, sealed)
       SELECT v.org, v.env, copy.id, v.customer_hash, v.decision, v.decision_source, v.reason_codes,
         'bulk', v.engine_version, v.assurance, v.expires_at, copy.sealed
         FROM verification v, unnest($3::text[], $4::bytea[]) AS copy (id, sealed)
        WHERE v.org = $1 AND v.env = 'production' AND v.verification_id = $2`,
      [
        org.org,
        row!.verification_id,
        ids,
        ids.map((id) => sealBytes(key, bytes, bundleAad(org.org, env, id))),
      ],
    );
    const policy = await drafted({
      name: 'bulk',
      transaction_types: ['bulk'],
      rule: { allow: ['US-WY', 'US-NV'] },
    });
    const compiling = vi.spyOn(service.deps.places, 'compileRule');
    onTestFinished(() => compiling.mockRestore());
    const { totals } = await run(policy);
    expect(totals).toMatchObject({
      replayed: COUNT,
      flipped: COUNT,
      transitions: [{ from: row!.decision, to: 'fail', count: COUNT }],
    });
    // It takes milliseconds: once for the draft, and never again for each of thousands.
    expect(compiling).toHaveBeenCalledTimes(1);
  });
});
