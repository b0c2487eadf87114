import { expect, it } from 'vitest';
import { packOf } from '../../apps/service/src/face/vision/packs/manifest.ts';
import { locatePack } from '../../apps/service/src/face/vision/packs/packs.ts';
import type { Look } from '../../apps/service/src/face/vision/vision.ts';
import { faceLook, near, unit } from '../../apps/service/testing/face/looks.ts';
import { seeded } from './chance.ts';
import { measureTurns, type Part, RULES, type Seen } from './turn-segments.ts';

const pack = packOf(locatePack('accurate', '.'));
const looking = (yaw: number, embedding: Float32Array | null, pitch = 0): Look => ({
  width: 640,
  height: 480,
  faces: 1,
  face: { ...faceLook({ embedding }), pose: { yaw, pitch, roll: 0 } },
  print: '',
  thumbnail: '',
});

/** Five frontal pictures and one turned by `yaw` of each person, with this likeness to the person's face. */
const crowd = (yaw: number, likeness: number, people = 12): Seen[] =>
  Array.from({ length: people }, (_, p) => {
    const self = unit(p + 1);
    const frontal = Array.from({ length: 5 }, (_, i) => looking(i, near(self, 1_000 + 100 * p + i, 0.8)));
    return [...frontal, looking(yaw, near(self, 1_050 + 100 * p, likeness))].map((look) => ({
      person: `p${p}`,
      look,
    }));
  }).flat();
const measured = (seen: readonly Seen[]) => measureTurns(pack, seen, seen, seeded());
const counted = (part: Part, side: keyof Part, bin: number) =>
  RULES.map((rule) => part[side][bin]!.rules[rule].share.counted);

it('refuses a less similar turned head by its worst frame, and accepts it by the rule of the engine', async () => {
  const part = await measured(crowd(25, 0.43));
  expect(part.honest[1]).toMatchObject({ bin: [20, 30], people: 12 });
  const [worst, best, engine] = counted(part, 'honest', 1);
  expect(worst).toBeGreaterThanOrEqual(3);
  expect([best, engine]).toEqual([0, 0]);
  expect(counted(part, 'strangers', 1)).toEqual([0, 0, 0]);
  expect(part.strangers[1]!.rules.engine.share.segments).toBe(12 * 40);
});

it('counts a head that is turned too far as asked again, for the person and for a stranger', async () => {
  const part = await measured(crowd(48, 0.15));
  expect(part.honest[3]!.rules.engine).toMatchObject({ share: { counted: 12 }, asked_again: 12 });
  expect(part.strangers[3]!.rules.engine).toMatchObject({ share: { counted: 0 }, asked_again: 12 * 40 });
});
