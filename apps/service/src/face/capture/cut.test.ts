import { expect, it } from 'vitest';
import { noise } from '../../../testing/face/face.ts';
import { cutClip } from './cut.ts';
import { frameHash } from './manifest.ts';

const digestsOf = (pictures: readonly Buffer[]) => pictures.map((each) => frameHash(each).toString('hex'));
const cut = (pictures: readonly Buffer[]) => cutClip(Buffer.concat(pictures), digestsOf(pictures));

/** The smallest bytes that begin like a WebP picture. */
const webp = (rest: string) => Buffer.from(`RIFF....WEBP${rest}`);

it('cuts a clip into the pictures that were taken, JPEG and WebP', async () => {
  const pictures = [await noise(32, 24), webp('one'), await noise(32, 24), webp('two')];
  expect(cut(pictures)).toEqual(pictures);
});

it('does not cut where a picture has the beginning of another one inside', async () => {
  const [inner, last] = [await noise(32, 24), await noise(32, 24)];
  const outer = Buffer.concat([await noise(32, 24), inner, Buffer.from('RIFF')]);
  expect(cut([outer, last])).toEqual([outer, last]);
});

it('gives nothing when a picture differs from its digest, is missing, or is one too many', async () => {
  const pictures = await Promise.all([noise(32, 24), noise(32, 24), noise(32, 24)]);
  const bytes = Buffer.concat(pictures);
  const digests = digestsOf(pictures);
  expect(cutClip(bytes, [digests[0]!, digests[2]!, digests[1]!])).toBeNull();
  expect(cutClip(bytes, digests.slice(0, 2))).toBeNull();
  expect(cutClip(bytes, [...digests, digests[0]!])).toBeNull();
});

// Attack: each beginning costs a digest, and a clip has room for more than 600,000 of them.
it('gives nothing, without a digest, for a clip that is made of beginnings', () => {
  const bytes = Buffer.alloc(1_800_000, Buffer.from([0xff, 0xd8, 0xff]));
  expect(cutClip(bytes, digestsOf([bytes]))).toBeNull();
});
