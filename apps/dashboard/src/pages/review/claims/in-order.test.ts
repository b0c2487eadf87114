import { expect, test, vi } from 'vitest';
import { arrived, inOrder } from './in-order.ts';

const later = () => new Promise((resolve) => setImmediate(resolve));

test('a second press of a case is sent when the first has its answer, and has the last word', async () => {
  const sent: string[] = [];
  const first = Promise.withResolvers<string>();
  const claim = inOrder('a', () => first.promise);
  const release = inOrder('a', async () => {
    sent.push('release');
    return 'released';
  });
  const other = inOrder('b', async () => 'claimed');
  expect(await other).toBe('claimed');
  expect(sent).toEqual([]);
  first.resolve('claimed');
  expect(await claim).toBeNull();
  expect(await release).toBe('released');
});

test('a decision waits for a claim of its case, also for one that is refused, and for no other', async () => {
  const refused = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  const one = inOrder('one', () => refused.promise);
  const two = inOrder('two', () => slow.promise);
  let decided = false;
  const decision = arrived('one').then(() => {
    decided = true;
  });
  await later();
  expect(decided).toBe(false);
  refused.reject(new Error('409'));
  await expect(one).rejects.toThrow('409');
  await decision;
  slow.resolve();
  await two;
  await arrived('two');
});

test('a decision waits three seconds at most for a claim that hangs', async () => {
  vi.useFakeTimers();
  try {
    void inOrder('hangs', () => new Promise(() => {}));
    let decided = false;
    const decision = arrived('hangs').then(() => {
      decided = true;
    });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(decided).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await decision;
  } finally {
    vi.useRealTimers();
  }
});
