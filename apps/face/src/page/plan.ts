import type { State } from '../flow/state.ts';
import { declinesColours } from './calm.ts';

interface Plan {
  movements: number;
  seconds: number;
  /** Whether light may appear around the face. */
  colours: boolean;
}

/**
 * What the capture asks of this person: their wishes, their system and what the last attempt found count. Null if it
 * is unknown. Pure.
 */
export const planOf = (
  person: Pick<State, 'workflow' | 'alternative' | 'no_colours' | 'unlit'>,
  calm: boolean,
): Plan | null => {
  const { workflow, alternative, unlit } = person;
  if (!workflow?.capture) return null;
  const { capture, alternatives } = workflow;
  const motionless = alternative === 'no_head_motion' && alternatives.includes(alternative);
  const usual = (motionless && capture.motionless) || capture;
  const colours = capture.colours && !unlit && !declinesColours(person, calm);
  const { movements, seconds } = (!colours && usual.unlit) || usual;
  return { movements, seconds, colours };
};
