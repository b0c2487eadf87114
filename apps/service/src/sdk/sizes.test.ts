import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../../packages/web/src/testing/bundle.ts';
import { packedTree } from './packed-tree.ts';

/** What a page loads of the packed `@standpoint/web`, as an integrator's bundler minifies it, after gzip. */

const KB = 1024;
let index: string;

beforeAll(async () => {
  const web = (await packedTree()).find(
    ({ name, version }) => name === '@standpoint/web' && version.startsWith('0.5.'),
  );
  index = join(web!.folder, 'dist/index.mjs');
});

/** Loaded later, when a call needs them; `explain` when one went wrong. */
const LAZY = ['camera-doctor.js', 'probes.js', 'explain.js'];

const taken = async (names: string) => {
  const { code, gzip, later } = await bundle(`export ${names} from '${index}'`);
  // What the first file shares with a later one is a file of its own, and loaded at once.
  const shared = Object.keys(later).filter((name) => !LAZY.includes(name));
  const at_once = gzip + shared.reduce((sum, name) => sum + later[name]!.gzip, 0);
  console.log(`${names}: ${at_once} bytes gzip`);
  return { at_once, later, code: code + shared.map((name) => later[name]!.code).join() };
};

describe('what a page loads of @standpoint/web', () => {
  it('size-limit: is at most 5 KB for verify and collect, which bring no face check', async () => {
    const { at_once, code } = await taken('{ configure, verify, collect }');
    expect(at_once).toBeLessThanOrEqual(5 * KB);
    expect(code).not.toMatch(/createElement|postMessage/);
  });

  it('is at most 4 KB for the face loader, which brings no location', async () => {
    const { at_once, code } = await taken('{ configure, face }');
    expect(at_once).toBeLessThanOrEqual(4 * KB);
    expect(code).not.toMatch(/getCurrentPosition|watchPosition|ECDH/);
  });

  it('is at most 9 KB for everything, and the probes and the camera doctor are loaded later', async () => {
    const { at_once, later } = await taken('*');
    expect(at_once).toBeLessThanOrEqual(9 * KB);
    const [doctor, probes, words] = LAZY.map((name) => later[name]!.gzip);
    console.log(`camera doctor: ${doctor} bytes, probes: ${probes} bytes, words: ${words} bytes`);
    expect(words).toBeLessThanOrEqual(1.25 * KB);
    expect(doctor).toBeLessThanOrEqual(2 * KB);
    expect(probes).toBeLessThanOrEqual(3 * KB);
  });

  it('is nothing when the package is imported and not used', async () => {
    const { code } = await bundle(
      `import '${index}'; import { verify } from '${index}'; export const x = 1;`,
    );
    expect(code.length).toBeLessThan(100);
  });
});
