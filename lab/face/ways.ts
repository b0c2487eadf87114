import type { WorkflowDefinition } from '@standpoint/contract';
import type { Alternative } from '../../apps/service/src/face/challenge/challenge.ts';

type Family = NonNullable<NonNullable<WorkflowDefinition['liveness']>['challenges']>[number];

/** The workflow's challenges and the person's preference. */
export interface Way {
  name: string;
  challenges: readonly Family[];
  alternative?: Alternative;
  /** The client can show light and record the clip. */
  light?: 'ready';
}

/** Three ways: every motion, the motions that the clips show, and the path without head motion. */
export const WAYS = {
  motion: { name: 'motion', challenges: ['turn', 'tilt', 'smile', 'approach'] },
  near_and_smile: { name: 'near_and_smile', challenges: ['smile', 'approach'] },
  expressions: { name: 'expressions', challenges: ['smile', 'approach'], alternative: 'no_head_motion' },
} as const satisfies Record<string, Way>;

/** The same with light, in a workflow that asks for it. */
export const LIT_WAYS: readonly Way[] = Object.values<Way>(WAYS).map((way) => ({
  ...way,
  name: `${way.name}, light`,
  challenges: [...way.challenges, 'flash'],
  light: 'ready',
}));

/**
 * One attempt is one presentation. With more attempts, a declined presentation would be asked for again.
 */
export const workflowFor = ({ challenges }: Way): WorkflowDefinition => ({
  name: 'Lab',
  attempts: 1,
  liveness: { mode: 'active', challenges: [...challenges] },
  match: { source: 'none' },
  consent: { required: false },
  handoff: { policy: 'off' },
});
