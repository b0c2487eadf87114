import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clipsBelow } from './library.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standpoint-clips-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A clip as pictures; its content is never read here. */
async function clipAt(...names: string[]): Promise<void> {
  const place = join(folder, ...names);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, '00000000.jpg'), '');
  await writeFile(join(place, 'events.json'), JSON.stringify([{ step: 'front', start_ms: 0, end_ms: 10 }]));
}

it('tells people and clips apart whose folders have equal names in different places', async () => {
  await clipAt('office', 'anna', 'desk');
  await clipAt('home', 'anna', 'desk');
  await clipAt('bert', 'desk');
  const clips = await clipsBelow(folder);
  const names = [...clips.map(({ name }) => name)].sort();
  expect(names).toEqual(['bert/desk', 'home/anna/desk', 'office/anna/desk']);
  expect(new Set(clips.map(({ person }) => person)).size).toBe(3);
});
