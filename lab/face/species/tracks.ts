import { type Source, trackFacts } from '../clips/tracks.ts';
import { honest, present } from '../stage.ts';
import { WAYS } from '../ways.ts';
import type { Species } from './species.ts';

const madeBy = (source: Source, name: string, what: string): Species => ({
  name,
  what,
  side: 'attack',
  ways: [WAYS.expressions, WAYS.near_and_smile],
  async present(stage, way, random) {
    const { shots, ...drawn } = await honest(stage, way, random);
    return present(stage, drawn, shots, { track: await trackFacts(source) });
  },
});

export const tracks: Species[] = [
  madeBy(
    'canvas',
    'canvas track',
    'a right answer played through canvas.captureStream in place of the camera',
  ),
  madeBy('generator', 'generator track', 'the same through a MediaStreamTrackGenerator'),
];
