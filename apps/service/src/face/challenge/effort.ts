import type { PublicWorkflow } from '@standpoint/contract';
import { type ChallengeFamily, pathOf } from './path.ts';

/**
 * Seconds of a person's capture: placing the face and the countdown, a look ahead, and a movement with its hold.
 * Captures of people's clips in three browsers took 19 to 25 s with five of each (`npm run test:browsers`).
 */
const [START_S, FRONT_S, MOVEMENT_S] = [5, 1.5, 2.5];
/** A duration that people are told is rounded up to this. */
const ROUND_S = 5;

interface Asked {
  mode: string;
  challenges: readonly ChallengeFamily[];
}

/** What a workflow's capture asks of the person, so that the page can say it before the consent. Pure. */
export function effortOf({ mode, challenges }: Asked): PublicWorkflow['capture'] {
  if (mode === 'passive') return { kinds: [], movements: 0, seconds: ROUND_S, colours: false };
  const path = pathOf(challenges, undefined);
  // The last of a path asks for as many movements as any.
  const steps = path.unrank(path.count - 1);
  const movements = steps.filter((kind) => kind !== 'front').length;
  const seconds = START_S + (steps.length - movements) * FRONT_S + movements * MOVEMENT_S;
  return {
    kinds: [...path.kinds],
    movements,
    seconds: Math.ceil(seconds / ROUND_S) * ROUND_S,
    colours: challenges.includes('flash'),
  };
}
