import { describe, expect, it } from 'vitest';
import { faceLike, randomFace } from '../../../../testing/face/random-faces.ts';
import { accurate, asked, fused, galleryStage } from '../../../../testing/face/stages/galleries.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { thresholdAt } from '../../decision/calibration.ts';
import type { Calibration } from '../../vision/vision.ts';
import { rotated, transformFor } from '../transform.ts';
import { readSince } from './gallery-records.ts';
import { gatherDuplicates } from './gather.ts';

const {
  clock,
  draw,
  someone,
  again,
  service,
  organization,
  named,
  whoOf,
  enrol,
  search,
  found,
  nameOf,
  inMemory,
} = galleryStage();

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
    await enrol('enrolled-before', someone());
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
    const who = whoOf('enrolled-before');
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
