import { expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { outlines } from './outlines.ts';

const service = testService({ plugins: () => [outlines] });
const get = (path: string) => service.call({ path: `/dashboard/outlines/${path}` });

it('gives files that a browser may keep for good, under a name that changes with the borders', async () => {
  const current = await get('current.json');
  expect(current.headers['cache-control']).toBe('no-cache');
  const { name, countries, surveyed, attribution } = JSON.parse(current.text);
  // The operator's own borders ask for one; there are none here.
  expect(attribution).toBeNull();
  expect(countries).toContain('US');
  expect(surveyed).toContain('US');
  for (const file of ['world', 'US', 'FR', 'US@40.5,-74']) {
    const answer = await get(`${name}/${file}.json`);
    expect([file, answer.status]).toEqual([file, 200]);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(JSON.parse(answer.text).areas.length).toBeGreaterThan(0);
  }
});

it('knows no other borders, no other country and no other file', async () => {
  const { name } = JSON.parse((await get('current.json')).text) as { name: string };
  for (const path of [
    `${'0'.repeat(16)}/US.json`,
    `${name}/XX.json`,
    `${name}/us.json`,
    `${name}/..%2fUS.json`,
    `${name}/manifest.json`,
    `${name}/US@40.2,-75.json`,
    `${name}/US@91,0.json`,
    `${name}/US@-0,5.json`,
    `${name}/US@40,-074.json`,
    `${name}/US@0,181.json`,
    `${name}/JP@36,140.json`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

it('has another address when the shape of the files changes, because browsers keep what they have', async () => {
  const { name } = JSON.parse((await get('current.json')).text) as { name: string };
  const keysOf = (value: object): string[] =>
    Object.entries(value).map(([key, of]) => {
      const [first] = Array.isArray(of) ? of : [];
      return `${key}: ${first && !Array.isArray(first) && typeof first === 'object' ? keysOf(first) : ''}`;
    });
  const shapes = await Promise.all(
    ['world', 'coasts', 'US', 'US@40.5,-74'].map(async (file) =>
      keysOf(JSON.parse((await get(`${name}/${file}.json`)).text)),
    ),
  );
  // When this changes, raise SHAPE in outlines.ts.
  const area = 'areas: id: ,country: ,code: ,within: ,name: ,rings: ';
  expect(shapes).toEqual([[area, 'land: '], ['land: '], [area, 'whole: '], [area, 'whole: ']]);
});
