import type { AttemptAnswer } from '@standpoint/contract';
import { CLIP } from '@standpoint/contract/face/clip';
import { CameraError } from '../camera/camera.ts';
import { freeze } from '../camera/freeze.ts';
import { record } from '../capture/capture.ts';
import { type Exposure, isBrightRoom } from '../capture/room.ts';
import { trackFacts, watchPictures } from '../capture/track.ts';
import { problemOf } from '../flow/problems.ts';
import type { Alternative, Effect, State } from '../flow/state.ts';
import { declinesColours, isCalm } from '../page/calm.ts';
import { ApiError } from '../service/call.ts';
import { makeManifest } from '../service/chain.ts';
import type { World } from './world.ts';

type Of<E extends Effect['do']> = Extract<Effect, { do: E }>;

/**
 * Stays the same until an attempt is submitted: after a lost answer, after a reload and in a new tab. If
 * the person has chosen another way since then, the old challenge is not reused. A challenge with light that the
 * person leaves is replaced by the service, under the same id.
 */
const attemptId = (world: World): string => {
  const { role, session, alternative } = world.state();
  return `${role}-${session?.attempts_used ?? 0}${alternative ? `-${alternative}` : ''}`;
};

/** The kind of challenge that the person chose; null if the workflow does not offer it. Pure. */
export const wishOf = ({
  alternative,
  workflow,
}: Pick<State, 'alternative' | 'workflow'>): Alternative | null =>
  alternative && workflow?.alternatives.includes(alternative) ? alternative : null;

/**
 * Whether the person may be shown light, or why not. A person who asked for no colours or for less motion sees
 * none, even if the workflow does not offer a challenge without them. Pure.
 */
export const lightFor = (
  person: Pick<State, 'alternative' | 'no_colours'> & { calm: boolean },
  bright: boolean,
  settings: Pick<MediaTrackSettings, 'frameRate'> & Exposure,
): 'ready' | 'too_bright' | 'declined' | 'unable' => {
  if (declinesColours(person, person.calm)) return 'declined';
  if (bright || isBrightRoom(settings)) return 'too_bright';
  return (settings.frameRate ?? CLIP.least_per_s) < CLIP.least_per_s ? 'unable' : 'ready';
};

const openAttempt = async (world: World, signal: AbortSignal): Promise<AttemptAnswer> => {
  const alternative = wishOf(world.state());
  const person = { ...world.state(), calm: isCalm() };
  const settings = world.camera?.track.getSettings() ?? {};
  // Light that did not serve once, on a slow device or in a bright room, is not tried again.
  const light = world.lit ? 'unable' : lightFor(person, !!world.guidance?.isBright(), settings);
  const body = { client_attempt_id: attemptId(world), light, ...(alternative && { alternative }) };
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
  const looking = world.guidance;
  const undisturbed = <T>(work: () => Promise<T>): Promise<T> =>
    looking ? looking.undisturbed(work) : work();
  const setting = { video, attempt, guidance, progress, undisturbed, relieve: () => relieve(track) };
  const { shots, clip } = await record(setting, signal).finally(pictures.stop);
  const about = { track: await trackFacts(track, pictures.facts()), client_time: began };
  const manifest = await makeManifest(attempt, shots, about, clip);
  const parts = new FormData();
  parts.append('manifest', JSON.stringify(manifest));
  for (const [i, { bytes }] of shots.entries()) {
    parts.append(`frame_${i}`, new Blob([bytes as BlobPart], { type: 'image/jpeg' }), `frame_${i}.jpg`);
  }
  if (clip) parts.append('clip', new Blob(clip.pictures.map(({ bytes }) => bytes as BlobPart)), 'clip');
  world.capture = { attempt_id: attempt.attempt_id, parts };
  world.lit ||= clip !== undefined;
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
