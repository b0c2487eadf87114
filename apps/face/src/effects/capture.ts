import type { AttemptAnswer } from '@standpoint/contract';
import { CameraError } from '../camera/camera.ts';
import { freeze } from '../camera/freeze.ts';
import { record } from '../capture/capture.ts';
import { trackFacts, watchPictures } from '../capture/track.ts';
import { problemOf } from '../flow/problems.ts';
import type { Alternative, Effect, State } from '../flow/state.ts';
import { ApiError } from '../service/call.ts';
import { makeManifest } from '../service/chain.ts';
import type { World } from './world.ts';

type Of<E extends Effect['do']> = Extract<Effect, { do: E }>;

/**
 * Stays the same until an attempt is submitted: after a lost answer, after a reload and in a new tab. If
 * the person has chosen another way since then, the old challenge is not reused.
 */
const attemptId = (world: World): string => {
  const { role, session, alternative } = world.state();
  return `${role}-${session?.attempts_used ?? 0}${alternative ? `-${alternative}` : ''}`;
};

/**
 * The kind of challenge to ask for: the person's choice, else one without colours if the surroundings are
 * so bright that a screen's colours do not show on a face. Null if the workflow does not offer it. Pure.
 */
export const wishOf = (
  { alternative, workflow }: Pick<State, 'alternative' | 'workflow'>,
  bright: boolean,
): Alternative | null => {
  const wish = alternative ?? (bright ? 'no_flash' : null);
  return wish && workflow?.alternatives.includes(wish) ? wish : null;
};

const openAttempt = async (world: World, signal: AbortSignal): Promise<AttemptAnswer> => {
  const alternative = wishOf(world.state(), !!world.guidance?.isBright());
  const body = { client_attempt_id: attemptId(world), ...(alternative && { alternative }) };
  return world.api.openAttempt(body, signal);
};

/** 640 × 480 pixels are enough for a face, and 15 pictures a second for its movements. */
const relieve = (track: MediaStreamTrack): Promise<void> =>
  track
    .applyConstraints({
      ...track.getConstraints(),
      width: { ideal: 640 },
      height: { ideal: 480 },
      frameRate: { ideal: 15 },
    })
    .catch(() => {});

const takePictures = async (world: World, attempt: AttemptAnswer, signal: AbortSignal): Promise<void> => {
  if (!world.video || !world.camera) throw new CameraError('camera_interrupted');
  const began = new Date().toISOString();
  const { track } = world.camera;
  const pictures = watchPictures(world.video);
  const progress = {
    step: (step: number, ratio: number, holding: boolean, count = 0) =>
      world.dispatch({ type: 'step', step, ratio, holding, count }),
    colour: world.colour,
  };
  const { video } = world;
  const { livemode } = world.state().session ?? {};
  // In test mode the person does not have to sit in front of the camera: the customer's id decides the
  // outcome, so the page waits for no face.
  const guidance = livemode === false && !world.guidance?.facts()?.face ? null : world.guidance;
  // Even if the workflow does not offer a challenge without flashes, a person who asked for none sees none.
  // The same holds where the colours would not show on the face.
  const flashes = world.state().alternative !== 'no_flash' && !guidance?.isBright();
  const looking = world.guidance;
  const undisturbed = <T>(work: () => Promise<T>): Promise<T> =>
    looking ? looking.undisturbed(work) : work();
  const setting = { video, attempt, flashes, guidance, progress, undisturbed, relieve: () => relieve(track) };
  const shots = await record(setting, signal).finally(pictures.stop);
  const manifest = await makeManifest(attempt, shots, {
    track: await trackFacts(track, pictures.facts()),
    client_time: began,
    ...(attempt.challenge.parameters.colours ? { hints: [{ colours_shown: flashes }] } : {}),
  });
  const parts = new FormData();
  parts.append('manifest', JSON.stringify(manifest));
  for (const [i, { bytes }] of shots.entries()) {
    parts.append(`frame_${i}`, new Blob([bytes as BlobPart], { type: 'image/jpeg' }), `frame_${i}.jpg`);
  }
  world.capture = { attempt_id: attempt.attempt_id, parts };
  signal.throwIfAborted();
  world.frozen.value = freeze(video);
  world.dispatch({ type: 'captured' });
};

const forgetAttempt = (world: World): void => {
  world.capture = null;
};

/** Refusals after which the same attempt cannot be submitted again. */
const SPENT = ['attempt_expired', 'challenge_mismatch', 'image_unusable', 'not_found', 'attempts_exhausted'];

const submit = async (world: World, signal: AbortSignal): Promise<void> => {
  const { capture } = world;
  // The reload lost the pictures, so the attempt starts again.
  if (!capture) return world.dispatch({ type: 'failed', problem: 'camera_interrupted' });
  try {
    const { attempt_id, parts } = capture;
    const onProgress = (ratio: number) => world.dispatch({ type: 'progress', ratio });
    const session = await world.api.submit(attempt_id, parts, signal, onProgress);
    world.dispatch({ type: 'submitted', session });
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    if (SPENT.includes(error.code)) forgetAttempt(world);
    const lost = error.code === 'connection_lost' || error.code === 'unavailable';
    world.dispatch({ type: 'failed', problem: lost ? 'upload_lost' : problemOf(error.code) });
  }
};

/** Effects from the challenge to the uploaded pictures. */
export const CAPTURE_EFFECTS = {
  open_attempt: async (world: World, _effect: Of<'open_attempt'>, signal: AbortSignal): Promise<void> => {
    const attempt = await openAttempt(world, signal).catch((error) => {
      // The attempt from before the reload has expired: ask once for a new one.
      if (
        !(error instanceof ApiError) ||
        !SPENT.includes(error.code) ||
        error.code === 'attempts_exhausted'
      ) {
        throw error;
      }
      forgetAttempt(world);
      return openAttempt(world, signal);
    });
    world.dispatch({ type: 'attempt', attempt });
  },
  record: (world: World, { attempt }: Of<'record'>, signal: AbortSignal): Promise<void> =>
    takePictures(world, attempt, signal),
  submit: (world: World, _effect: Of<'submit'>, signal: AbortSignal): Promise<void> => submit(world, signal),
  forget_attempt: async (world: World): Promise<void> => forgetAttempt(world),
};
