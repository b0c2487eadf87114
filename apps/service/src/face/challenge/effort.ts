import type { PublicWorkflow } from '@standpoint/contract';
import { type Alternative, type ChallengeFamily, type ChallengePath, pathOf } from './path.ts';

/**
 * Seconds of a person's capture: placing the face and the countdown, a look ahead, and a movement with its hold.
 * Captures of people's clips in three browsers took 19 to 25 s with five of each (`npm run test:browsers`).
 */
const [START_S, FRONT_S, MOVEMENT_S] = [5, 1.5, 2.5];
/** Eight colours of 350 ms, with white before and after. */
const LIGHT_S = 4;
/** A duration that people are told is rounded up to this. */
const ROUND_S = 5;

interface Asked {
  mode: string;
  challenges: readonly ChallengeFamily[];
}

type Effort = Pick<PublicWorkflow['capture'], 'movements' | 'seconds'>;

function effortAlong(path: ChallengePath, lit: boolean): Effort {
  // The last of a path asks for as many movements as any.
  const steps = path.unrank(path.count - 1);
  const movements = steps.filter((kind) => kind !== 'front').length;
  const fronts = steps.length - movements;
  const seconds = START_S + fronts * FRONT_S + movements * MOVEMENT_S + (lit ? LIGHT_S : 0);
  return { movements, seconds: Math.ceil(seconds / ROUND_S) * ROUND_S };
}

/**
 * What a workflow's capture asks of the person, so that the page can say it before the consent. Pure.
 * With light, which a bright room or a person's wish may leave out, fewer movements are asked for.
 */
export function effortOf({ mode, challenges }: Asked): PublicWorkflow['capture'] {
  if (mode === 'passive') return { kinds: [], movements: 0, seconds: ROUND_S, colours: false };
  const colours = challenges.includes('flash');
  const effort = (wish: Alternative | undefined, lit: boolean) =>
    effortAlong(pathOf(challenges, wish, lit), lit);
  const withoutLight = (wish?: Alternative) => (colours ? { unlit: effort(wish, false) } : {});
  return {
    kinds: [...pathOf(challenges, undefined, colours).kinds],
    ...effort(undefined, colours),
    colours,
    ...withoutLight(),
    motionless: { ...effort('no_head_motion', colours), ...withoutLight('no_head_motion') },
  };
}
