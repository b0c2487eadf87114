import { expect, it } from 'vitest';
import { tagsOf } from './npm.ts';
import { compareVersions } from './versions.ts';

it('orders versions as semver 2.0.0 §11 does', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
  ];
  ordered.push('1.0.0-rc.1', '1.0.0', '1.2.0', '1.10.0', '2.0.0');
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
});

it.each([
  [['0.3.0', '0.3.1', '0.5.0'], { latest: '0.5.0', 'v0.3': '0.3.1', 'v0.5': '0.5.0' }],
  [['0.5.0', '0.6.0-rc.1'], { latest: '0.5.0', 'v0.5': '0.5.0', next: '0.6.0-rc.1' }],
  [['0.5.0-rc.1', '0.5.0'], { latest: '0.5.0', 'v0.5': '0.5.0' }],
  [['0.5.0-rc.1'], { latest: '0.5.0-rc.1', next: '0.5.0-rc.1' }],
])('gives the versions %j the tags %j', (versions, tags) => {
  expect(tagsOf(versions)).toEqual(tags);
});
