import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { keyFolders } from '../../../testing/keys/folders.ts';
import { idsIn, newKeys } from '../../../testing/keys/store.ts';
import { openFileStore } from './file-store.ts';

const PROCESS = fileURLToPath(new URL('../../../testing/keys/key-process.ts', import.meta.url));
const { place, removals } = keyFolders();

/** Starts another process on the store. `lines` reads what it says. */
function secondProcess(folder: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [PROCESS, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  removals.push(() => child.kill('SIGKILL'));
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() };
}

async function nextOf(lines: AsyncIterator<string>, kind: string): Promise<string[]> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the process ended before it said ${kind}`);
    const [said, ...rest] = value.split(' ');
    if (said === kind) return rest;
  }
}

describe('two processes', () => {
  test('that open a new store at once use the same one, and destroy each other’s keys', async () => {
    const folder = place();
    const { child, lines } = secondProcess(folder);
    const store = await openFileStore(folder);
    expect(await nextOf(lines, 'open')).toEqual([store.id]);
    const theirs = await nextOf(lines, 'put');
    expect((await store.getMany(theirs)).size).toBe(5);
    const ours = newKeys(5).map(({ key_id, wrapped }) => ({ key_id, wrapped }));
    await store.put(ours);
    child.stdin!.write(`destroy ${ours.map(({ key_id }) => key_id).join(' ')}\n`);
    await nextOf(lines, 'destroyed');
    await store.destroy(...theirs);
    const gone = [...theirs, ...ours.map(({ key_id }) => key_id)];
    expect((await store.getMany(gone)).size).toBe(0);
  });

  test('list every key that stays, once, while others come and go', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const { lines } = secondProcess(folder);
    const stays = [...newKeys(31), ...newKeys(3)].slice(2);
    await store.put(stays);
    const goes = newKeys(31);
    await store.put(goes);
    await nextOf(lines, 'put');
    for (let round = 0; round < 5; round++) {
      const [listed] = await Promise.all([idsIn(store), store.destroy(goes[round]!.key_id)]);
      const found = listed.filter((id) => stays.some(({ key_id }) => key_id === id));
      expect(found).toEqual(stays.map(({ key_id }) => key_id).sort());
      expect(new Set(listed).size).toBe(listed.length);
    }
  });

  test('lose no key that was stored when one of them is killed', async () => {
    const folder = place();
    const stored: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { child, lines } = secondProcess(folder);
      for (let batch = 0; batch < 3 + round; batch++) stored.push(...(await nextOf(lines, 'put')));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const store = await openFileStore(folder);
    expect((await store.getMany(stored)).size).toBe(stored.length);
    // What was stored and not named yet is listed, so that the sweep finds it.
    const listed = new Set(await idsIn(store));
    expect(stored.filter((id) => !listed.has(id))).toEqual([]);
  });
});
