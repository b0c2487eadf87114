import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { EXCHANGES_ROWS, forgetErased, tellsOfErasure } from './erased.ts';
import type { Told } from './news.ts';

const news = (type: string | null): Told => [{ kind: 'customer', id: null, type, at: '' }];

test('knows an erasure, and that one may be among what was missed', () => {
  expect([news('customer.erased'), news('policy.published'), 'all' as const].map(tellsOfErasure)).toEqual([
    true,
    false,
    true,
  ]);
});

test('forgets what is not shown, reads again what is, and leaves lists to exchange their rows', async () => {
  const client = new QueryClient();
  const names: string[] = [];
  const show = (name: string, meta?: Record<string, unknown>) =>
    client.getQueryCache().build(client, {
      queryKey: [name],
      meta,
      queryFn: async () => {
        names.push(name);
        return 'ann';
      },
    });
  client.setQueryData(['left behind'], 'ann');
  for (const query of [show('record'), show('list', EXCHANGES_ROWS)]) {
    query.setData('ann');
    query.addObserver({ options: {}, onQueryUpdate() {}, isActive: () => true } as never);
    Object.assign(query, { isActive: () => true, isDisabled: () => false, isStatic: () => false });
  }
  forgetErased(client);
  expect(client.getQueryData(['left behind'])).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(names).toEqual(['record']);
  expect(client.getQueryState(['list'])!.isInvalidated).toBe(false);
});
