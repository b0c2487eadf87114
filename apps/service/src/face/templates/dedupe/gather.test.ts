import type { Environment } from '@standpoint/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../../../../../testing/busy.ts';
import { MovableClock } from '../../../../testing/face/face.ts';
import { chance, faceLike, randomFace } from '../../../../testing/face/random-faces.ts';
import { testService } from '../../../../testing/hooks.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { TestOrganization, TestService } from '../../../../testing/service.ts';
import type { FaceTemplateKind } from '../../../database/tables/face.ts';
import type { Deps } from '../../../deps.ts';
import { newId } from '../../../ids.ts';
import { makeCustomer } from '../../../privacy/customers.ts';
import { thresholdAt } from '../../decision/calibration.ts';
import type { Fused } from '../../decision/match.ts';
import { expireDue } from '../../session/timers.ts';
import { packOf } from '../../vision/packs/manifest.ts';
import { locatePack } from '../../vision/packs/packs.ts';
import type { Calibration, Pack } from '../../vision/vision.ts';
import { saveTemplate } from '../records.ts';
import { sealTemplate } from '../sealed.ts';
import { rotated, transformFor } from '../transform.ts';
import { Galleries } from './galleries.ts';
import { type GalleryName, readSince } from './gallery-records.ts';
import { gatherDuplicates, prepareDuplicates } from './gather.ts';

const clock = new MovableClock();
const accurate = packOf(locatePack('accurate', ''));
const asked = { dedupe: { scope: 'organization' as const } };
const draw = chance(4);
const fused = (embedding: Float32Array): Fused => ({ embedding, frames: 5, quality: 0.8 });
const someone = () => fused(randomFace(draw, 512));
const again = ({ embedding }: Fused) => fused(faceLike(draw, embedding, 0.4));

const service = testService({ replace: clock.replacement });
let other: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  // A second node on the same database.
  other = await service.node(clock.replacement);
});
afterAll(async () => {
  await other.close();
});
beforeEach(async () => {
  organization = await service.organization();
});

interface Where {
  org?: string;
  env?: Environment;
  kind?: FaceTemplateKind;
  pack?: Pack;
  days?: number;
}
/** Enrols a face as an approved session does. */
/** Customers by their hashes. */
const named = new Map<string, string>();
function whoOf(customer_id: string, org = organization.org, env: Environment = 'production') {
  const customer_hash = service.hash(org, customer_id, env);
  named.set(customer_hash, customer_id);
  return { org, env, customer_hash };
}

async function enrol(customer_id: string, face: Fused, where: Where = {}): Promise<void> {
  const { env = 'production', kind = 'enrolled', pack = accurate, days = 365 } = where;
  const { deps } = service;
  const who = whoOf(customer_id, where.org, env);
  const now = new Date(clock.now());
  await deps.database.db.transaction().execute(async (trx) => {
    const transform = await transformFor(deps, who, pack, trx);
    const row = {
      ...who,
      kind,
      pack: pack.id,
      pack_version: pack.version,
      template_id: newId('template'),
      transform_id: transform.transform_id,
      frames: face.frames,
      quality: face.quality,
      sessions: [],
      created_at: now,
      updated_at: now,
      delete_after: new Date(now.getTime() + days * 86_400_000),
    };
    const { org } = who;
    const { key } = await makeCustomer(trx, deps, { org, env, customer_id, since: now });
    await saveTemplate(trx, sealTemplate(key, row, rotated(transform, face).embedding));
  });
}

async function search(face: Fused, where: Where & { deps?: Deps; customer_id?: string } = {}) {
  const { deps = service.deps, customer_id = 'the-one-who-asks', env = 'production' } = where;
  const who = whoOf(customer_id, where.org, env);
  // On a busy machine a gallery may take longer than a search waits.
  for (let tries = 0; ; tries++) {
    const facts = await gatherDuplicates(deps, who, asked, where.pack ?? accurate, face);
    if (facts.skipped !== 'gallery_not_ready' || tries === 20) return facts;
  }
}
async function found(...args: Parameters<typeof search>): Promise<string[]> {
  const facts = await search(...args);
  if (facts.skipped !== undefined) throw new Error(facts.skipped);
  return facts.hits.map(({ customer_hash }) => named.get(customer_hash)!);
}
/**
 * Rows that are read from the database arrive only after `open` is called. `read` resolves when the first rows were
 * read.
 */
function gated(real: Deps): { deps: Deps; read: Promise<void>; open(): void } {
  const [gate, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const db = real.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.resolve();
      await gate.promise;
      return result;
    },
  });
  const deps = { ...real, database: { ...real.database, db } };
  return { deps, read: read.promise, open: () => gate.resolve() };
}

/** Waits until notices have arrived. */
async function eventually<T>(read: () => T, wanted: T): Promise<void> {
  await expect.poll(read, { interval: 20, timeout: 30_000 }).toEqual(wanted);
}
async function nameOf(deps: Deps, org: string): Promise<GalleryName> {
  const who = { org, env: 'production' as const };
  const { transform_id } = await transformFor(deps, who, accurate);
  return { ...who, pack: accurate.id, pack_version: accurate.version, transform_id };
}
const inMemory = (deps: Deps) => deps.galleries.held.find(({ name }) => name.org === organization.org)?.count;

/** The threshold at 5e-5, or at the lowest measured rate above it. */
const strictAt = (calibration: Calibration): number =>
  thresholdAt(calibration, Math.max(5e-5, ...calibration.points.slice(-1).map(({ fmr }) => fmr)))!;

describe('a search for duplicates', () => {
  it('finds at most five other customers who look the same, the closest first', async () => {
    const face = someone();
    expect(await search(face)).toMatchObject({ gallery: 0, hits: [] });
    for (let i = 0; i < 20; i++) await enrol(`stranger-${i}`, someone());
    expect(await search(face)).toEqual({
      gallery: 20,
      // 1e-3 / 20 is 5e-5: the stricter one of the two measurements of this pack.
      threshold: Math.max(...accurate.match.map(strictAt)),
      target_fpir: 1e-3,
      hits: [],
    });
    for (let i = 0; i < 7; i++)
      await enrol(`double-${i}`, fused(faceLike(draw, face.embedding, 0.2 + i / 10)));
    const facts = await search(face);
    if (facts.skipped !== undefined) throw new Error(facts.skipped);
    expect(facts.gallery).toBe(27);
    const scores = facts.hits.map(({ score }) => score);
    expect(facts.hits.map(({ customer_hash }) => named.get(customer_hash))).toEqual(
      [0, 1, 2, 3, 4].map((i) => `double-${i}`),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= facts.threshold && score <= 1)).toBe(true);
  });

  it('returns the exact similarity, not that of the scan', async () => {
    const [face, alike] = [someone(), randomFace(draw, 512)];
    const mixed = faceLike(draw, face.embedding, 1);
    await enrol('alike', fused(mixed));
    await enrol('stranger', fused(alike));
    const facts = await search(face);
    const exact = mixed.reduce((sum, value, i) => sum + value * face.embedding[i]!, 0);
    expect(facts.skipped === undefined && facts.hits[0]!.score).toBeCloseTo(exact, 5);
  });

  it('never finds customers as duplicates of themselves, nor counts them in the gallery', async () => {
    const face = someone();
    await enrol('herself', face);
    await enrol('herself', again(face), { kind: 'reference' });
    await enrol('somebody', someone());
    expect(await search(again(face), { customer_id: 'herself' })).toMatchObject({ gallery: 1, hits: [] });
    expect(await found(again(face), { customer_id: 'another' })).toEqual(['herself']);
  });

  it('mutation control: without the rule, customers are duplicates of themselves', async () => {
    const careless = await mutant<typeof import('./gather.ts')>('face/templates/dedupe/gather.ts', [
      'row.customer_hash === customer_hash || ',
      '',
    ]);
    const face = someone();
    await enrol('herself', face);
    const who = whoOf('herself');
    expect(await careless.gatherDuplicates(service.deps, who, asked, accurate, again(face))).toMatchObject({
      hits: [{ customer_hash: who.customer_hash }],
    });
  });

  it('sees neither another organization nor the other environment', async () => {
    const face = someone();
    const elsewhere = await service.organization('Elsewhere');
    await enrol('double', face);
    await enrol('stranger', someone(), { env: 'sandbox' });
    await enrol('stranger', someone(), { org: elsewhere.org });
    expect(await found(again(face))).toEqual(['double']);
    expect(await search(again(face), { env: 'sandbox' })).toMatchObject({ gallery: 1, hits: [] });
    expect(await search(again(face), { org: elsewhere.org })).toMatchObject({ gallery: 1, hits: [] });
  });

  it('mutation control: reads the other environment when the query does not name its own', async () => {
    const careless = await mutant<typeof import('./gallery-records.ts')>(
      'face/templates/dedupe/gallery-records.ts',
      ["    .where('face_template.env', '=', env)\n", ''],
    );
    await enrol('here', someone());
    await enrol('there', someone(), { env: 'sandbox' });
    const { db } = service.database;
    const name = await nameOf(service.deps, organization.org);
    expect((await readSince(db, name, 0, 10)).map(({ customer_hash }) => named.get(customer_hash))).toEqual([
      'here',
    ]);
    expect(await careless.readSince(db, name, 0, 10)).toHaveLength(2);
  });

  it('finds nothing of another organization even in one gallery, because transforms differ', async () => {
    const face = someone();
    const elsewhere = await service.organization('Elsewhere');
    await enrol('double', face);
    const here = { org: organization.org, env: 'production' as const };
    const [ours, theirs] = await Promise.all(
      [here, { ...here, org: elsewhere.org }].map((who) => transformFor(service.deps, who, accurate)),
    );
    const [a, b] = [rotated(ours!, face).embedding, rotated(theirs!, face).embedding];
    expect(Math.abs(a.reduce((sum, value, i) => sum + value * b[i]!, 0))).toBeLessThan(0.3);
  });

  it('ignores templates of another version of the pack', async () => {
    const face = someone();
    await enrol('old', face, { pack: { ...accurate, version: 'an older one' } });
    await enrol('stranger', someone());
    expect(await search(again(face))).toMatchObject({ gallery: 1, hits: [] });
  });

  it('ignores templates that are due for deletion but not deleted yet', async () => {
    const face = someone();
    await enrol('double', face, { days: 1 });
    expect(await found(again(face))).toEqual(['double']);
    clock.pass(2 * 86_400);
    expect(await found(again(face))).toEqual([]);
  });

  it.each([
    ['none is asked for', 'not_asked'],
    ['there is no face to search for', 'no_probe'],
    ['the pack is not calibrated', 'not_calibrated'],
    ['the gallery is larger than the calibration', 'gallery_too_large_for_calibration'],
  ] as const)('is left out where %s', async (_, skipped) => {
    const face = someone();
    for (let i = 0; i < 11; i++) await enrol(`stranger-${i}`, someone());
    // 30 of 300,000 pairs: 1e-4 is the lowest FMR that may be claimed, and 1e-3 is ten times that.
    const match = accurate.match.map((each) => ({ ...each, impostor_pairs: 300_000 }));
    const who = whoOf('somebody');
    const facts = await gatherDuplicates(
      service.deps,
      who,
      skipped === 'not_asked' ? { dedupe: { scope: 'none' } } : asked,
      { ...accurate, match: skipped === 'not_calibrated' ? [] : match },
      skipped === 'no_probe' ? null : face,
    );
    expect(facts).toEqual({ skipped });
    // A gallery that cannot be judged is not read.
    expect(inMemory(service.deps)).toBeUndefined();
    const ten = { ...accurate, match };
    expect(await search(face, { customer_id: 'stranger-10', pack: ten })).toMatchObject({ gallery: 10 });
  });

  it('skips a template that does not open, counts it and goes on', async () => {
    const face = someone();
    for (const name of ['double', 'broken', 'swapped', 'stranger']) await enrol(name, again(face));
    const { pool } = service.database;
    await pool.query(
      `UPDATE face_template SET sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)
       WHERE org = $1 AND customer_hash = $2`,
      [organization.org, whoOf('broken').customer_hash],
    );
    await pool.query(
      `UPDATE face_template
       SET sealed = (SELECT sealed FROM face_template WHERE org = $1 AND customer_hash = $2)
       WHERE org = $1 AND customer_hash = $3`,
      [organization.org, whoOf('stranger').customer_hash, whoOf('swapped').customer_hash],
    );
    expect((await found(face)).sort()).toEqual(['double', 'stranger']);
    expect(service.deps.galleries.held.at(-1)).toMatchObject({ skipped: 2, count: 2 });
    // One that is spoilt after it was read is a candidate, and does not open then.
    await pool.query(`UPDATE face_template SET sealed = '\\x00' WHERE org = $1 AND customer_hash = $2`, [
      organization.org,
      whoOf('stranger').customer_hash,
    ]);
    expect(await found(face)).toEqual(['double']);
  });
});

describe('a gallery in memory', () => {
  it('takes in later enrolments, on every node', async () => {
    const face = someone();
    await enrol('stranger', someone());
    for (const deps of [service.deps, other.deps]) expect(await found(face, { deps })).toEqual([]);
    await enrol('double', again(face));
    for (const deps of [service.deps, other.deps]) expect(await found(face, { deps })).toEqual(['double']);
  });

  it('holds one template of a customer, the latest', async () => {
    const [before, after] = [someone(), someone()];
    await enrol('double', before);
    expect(await found(again(before))).toEqual(['double']);
    await enrol('double', after);
    expect(await found(again(after))).toEqual(['double']);
    expect(await found(again(before))).toEqual([]);
    await eventually(() => inMemory(service.deps), 1);
  });

  it('drops an erased customer on every node, before any search', async () => {
    const face = someone();
    for (const name of ['double', 'stranger']) await enrol(name, again(face));
    for (const deps of [service.deps, other.deps]) expect((await found(face, { deps })).length).toBe(2);
    const erased = await service.call({
      method: 'DELETE',
      path: '/customers/double',
      token: organization.results.production,
    });
    expect(erased.status, erased.text).toBe(200);
    for (const deps of [service.deps, other.deps]) await eventually(() => inMemory(deps), 1);
    for (const deps of [service.deps, other.deps]) expect(await found(face, { deps })).toEqual(['stranger']);
  });

  it('mutation control: keeps an erased customer without the trigger, and still finds no hit', async () => {
    const face = someone();
    for (const name of ['double', 'stranger']) await enrol(name, again(face));
    expect((await found(face, { deps: other.deps })).length).toBe(2);
    const { owner: pool } = service.database;
    await pool.query('ALTER TABLE face_template DISABLE TRIGGER face_template_deleted');
    try {
      await pool.query(`DELETE FROM face_template WHERE org = $1 AND customer_hash = $2`, [
        organization.org,
        whoOf('double').customer_hash,
      ]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(inMemory(other.deps)).toBe(2);
      expect(await found(face, { deps: other.deps })).toEqual(['stranger']);
    } finally {
      await pool.query('ALTER TABLE face_template ENABLE TRIGGER face_template_deleted');
    }
  });

  it('drops templates that have run out, on every node', async () => {
    const face = someone();
    await enrol('double', again(face), { days: 1 });
    await enrol('stranger', someone());
    for (const deps of [service.deps, other.deps]) expect(await found(face, { deps })).toEqual(['double']);
    clock.pass(2 * 86_400);
    await expireDue(service.deps);
    for (const deps of [service.deps, other.deps]) await eventually(() => inMemory(deps), 1);
  });

  it.each([
    ['drops everything when notices may have been missed, and reads it again', true],
    ['would keep what was erased while nothing could be heard', false],
  ])('%s', async (_, defended) => {
    const careless = await mutant<typeof import('./galleries.ts')>('face/templates/dedupe/galleries.ts', [
      'if (!payload) {',
      'if (payload === undefined) {',
    ]);
    const galleries = new (defended ? Galleries : careless.Galleries)(other.deps, 2 ** 30);
    try {
      await enrol('somebody', someone());
      const name = await nameOf(other.deps, organization.org);
      expect(await galleries.use(name, 512, 5_000)).toMatchObject({ count: 1 });
      const { pool } = service.database;
      // One transaction, so that the notice is sent before the connection for notices is restored.
      await pool.query(
        `WITH gone AS (DELETE FROM face_template WHERE org = '${organization.org}' RETURNING 1)
         SELECT pg_terminate_backend(pid) FROM pg_stat_activity, gone
          WHERE application_name = 'standpoint notices' AND datname = current_database()`,
      );
      if (defended) await eventually(() => galleries.find(name)?.count, undefined);
      else await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(galleries.find(name)?.count).toBe(defended ? undefined : 1);
      if (defended) expect(await galleries.use(name, 512, 5_000)).toMatchObject({ count: 0 });
    } finally {
      await galleries.close();
    }
  });

  it.each([
    ['takes out who is erased while it is read', true],
    ['would keep them if they were taken out before they came in', false],
  ])('%s', async (_, defended) => {
    const face = someone();
    const names = Array.from({ length: 8 }, (_, i) => `customer-${i + 10}`);
    for (const name of names) await enrol(name, again(face));
    const careless = await mutant<typeof import('./galleries.ts')>('face/templates/dedupe/galleries.ts', [
      'if (!held.reading) held.gone.clear();',
      'held.gone.clear();',
    ]);
    const { deps, read, open } = gated(other.deps);
    const galleries = new (defended ? Galleries : careless.Galleries)(deps, 2 ** 30);
    try {
      const name = await nameOf(other.deps, organization.org);
      let heard = 0;
      const stop = other.deps.notices.on('standpoint_gallery', (payload) => {
        if (payload.startsWith(`${organization.org}|`)) heard++;
      });
      const reading = galleries.use(name, 512, 60_000);
      // Read before any of them is erased, and arriving after all notices.
      await read;
      const gone = names.slice(0, 3).map((each) => whoOf(each).customer_hash);
      await service.database.pool.query(
        'DELETE FROM face_template WHERE org = $1 AND customer_hash = ANY ($2)',
        [organization.org, gone],
      );
      await expect.poll(() => heard).toBeGreaterThanOrEqual(gone.length);
      stop();
      open();
      expect(await reading).not.toBeNull();
      await eventually(() => galleries.find(name)!.count, defended ? 5 : 8);
    } finally {
      await galleries.close();
    }
  });

  it('makes room for others, the least recently used first', async () => {
    const galleries = new Galleries(service.deps, 600_000);
    try {
      const names: GalleryName[] = [];
      for (let i = 0; i < 4; i++) {
        const { org } = await service.organization();
        await enrol('somebody', someone(), { org });
        names.push(await nameOf(service.deps, org));
      }
      const held = () => galleries.held.map(({ name }) => names.findIndex(({ org }) => org === name.org));
      for (const name of names.slice(0, 3)) expect(await galleries.use(name, 512, 5_000)).not.toBeNull();
      expect(held()).toEqual([0, 1, 2]);
      await galleries.use(names[0]!, 512, 5_000);
      await galleries.use(names[3]!, 512, 5_000);
      expect(held()).toEqual([2, 0, 3]);
    } finally {
      await galleries.close();
    }
  });

  it('refuses a gallery that does not fit into the memory, and answers that it is not ready', async () => {
    const galleries = new Galleries(service.deps, 100_000);
    try {
      await enrol('somebody', someone());
      const name = await nameOf(service.deps, organization.org);
      expect(await galleries.use(name, 512, 5_000)).toBeNull();
      expect(galleries.held).toEqual([]);
      expect(await galleries.use(name, 512, 5_000)).toBeNull();
    } finally {
      await galleries.close();
    }
  });

  it('does not delay a search while it is read, and serves a later one', async () => {
    await enrol('somebody', someone());
    const { deps, open } = gated(service.deps);
    const galleries = new Galleries(deps, 2 ** 30);
    try {
      const name = await nameOf(service.deps, organization.org);
      const start = performance.now();
      expect(await galleries.use(name, 512, 50)).toBeNull();
      expect(performance.now() - start).toBeLessThan(within(2_000));
      open();
      expect(await galleries.use(name, 512, 5_000)).toMatchObject({ count: 1 });
    } finally {
      await galleries.close();
    }
  });

  it('is read when a person is about to capture', async () => {
    await enrol('stranger', someone());
    const who = whoOf('somebody');
    await prepareDuplicates(service.deps, who, { dedupe: { scope: 'none' } }, accurate);
    expect(inMemory(service.deps)).toBeUndefined();
    await prepareDuplicates(service.deps, who, asked, accurate);
    await eventually(() => inMemory(service.deps), 1);
  });

  it('is read again after the thread was closed', async () => {
    const face = someone();
    await enrol('double', again(face));
    expect(await found(face)).toEqual(['double']);
    await service.deps.galleries.close();
    service.deps.galleries = new Galleries(service.deps, service.config.gallery_mb * 2 ** 20);
    expect(await found(face)).toEqual(['double']);
  });
});
