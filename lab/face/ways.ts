import type { WorkflowDefinition } from '@standpoint/contract';
import type { Alternative } from '../../apps/service/src/face/challenge/challenge.ts';

type Family = NonNullable<NonNullable<WorkflowDefinition['liveness']>['challenges']>[number];

/** What a workflow asks for, and what the person wishes instead. */
export interface Way {
  name: string;
  challenges: readonly Family[];
  alternative?: Alternative;
}

/** Every motion; what the clips show of motions; and the path without motion of the head. */
export const WAYS = {
  motion: { name: 'motion', challenges: ['turn', 'tilt', 'smile', 'approach'] },
  near_and_smile: { name: 'near_and_smile', challenges: ['smile', 'approach'] },
  expressions: { name: 'expressions', challenges: ['smile', 'approach'], alternative: 'no_head_motion' },
} as const satisfies Record<string, Way>;

/**
 * One attempt is one presentation: what is declined here would be asked for again where more attempts are
 * left.
 */
export const workflowFor = ({ challenges }: Way): WorkflowDefinition => ({
  name: 'Lab',
  attempts: 1,
  liveness: { mode: 'active', challenges: [...challenges] },
  match: { source: 'none' },
  consent: { required: false },
  handoff: { policy: 'off' },
});
