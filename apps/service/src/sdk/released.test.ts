import { describe, expect, it } from 'vitest';
import { builtBrowserSdk } from './browser.ts';
import { withRelease } from './release.ts';
import { changedIn, integritiesIn, readReleased } from './released.ts';

const built = async () => integritiesIn(await builtBrowserSdk());
const spoilt = (hash: string) => ({ '0.5.0': { ...readReleased()['0.5.0'], 'standpoint.global.js': hash } });

describe('the list of released files', () => {
  it('has the bytes that these sources build under each released version (CONTRIBUTING: a release)', async () => {
    expect(changedIn(await built(), readReleased()), 'raise the version, then npm run release').toEqual([]);
  });

  it('names a version whose sources changed without a new version, and none that is not released', async () => {
    const now = await built();
    expect(Object.keys(now)).toEqual(['0.5.0', '0.3.0']);
    expect(changedIn(now, spoilt('sha384-of-other-bytes'))).toEqual(['0.5.0']);
    expect(changedIn(now, { '0.5.0': {} })).toEqual(['0.5.0']);
    expect(changedIn(now, {})).toEqual([]);
    expect(changedIn(now, { '0.4.0': { 'standpoint.js': 'sha384-of-an-earlier-release' } })).toEqual([]);
  });

  it('takes a new version, keeps those that are no longer built, and refuses other bytes unless told', async () => {
    const now = await built();
    const earlier = { '0.4.0': { 'standpoint.js': 'sha384-of-an-earlier-release' } };
    expect(withRelease(now, earlier)).toEqual({ ...now, ...earlier });
    expect(withRelease(now, now)).toEqual(now);
    expect(() => withRelease(now, spoilt('sha384-x'))).toThrow(/0\.5\.0 .*other bytes\. Raise the version/);
    expect(withRelease(now, spoilt('sha384-x'), ['0.5.0'])).toEqual(now);
  });
});
