import type { Environment } from '@standpoint/contract';

export interface FramePlace {
  org: string;
  env: Environment;
  session_id: string;
  attempt_id: string;
}
export type SessionPlace = Omit<FramePlace, 'attempt_id'>;

/** Where captured frames lie. What is given in is sealed already: a store never sees a face. */
export interface FrameStore {
  /** Durable when it returns; all frames of the attempt or none. */
  save(place: FramePlace, frames: readonly Buffer[]): Promise<void>;
  /** Null when it is not there. */
  read(place: FramePlace, index: number): Promise<Buffer | null>;
  removeAttempt(place: FramePlace): Promise<void>;
  /** Safe to repeat. */
  removeSession(place: SessionPlace): Promise<void>;
}
