import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useFit } from '../pages/policies/area/use-fit.ts';
import type { Definition } from '../pages/policies/queries.ts';
import { FAR, type Nearness } from './nearness.ts';
import { type Outline, useOutlines } from './outlines.ts';

afterEach(() => vi.unstubAllGlobals());

const outline = (name: string): Outline => ({
  areas: [{ id: 1, country: 'US', code: name, within: [], name, rings: [], coastal: true }],
  whole: [],
  land: [],
});

/** With the files named in the cache, as a page has them some time after it was opened. */
function opened(files: Record<string, Outline> = {}) {
  const client = new QueryClient();
  const now = { name: 'v1', countries: ['US'], surveyed: ['US'], attribution: null };
  client.setQueryData(['outlines'], now);
  client.setQueryData(['outlines', 'v1', 'world'], outline('world'));
  for (const [key, data] of Object.entries(files))
    client.setQueryData(['outlines', 'v1', ...key.split(' ')], data);
  /** What a part of a page gets from a hook when it is rendered several times. */
  function rendered<T>(hook: () => T, times = 1): T[] {
    const all: T[] = [];
    const Part = () => {
      const [n, again] = useState(1);
      all.push(hook());
      if (n < times) again(n + 1);
      return null;
    };
    renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Part)));
    return all;
  }
  const namesOf = (near: Nearness) =>
    rendered(() => useOutlines(['US'], near)).map(({ countries }) => countries.get('US')?.areas[0]?.name)[0];
  return { client, rendered, namesOf };
}
const close = (at: string): Nearness => ({ coasts: true, close: at });

it('is the same object when nothing has come, so that what is made of it is made once', () => {
  const { rendered, client } = opened({ US: outline('US') });
  const [first, ...more] = rendered(() => useOutlines(['US', 'FR']), 3);
  expect(more.map((each) => each === first)).toEqual([true, true]);
  const definition = { name: 'A', rule: { allow: ['US'] } } as Definition;
  const [fit, again] = rendered(() => useFit(definition), 2);
  expect(again).toBe(fit);
  const [before, after] = rendered(() => {
    const now = useOutlines(['US']);
    client.setQueryData(['outlines', 'v1', 'US'], outline('new'));
    return now.countries.get('US')?.areas[0]?.name;
  }, 2);
  expect([before, after]).toEqual(['US', 'new']);
});

it('keeps the close lines that came last while the next ones are on their way', () => {
  const files = { US: outline('far'), 'US 40,-75': outline('first'), 'US 41,-75': outline('last') };
  const { client, namesOf } = opened(files);
  client.setQueryData(['outlines', 'v1', 'US', '40,-75'], outline('first'), { updatedAt: 1 });
  expect(namesOf(close('40,-75'))).toBe('first');
  expect(namesOf(close('42,-75'))).toBe('last');
  expect(namesOf(FAR)).toBe('far');
});

it('no longer loads close lines when the map is moved on', async () => {
  const { client, namesOf } = opened({ US: outline('far') });
  const signals: (AbortSignal | null)[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal | null }) => {
    signals.push(signal);
    expect(path).toBe('/dashboard/outlines/v1/US@40,-75.json');
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('left'))));
  });
  namesOf(close('40,-75'));
  const query = client.getQueryCache().find({ queryKey: ['outlines', 'v1', 'US', '40,-75'] })!;
  const loading = query.fetch().catch(() => 'left');
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  await query.cancel();
  expect(await loading).toBe('left');
  expect(signals[0]?.aborted).toBe(true);
});

it('says that lines are missing when the close ones did not load', () => {
  const { client, rendered } = opened({ US: outline('far'), 'US 40,-75': outline('near') });
  const failed = () => rendered(() => useOutlines(['US'], close('40,-75')))[0]!.failed;
  expect(failed()).toBe(false);
  const query = client.getQueryCache().find({ queryKey: ['outlines', 'v1', 'US', '40,-75'] })!;
  query.setState({ status: 'error', error: new Error('503') });
  expect(failed()).toBe(true);
});
