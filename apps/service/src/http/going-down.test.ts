import { describe, expect, test } from 'vitest';
import { GoingDown } from './going-down.ts';

const HERE = { host: '127.0.0.1', base_urls: ['http://localhost:4000'] };
const PUBLIC = { host: '127.0.0.1', base_urls: ['https://id.example.com'] };

/** A service whose `/readyz` was asked at these times (ms). */
function asked(...times: number[]): GoingDown {
  const going_down = new GoingDown();
  for (const at of times) going_down.asked(at);
  return going_down;
}

describe('the wait for balancers', () => {
  test('is five seconds where the service can be reached from elsewhere', () => {
    expect(asked().waitMs(PUBLIC, false)).toBe(5_000);
    expect(asked().waitMs({ ...HERE, host: '0.0.0.0' }, false)).toBe(5_000);
  });

  test('is none on one computer, unless a balancer reads /readyz there', () => {
    expect(asked().waitMs(HERE, false)).toBe(0);
    expect(asked(59_000).waitMs(HERE, false, 60_000)).toBe(0);
    expect(asked(10_000, 30_000, 50_000).waitMs(HERE, false, 60_000)).toBe(5_000);
    expect(asked(10_000, 30_000, 50_000).waitMs(HERE, false, 100_000)).toBe(0);
  });

  test('is none for a person who presses Ctrl-C', () => {
    expect(asked(1, 2).waitMs(PUBLIC, true, 3)).toBe(0);
  });
});

describe('the end', () => {
  test('comes to each part in its turn, and names it', async () => {
    const going_down = new GoingDown();
    const seen: unknown[] = [];
    const part = (name: string) => ({ name, end: () => seen.push([name, going_down.ending]) });
    await going_down.end([part('first'), part('second')]);
    expect(seen).toEqual([
      ['first', 'first'],
      ['second', 'second'],
    ]);
    expect([going_down.begun, going_down.ending]).toEqual([true, null]);
  });

  test('comes to the parts after one that fails too, and reports the failure', async () => {
    const going_down = new GoingDown();
    let database = 'open';
    const end = going_down.end([
      { name: 'models', end: () => Promise.reject(new Error('stuck')) },
      {
        name: 'database',
        end: () => {
          database = 'closed';
        },
      },
    ]);
    await expect(end).rejects.toThrow('stuck');
    expect(database).toBe('closed');
  });
});
