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
  { workflow, alternative, unlit }: Pick<State, 'workflow' | 'alternative' | 'unlit'>,
  calm: boolean,
): Plan | null => {
  if (!workflow?.capture) return null;
  const { capture, alternatives } = workflow;
  const motionless = alternative === 'no_head_motion' && alternatives.includes(alternative);
  const usual = (motionless && capture.motionless) || capture;
  const colours = capture.colours && !unlit && !declinesColours({ alternative }, calm);
  const { movements, seconds } = (!colours && usual.unlit) || usual;
  return { movements, seconds, colours };
};
