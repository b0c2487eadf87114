import { describe, expect, it } from 'vitest';
import { within } from '../../../../../../testing/busy.ts';
import { accurate, asked, galleryStage } from '../../../../testing/face/stages/galleries.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { Deps } from '../../../deps.ts';
import { expireDue } from '../../session/timers.ts';
import { Galleries } from './galleries.ts';
import type { GalleryName } from './gallery-records.ts';
import { prepareDuplicates } from './gather.ts';

const { clock, someone, again, service, other, organization, whoOf, enrol, found, nameOf, inMemory } =
  galleryStage();

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
      await enrol('enrolled-before', someone());
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
        await enrol('enrolled-before', someone(), { org });
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
      await enrol('enrolled-before', someone());
      const name = await nameOf(service.deps, organization.org);
      expect(await galleries.use(name, 512, 5_000)).toBeNull();
      expect(galleries.held).toEqual([]);
      expect(await galleries.use(name, 512, 5_000)).toBeNull();
    } finally {
      await galleries.close();
    }
  });

  it('does not delay a search while it is read, and serves a later one', async () => {
    await enrol('enrolled-before', someone());
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
    const who = whoOf('enrolled-before');
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
