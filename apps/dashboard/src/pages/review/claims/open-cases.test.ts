import { beforeEach, expect, test, vi } from 'vitest';

/** A tab of its own: a module that shares nothing with the others but the channel. */
async function openTab() {
  vi.resetModules();
  return await import('./open-cases.ts');
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test('a case is open nowhere when its only tab leaves it', async () => {
  const tab = await openTab();
  expect(await tab.keepOpen('rev_1').leave()).toBe(false);
});

test('a case stays open when one of two tabs leaves it, until the other one does', async () => {
  const [one, two] = [await openTab(), await openTab()];
  const first = one.keepOpen('rev_1');
  const second = two.keepOpen('rev_1');
  const other = two.keepOpen('rev_2');
  expect(await first.leave()).toBe(true);
  expect(await second.leave()).toBe(false);
  expect(await other.leave()).toBe(false);
});

test('a case that was left and opened again at once is open', async () => {
  const tab = await openTab();
  const left = tab.keepOpen('rev_1').leave();
  const again = tab.keepOpen('rev_1');
  expect(await left).toBe(true);
  expect(await again.leave()).toBe(false);
});

test('the tab that stays gives back what the other one claimed by opening it', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.claimedByOpening.note('rev_1');
  const first = one.keepOpen('rev_1');
  const second = two.keepOpen('rev_1');
  const leaving = first.leave();
  one.claimedByOpening.forget('rev_1');
  await leaving;
  expect(two.claimedByOpening.has('rev_1')).toBe(true);
  await second.leave();
});
