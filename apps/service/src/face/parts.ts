import type { Deps } from '../deps.ts';
import { fileFrames } from '../frames/file-store.ts';
import type { FrameStore } from '../frames/store.ts';
import { SeenProofs } from '../handoff/proof.ts';
import { StatusWaiters } from '../handoff/status-waiters.ts';
import { SandboxUploads } from './capture/sandbox-uploads.ts';
import { cryptoDraw, type Draw } from './challenge/challenge.ts';
import { Misses } from './handoff/misses.ts';
import { type FaceRunner, noRunner } from './runner/runner.ts';
import type { Vision } from './vision/vision.ts';

/** What area B keeps beside the service's own dependencies, one set per service. */
export interface FaceParts {
  runner: FaceRunner;
  /** The models; null where none are installed. */
  vision: Vision | null;
  frames: FrameStore;
  /** Chance behind challenges and numbers; only tests put another in its place. */
  draw: Draw;
  /** A decision that comes within this time is in submit's answer; a later one is seen in the status. */
  answer_within_ms: number;
  proofs: SeenProofs;
  waiters: StatusWaiters;
  misses: Misses;
  sandbox_uploads: SandboxUploads;
}

const made = new WeakMap<Deps, FaceParts>();

export function partsOf(deps: Deps): FaceParts {
  let parts = made.get(deps);
  if (!parts) {
    parts = {
      runner: noRunner,
      vision: null,
      frames: fileFrames(deps.config.data_dir),
      draw: cryptoDraw,
      answer_within_ms: 5_000,
      proofs: new SeenProofs(),
      waiters: new StatusWaiters(deps.notices, 'standpoint_face'),
      misses: new Misses(deps.log),
      sandbox_uploads: new SandboxUploads(),
    };
    made.set(deps, parts);
  }
  return parts;
}

/** Installs a runner; tests also replace chance. */
export function replaceParts(
  deps: Deps,
  change: Partial<Pick<FaceParts, 'runner' | 'vision' | 'frames' | 'draw' | 'answer_within_ms'>>,
): void {
  Object.assign(partsOf(deps), change);
}

/** Answers everyone who waits for news, so that the service can stop at once. */
export const releaseWaiting = (deps: Deps): void => partsOf(deps).waiters.release();
