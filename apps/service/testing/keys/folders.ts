import { afterEach } from 'vitest';
import { keyFolder } from './store.ts';

/** For all tests of this file: new places for stores, and what is done after a test, in reverse order. */
export function keyFolders() {
  const removals: (() => unknown)[] = [];
  afterEach(() => {
    for (const remove of removals.splice(0).reverse()) remove();
  });
  function place() {
    const { folder, remove } = keyFolder();
    removals.push(remove);
    return folder;
  }

  return { place, removals };
}
