import type { Environment } from '@standpoint/contract';

export interface FramePlace {
  org: string;
  env: Environment;
  session_id: string;
  attempt_id: string;
}
export type SessionPlace = Omit<FramePlace, 'attempt_id'>;

/** The store of captured frames. Frames are sealed before they get here, so a store never sees a face. */
export interface FrameStore {
  /** Durable when it returns. Saves all frames of the attempt or none. */
  save(place: FramePlace, frames: readonly Buffer[]): Promise<void>;
  /** Null when it is not there. */
  read(place: FramePlace, index: number): Promise<Buffer | null>;
  removeAttempt(place: FramePlace): Promise<void>;
  /** Safe to repeat. */
  removeSession(place: SessionPlace): Promise<void>;
}
