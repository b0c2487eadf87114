import type { OpticalCodeAnswer } from '@standpoint/contract';
import { CameraError, openRearCamera } from '../camera/camera.ts';
import type { Effect } from '../flow/state.ts';
import { ApiError, pause } from '../service/call.ts';
import { untilHeard } from './insist.ts';
import type { World } from './world.ts';

type Of<E extends Effect['do']> = Extract<Effect, { do: E }>;

/** Wait after a code that did not arrive, and the shortest wait whatever the clocks say. */
const AFTER_LOSS_MS = 500;
const LEAST_MS = 50;
/** A code that has not been replaced for this long would only make the phone look far away. */
const STALE_MS = 2_000;
/** Asking this much later makes sure that the next code is there. */
const SURELY_MS = 15;
/** Sightings in flight. A sighting above this limit is dropped, because a newer code is worth more. */
const AT_ONCE = 4;

/**
 * Shows each code at its time. The code's start is measured from the request, so that network delay is not
 * counted twice.
 */
const showCodes = async (world: World, signal: AbortSignal): Promise<void> => {
  let shown_at = 0;
  while (!signal.aborted) {
    const asked = performance.now();
    const answer = await world.api.opticalCode(signal).catch((error: unknown) => error);
    if (signal.aborted) return;
    if (answer instanceof Error) {
      // The status tells when pairing is no longer wanted. After any other error the page asks again.
      if (answer instanceof ApiError && answer.code === 'handoff_not_found') return;
      if (performance.now() - shown_at > STALE_MS) world.dispatch({ type: 'moving_code', code: undefined });
      const wait_s = answer instanceof ApiError ? answer.retry_after_s : 0;
      await pause(Math.max(AFTER_LOSS_MS, wait_s * 1_000), signal);
      continue;
    }
    const { code, next_ms } = answer as OpticalCodeAnswer;
    world.dispatch({ type: 'moving_code', code });
    shown_at = performance.now();
    await pause(Math.max(asked + next_ms + SURELY_MS - performance.now(), LEAST_MS), signal);
  }
};

/**
 * Reports a sighting, and dispatches the service's count. Only the service judges: a refused or lost
 * sighting changes nothing, and the status reports the end.
 */
const tellSighting = async (world: World, code: string, signal: AbortSignal): Promise<void> => {
  const answer = await world.api.opticalSighting({ code }, signal).catch(() => null);
  if (!answer || signal.aborted) return;
  world.dispatch({ type: 'pairing_seen', seen: answer.seen });
  if (answer.session.handoff.optical !== 'wanted')
    world.dispatch({ type: 'session', session: answer.session });
};

const readUntilAborted = async (world: World, signal: AbortSignal): Promise<void> => {
  // The reader is requested only now that the camera is on.
  const [{ readCodes }, { openReader }] = await Promise.all([
    import('../pairing/read.ts'),
    import('../pairing/reader.ts'),
  ]);
  const reader = await openReader();
  let under_way = 0;
  const found = async (code: string): Promise<void> => {
    if (under_way >= AT_ONCE) return;
    under_way++;
    await tellSighting(world, code, signal);
    under_way--;
  };
  await readCodes(
    () => world.video,
    reader,
    (code) => void found(code),
    signal,
  );
};

/** Effects of optical pairing on both devices. The rear camera's pictures go only to the reader. */
export const PAIRING_EFFECTS = {
  show_pairing: (world: World, _effect: Of<'show_pairing'>, signal: AbortSignal): Promise<void> =>
    showCodes(world, signal),
  open_pairing: async (world: World, _effect: Of<'open_pairing'>, signal: AbortSignal): Promise<void> => {
    try {
      const camera = await openRearCamera(signal, () => world.dispatch({ type: 'paused' }));
      if (signal.aborted) return camera.close();
      world.camera = camera;
      world.dispatch({ type: 'pairing_on' });
    } catch (error) {
      if (signal.aborted || !(error instanceof CameraError)) throw error;
      world.dispatch({ type: 'pairing_blind', problem: error.problem });
    }
  },
  read_codes: async (world: World, _effect: Of<'read_codes'>, signal: AbortSignal): Promise<void> => {
    try {
      await readUntilAborted(world, signal);
    } catch (error) {
      // The code reader could not be loaded, or does not work in this browser.
      if (!signal.aborted) world.dispatch({ type: 'pairing_blind', problem: 'connection_lost' });
      else throw error;
    }
  },
  skip_pairing: async (world: World): Promise<void> => {
    world.saved.write({ unpaired: true });
    await untilHeard(() => world.api.skipPairing());
  },
};
