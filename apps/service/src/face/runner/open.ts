import { availableParallelism } from 'node:os';
import type { Deps } from '../../deps.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import { gatherDuplicates } from '../templates/dedupe/gather.ts';
import { gatherReplays } from '../templates/prints.ts';
import { gatherMatch } from '../templates/templates.ts';
import { type OpenVision, openVision } from '../vision/open.ts';
import type { Vision } from '../vision/vision.ts';
import { type FaceWorld, faceRunner } from './analyse.ts';

/** The parts of a service that the runner needs. */
const worldOf = (deps: Deps, vision: Vision & Partial<Pick<OpenVision, 'warm'>>): FaceWorld => ({
  vision,
  workflow: async (capture) => (await workflowOf(deps, capture)).definition,
  match: ({ capture, definition, probe }) =>
    gatherMatch(deps, capture, settingsOf(definition), vision, probe),
  replays: ({ capture, prints }) => gatherReplays(deps, capture, prints),
  duplicates: ({ capture, definition, pack, probe }) =>
    gatherDuplicates(deps, capture, settingsOf(definition), pack, probe),
  prepare: () =>
    void vision
      .warm?.()
      .catch((error) => deps.log.error({ err: error }, 'The face models cannot be loaded.')),
  failed: (error, { session_id }) =>
    deps.log.error({ err: error, session_id }, 'The face models failed: the capture goes to review.'),
});

/** Puts the engine with these models in place: from now on captures are decided. */
export function installRunner(deps: Deps, vision: Vision & Partial<Pick<OpenVision, 'warm'>>): void {
  Object.assign(deps.face, { vision, runner: faceRunner(worldOf(deps, vision)) });
}

/**
 * Opens the configured pack and installs its runner. The models are loaded when the first person is about to
 * capture. Without a pack the service runs, and every capture goes to review. Returns a function that closes
 * the models.
 */
export function openRunner(deps: Deps): () => Promise<void> {
  const { face_pack: pack, data_dir, face_workers } = deps.config;
  // More workers than cores only cost memory.
  const workers = Math.min(face_workers, availableParallelism());
  try {
    const vision = openVision({ pack, data_dir, workers });
    installRunner(deps, vision);
    return () => vision.close();
  } catch (error) {
    deps.log.error({ err: error }, `The face pack ${pack} cannot be opened: every capture goes to review.`);
    return async () => {};
  }
}
