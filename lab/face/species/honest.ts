import { honest, present } from '../stage.ts';
import { WAYS } from '../ways.ts';
import type { Species } from './species.ts';

export const honestPeople: Species[] = [WAYS.near_and_smile, WAYS.expressions].map((way) => ({
  name: way === WAYS.expressions ? 'honest, without head motion' : 'honest, coming nearer and smiling',
  what: 'a segment of one clip, at its own pace, that answers the challenge',
  side: 'honest',
  ways: [way],
  async present(stage, way, random) {
    const answer = await honest(stage, way, random);
    return present(stage, answer, answer.shots);
  },
}));
