import type { StandpointError } from '../errors.ts';
import type { ChildMessage, FaceResult, FeatureState } from './bridge.ts';

const STEPS = ['consent', 'permission', 'capture', 'uploading', 'processing', 'done'] as const;
export type FaceStep = (typeof STEPS)[number];

export interface FaceEvents {
  ready: Record<never, never>;
  started: { session_id: string };
  step: { name: FaceStep; index: number; total: number };
  permission: { feature: 'camera'; state: FeatureState; cause?: string };
  handoff: Omit<Extract<ChildMessage, { type: 'handoff' }>, 'type'>;
  /** Progress of the capture, 0 to 1. */
  progress: { ratio: number };
  token: { state: 'expiring' | 'renewed' | 'expired' };
  /** Height of the content in CSS pixels. */
  resize: { height: number };
  reload_required: { reason: 'ios_camera_denied' };
  submitted: { session_id: string };
  complete: FaceResult;
  cancel: { step: string };
  error: StandpointError;
}

export type FaceOutcome = { outcome: 'complete'; value: FaceResult } | { outcome: 'cancel'; step: string };
export type FaceState = 'idle' | 'loading' | 'open' | 'processing' | 'complete' | 'cancelled' | 'failed';

export interface Subscribe {
  /** Returns the function that stops listening. */
  <K extends keyof FaceEvents>(event: K, listener: (value: FaceEvents[K]) => void): () => void;
  (event: '*', listener: (name: keyof FaceEvents, value: FaceEvents[keyof FaceEvents]) => void): () => void;
}

/** The state of one face check. Only its first ending counts. */
export interface FaceTrack {
  state: FaceState;
  /** The last step, or `loading`. */
  step: string;
  readonly result: Promise<FaceOutcome>;
  readonly ended: () => boolean;
  emit<K extends keyof FaceEvents>(name: K, value: FaceEvents[K]): void;
  at(step: FaceStep): void;
  complete(value: FaceResult): void;
  cancel(step: string): void;
  fail(error: StandpointError): void;
  on: Subscribe;
  mute(): void;
}

type Listener = (...values: unknown[]) => void;

export const trackFace = (log: (message: string) => void): FaceTrack => {
  const listeners = new Set<[event: string, listener: Listener]>();
  let ended = false;
  let resolve!: (outcome: FaceOutcome) => void;
  let reject!: (error: StandpointError) => void;
  const result = new Promise<FaceOutcome>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A page that only listens to events must not get an unhandled rejection.
  result.catch(() => {});
  const end = (state: FaceState, tell: () => void) => {
    if (ended) return;
    ended = true;
    track.state = state;
    tell();
  };

  const track: FaceTrack = {
    state: 'idle',
    step: 'loading',
    result,
    ended: () => ended,
    emit: (name, value) => {
      log(`face: ${name}`);
      for (const [event, listener] of [...listeners]) {
        if (event === name) listener(value);
        else if (event === '*') listener(name, value);
      }
    },
    at: (name) => {
      if (track.step === name) return;
      track.step = name;
      track.emit('step', { name, index: STEPS.indexOf(name), total: STEPS.length });
    },
    complete: (value) =>
      end('complete', () => {
        resolve({ outcome: 'complete', value });
        track.at('done');
        track.emit('complete', value);
      }),
    cancel: (step) =>
      end('cancelled', () => {
        resolve({ outcome: 'cancel', step });
        track.emit('cancel', { step });
      }),
    fail: (error) =>
      end('failed', () => {
        reject(error);
        track.emit('error', error);
      }),
    on: (event: string, listener: (...values: never[]) => void) => {
      const entry: [string, Listener] = [event, listener as Listener];
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    mute: () => listeners.clear(),
  };
  return track;
};
