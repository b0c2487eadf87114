import { describe, expect, it } from 'vitest';
import { near, unit } from '../../../testing/face/looks.ts';
import { accurate, fused, settings, templateStage, vision } from '../../../testing/face/stages/templates.ts';
import { mutant } from '../../../testing/mutant.ts';
import { findKey, makeCustomer } from '../../privacy/customers.ts';
import { cosine } from '../decision/match.ts';
import { rotateTransform } from './rotation.ts';
import { openVector } from './sealed.ts';
import { gatherMatch, keepWhatPassed } from './templates.ts';
import { transformFor } from './transform.ts';

const { clock, service, who, compare, stored, session } = templateStage();

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
