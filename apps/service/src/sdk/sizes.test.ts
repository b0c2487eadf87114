import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundle } from '../../../../packages/web/src/testing/bundle.ts';
import { packedTree } from './packed-tree.ts';

/** What a page loads of the packed `@standpoint/web`, as an integrator's bundler minifies it, after gzip. */

const KB = 1024;
let index: string;

beforeAll(async () => {
  const web = (await packedTree()).find(
    ({ name, version }) => name === '@standpoint/web' && version.startsWith('0.5.'),
  );
  index = join(web!.folder, 'dist/index.js');
});

const taken = async (names: string): Promise<Bundle> => {
  const found = await bundle(`export ${names} from '${index}'`);
  console.log(`${names}: ${found.gzip} bytes gzip`);
  return found;
};

describe('what a page loads of @standpoint/web', () => {
  it('is at most 5 KB for verify and collect, which bring no face check', async () => {
    const { gzip, code } = await taken('{ configure, verify, collect }');
    expect(gzip).toBeLessThanOrEqual(5 * KB);
    expect(code).not.toMatch(/createElement|postMessage/);
  });

  it('is at most 4 KB for the face loader, which brings no location', async () => {
    const { gzip, code } = await taken('{ configure, face }');
    expect(gzip).toBeLessThanOrEqual(4 * KB);
    expect(code).not.toMatch(/getCurrentPosition|watchPosition|ECDH/);
  });

  it('is at most 9 KB for everything, and the probes and the camera doctor are loaded later', async () => {
    const { gzip, later } = await taken('*');
    const size = (name: string) => later[name]!.gzip;
    const lazy = ['camera-doctor.js', 'probes.js'];
    // What two files share is a file of its own, which is loaded at once.
    const shared = Object.keys(later).filter((name) => !lazy.includes(name));
    expect(gzip + shared.reduce((sum, name) => sum + size(name), 0)).toBeLessThanOrEqual(9 * KB);
    expect(size('probes.js')).toBeLessThanOrEqual(3 * KB);
    expect(size('camera-doctor.js')).toBeLessThanOrEqual(2 * KB);
  });

  it('is nothing when the package is imported and not used', async () => {
    const { code } = await bundle(
      `import '${index}'; import { verify } from '${index}'; export const x = 1;`,
    );
    expect(code.length).toBeLessThan(100);
  });
});
