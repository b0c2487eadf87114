import type { AttemptAnswer } from '@standpoint/contract';
import { CameraError } from '../camera/camera.ts';
import { awaitShown } from '../guidance/await-shown.ts';
import { frameSize } from '../guidance/framing.ts';
import type { Guidance } from '../guidance/guidance.ts';
import { type PlannedStep, planShots } from '../guidance/shot-plan.ts';
import { Answers } from '../guidance/shown.ts';
import { pause } from '../service/call.ts';
import type { Shot } from '../service/chain.ts';

/** 720p: enough for a face, small enough for a weak connection. */
const MAX_SIDE = 1_280;
const QUALITY = 0.85;
const WORSE_QUALITY = 0.6;
/** The service refuses a larger frame. */
const MAX_FRAME_BYTES = 1_500_000;

/** A person who presses "start" at once can be faster than the camera. */
const FIRST_PICTURE_MS = 8_000;

const firstPicture = async (video: HTMLVideoElement, signal: AbortSignal): Promise<void> => {
  for (let waited = 0; !video.videoWidth || video.readyState < video.HAVE_CURRENT_DATA; waited += 50) {
    if (waited >= FIRST_PICTURE_MS) throw new CameraError('camera_interrupted');
    await pause(50, signal);
  }
};

const COUNT_FROM = 3;
const COUNT_MS = 800;

/** Waits for a new picture of the camera: the service rejects two equal frames. */
const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 500);
    video.requestVideoFrameCallback?.(() => {
      clearTimeout(late);
      resolve();
    });
  });

/** A camera whose picture stays the same this many times has stopped. */
const FRESH_TRIES = 20;

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      async (blob) =>
        blob ? resolve(new Uint8Array(await blob.arrayBuffer())) : reject(new Error('no picture')),
      'image/jpeg',
      quality,
    ),
  );

export interface Progress {
  /**
   * `holding`: the position is being held and pictures are taken. `count`: seconds until the first step.
   */
  step(index: number, ratio: number, holding: boolean, count?: number): void;
  /** Sets the colour of the whole screen while the challenge asks for it. */
  colour(name: string | null): void;
}

/** How much of a step's time a slow device may use at most. */
const SLOW_MS = 2_500;
/** All steps together, out of the 90 s that an attempt lives; the upload still needs time. */
const CAPTURE_MS = 65_000;
/**
 * After this many steps in a row without any face the rest is timed, so that a page that cannot see does
 * not keep the person waiting.
 */
const BLIND_STEPS = 2;

const kindsOf = ({ parameters, steps }: AttemptAnswer['challenge']): string[] => [
  ...(Array.isArray(parameters.kinds) ? parameters.kinds.map(String) : []),
  ...steps.map(({ kind }) => kind),
];

/**
 * The inputs of a capture. `flashes`: whether this person may be shown colours. `guidance`: null if the
 * page cannot look at the pictures.
 */
interface Setting {
  video: HTMLVideoElement;
  attempt: AttemptAnswer;
  flashes: boolean;
  guidance: Guidance | null;
  progress: Progress;
}

/**
 * Takes pictures from the video in the camera's own orientation, not mirrored, and never the same picture
 * twice.
 */
const openShutter = (video: HTMLVideoElement, signal: AbortSignal) => {
  const size = frameSize({ width: video.videoWidth, height: video.videoHeight }, MAX_SIDE);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d')!;
  const began = performance.now();
  const shots: Shot[] = [];
  let slowest_ms = 0;
  const shoot = async (step: string): Promise<void> => {
    const asked = performance.now();
    for (let tries = 0; tries < FRESH_TRIES; tries++) {
      await nextPicture(video);
      signal.throwIfAborted();
      context.drawImage(video, 0, 0, size.width, size.height);
      const t_ms = Math.round((performance.now() - began) * 10) / 10;
      let bytes = await encode(canvas, QUALITY);
      if (bytes.length > MAX_FRAME_BYTES) bytes = await encode(canvas, WORSE_QUALITY);
      if (shots.some((shot) => isEqual(shot.bytes, bytes))) continue;
      slowest_ms = Math.max(slowest_ms, performance.now() - asked);
      return void shots.push({ bytes, t_ms, step });
    }
    throw new CameraError('camera_interrupted');
  };
  return { shots, shoot, elapsed: () => performance.now() - began, slowest: () => slowest_ms };
};

interface Reacting extends Setting {
  shutter: ReturnType<typeof openShutter>;
  answers: Answers;
  /** Number of the challenge's planned steps. */
  total: number;
}

/**
 * Leads the person through each step up to the moment of its first picture. The returned function resolves
 * to whether a clock decided that moment.
 */
const openReaction = ({ guidance, progress, shutter, answers, total }: Reacting, signal: AbortSignal) => {
  let blind = 0;
  return async (step: PlannedStep, place: number): Promise<boolean> => {
    const tell = (holding: boolean) =>
      progress.step(step.index, (place + (holding ? 0.5 : 0)) / total, holding);
    tell(false);
    if (!guidance?.isLive() || blind >= BLIND_STEPS) {
      await pause(step.react_ms, signal);
      tell(true);
      await pause(step.shots_ms[0] ?? 0, signal);
      return true;
    }
    const left = (CAPTURE_MS - shutter.elapsed()) / (total - place);
    const asked = performance.now();
    // The window runs from the previous picture: encoding that picture has already used some of it, and a
    // slow device needs time for its own encoding.
    const gone = shutter.elapsed() - (shutter.shots.at(-1)?.t_ms ?? 0);
    const window_ms = step.window_ms - gone - Math.min(2 * shutter.slowest(), SLOW_MS);
    const outcome = await awaitShown(guidance, answers, { ...step, window_ms }, left, tell, signal);
    blind = outcome.face ? 0 : blind + 1;
    tell(true);
    // Guidance was lost on the way, before the person could have answered.
    const early = step.react_ms + (step.shots_ms[0] ?? 0) - (performance.now() - asked);
    if (!outcome.shown && early > 0) await pause(early, signal);
    answers.took(step.kind, outcome.facts);
    return false;
  };
};

const countDown = async (progress: Progress, signal: AbortSignal): Promise<void> => {
  for (let count = COUNT_FROM; count > 0; count--) {
    progress.step(-1, 0, false, count);
    await pause(COUNT_MS, signal);
  }
};

/**
 * Runs the challenge in front of the camera and takes its pictures: in each step as soon as it is answered,
 * or, without guidance, when the step's time has come. The service judges both in the same way. Rejects
 * when the signal aborts or the camera delivers no picture.
 */
export const record = async (setting: Setting, signal: AbortSignal): Promise<Shot[]> => {
  const { video, attempt, flashes, progress } = setting;
  const steps = planShots(attempt.challenge, attempt.upload.frames, flashes);
  await firstPicture(video, signal);
  await countDown(progress, signal);
  const answers = new Answers(kindsOf(attempt.challenge));
  const shutter = openShutter(video, signal);
  const react = openReaction({ ...setting, shutter, answers, total: steps.length }, signal);
  try {
    for (const [place, step] of steps.entries()) {
      progress.colour(step.colour);
      const timed = await react(step, place);
      // The hold began before its first picture.
      const held = performance.now() - (step.shots_ms[0] ?? 0);
      for (const at of step.shots_ms) {
        await pause(Math.max(0, at - (performance.now() - held)), signal);
        await shutter.shoot(step.id);
      }
      if (timed) await pause(Math.max(0, step.hold_ms - (performance.now() - held)), signal);
    }
  } finally {
    progress.colour(null);
  }
  signal.throwIfAborted();
  return shutter.shots;
};
