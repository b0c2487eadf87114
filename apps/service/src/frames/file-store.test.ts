import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileFrames } from './file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-frames-'));
afterAll(() => rmSync(folder, { recursive: true }));

const store = fileFrames(folder);
const place = { org: 'org_1', env: 'sandbox' as const, session_id: 'fcs_1', attempt_id: 'fca_1' };

it('returns the frames that were saved, and null for others', async () => {
  await store.save(place, [Buffer.from('a'), Buffer.from('b')]);
  expect((await store.read(place, 1))?.toString()).toBe('b');
  expect(await store.read(place, 2)).toBeNull();
  expect(await store.read({ ...place, env: 'production' }, 0)).toBeNull();
});

it('leaves no temporary file, and keeps the later of two saves', async () => {
  await Promise.allSettled([store.save(place, [Buffer.from('c')]), store.save(place, [Buffer.from('c')])]);
  await store.save(place, [Buffer.from('d')]);
  expect((await store.read(place, 0))?.toString()).toBe('d');
  expect(await store.read(place, 1)).toBeNull();
  expect(readdirSync(join(folder, 'frames', 'org_1', 'sandbox', 'fcs_1'))).toEqual(['fca_1']);
});

it('refuses names that lead out of its folder', async () => {
  for (const name of ['..', 'a/b', 'a\\b', '', '.', 'a\0b'])
    await expect(async () => store.save({ ...place, session_id: name }, [Buffer.from('x')])).rejects.toThrow(
      'the name is not an id',
    );
});

it('removes an attempt or a session, also when called again', async () => {
  await store.save({ ...place, attempt_id: 'fca_2' }, [Buffer.from('e')]);
  await store.removeAttempt(place);
  expect(await store.read(place, 0)).toBeNull();
  expect(await store.read({ ...place, attempt_id: 'fca_2' }, 0)).not.toBeNull();
  await store.removeSession(place);
  await store.removeSession(place);
  expect(await store.read({ ...place, attempt_id: 'fca_2' }, 0)).toBeNull();
});
