import type { Config } from '../config.ts';
import { fileFrames } from '../frames/file-store.ts';
import type { FrameStore } from '../frames/store.ts';
import { Judging } from './capture/judging.ts';
import { SandboxUploads } from './capture/sandbox-uploads.ts';
import { type FaceRunner, noRunner } from './runner/runner.ts';
import type { Vision } from './vision/vision.ts';

/** The parts of the world that only area B needs: `deps.face`. */
export interface FaceParts {
  runner: FaceRunner;
  /** The models; null where none are installed. */
  vision: Vision | null;
  frames: FrameStore;
  /** A decision that is made within this time is in submit's answer; a later one is seen in the status. */
  answer_within_ms: number;
  sandbox_uploads: SandboxUploads;
  judging: Judging;
}

/** The parts of a service without models: every capture goes to review until a runner is put in place. */
export const newFaceParts = ({ data_dir }: Pick<Config, 'data_dir'>): FaceParts => ({
  runner: noRunner,
  vision: null,
  frames: fileFrames(data_dir),
  answer_within_ms: 5_000,
  sandbox_uploads: new SandboxUploads(),
  judging: new Judging(),
});
