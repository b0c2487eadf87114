import type { AttemptAnswer } from '@standpoint/contract';
import { STEP_SLACK_MS } from '@standpoint/contract/face/step-slack';
import { CameraError } from '../camera/camera.ts';
import { awaitShown } from '../guidance/await-shown.ts';
import type { Guidance } from '../guidance/guidance.ts';
import { type PlannedStep, planShots } from '../guidance/shot-plan.ts';
import { Answers } from '../guidance/shown.ts';
import { ApiError, pause } from '../service/call.ts';
import type { RecordedClip, Shot } from '../service/chain.ts';
import { openClip } from './clip.ts';
import { lightIn, showLight } from './light.ts';
import { openShutter, type Shutter } from './shutter.ts';

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

export interface Progress {
  /**
   * `holding`: the position is being held and pictures are taken. `count`: seconds until the first step.
   */
  step(index: number, ratio: number, holding: boolean, count?: number): void;
  /** Sets the colour of the whole screen while the light is shown. */
  colour(colour: string | null): void;
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

/** The inputs of a capture. `guidance`: null if the page cannot look at the pictures. */
interface Setting {
  video: HTMLVideoElement;
  attempt: AttemptAnswer;
  guidance: Guidance | null;
  progress: Progress;
  /** Does something while the page does not look at pictures, so that both do not compete for the device. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the camera for fewer and smaller pictures, which cost a slow device less. */
  relieve(): Promise<void>;
}

interface Running extends Setting {
  steps: readonly PlannedStep[];
  shutter: Shutter;
  answers: Answers;
  /** `performance.now()` when all pictures have to be taken. */
  until: number;
}

/**
 * Leads the person through each step up to the moment of its first picture. The returned function resolves
 * to whether a clock decided that moment.
 */
const openReaction = (running: Running, signal: AbortSignal) => {
  const { guidance, progress, shutter, answers, until } = running;
  const total = running.attempt.challenge.steps.length;
  let blind = 0;
  return async (step: PlannedStep): Promise<boolean> => {
    const tell = (holding: boolean) =>
      progress.step(step.index, (step.index + (holding ? 0.5 : 0)) / total, holding);
    tell(false);
    if (!guidance?.isLive() || blind >= BLIND_STEPS) {
      await pause(step.react_ms, signal);
      tell(true);
      await pause(step.shots_ms[0] ?? 0, signal);
      return true;
    }
    const left = (until - performance.now()) / (total - step.index);
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
 * Takes the picture of a step. Returns whether it came in time, by the service's own rule
 * (`face/capture/manifest.ts`).
 */
const shoot = async ({ shutter, undisturbed }: Running, step: PlannedStep): Promise<boolean> => {
  const before = shutter.shots.at(-1)?.t_ms;
  const patience = before === undefined ? FIRST_PICTURE_MS : step.window_ms + STEP_SLACK_MS;
  const latest = (before ?? shutter.elapsed()) + patience;
  return undisturbed(() => shutter.shoot(step.id, latest));
};

/** What was taken: a frame for each step, and the clip if the challenge has light. */
export interface Recorded {
  shots: readonly Shot[];
  clip?: RecordedClip;
}

/** Asks the steps once. Returns whether each picture came in time. */
const runChallenge = async (running: Running, signal: AbortSignal): Promise<boolean> => {
  const react = openReaction(running, signal);
  for (const step of running.steps) {
    const timed = await react(step);
    // The hold began before its first picture.
    const held = performance.now() - (step.shots_ms[0] ?? 0);
    for (const at of step.shots_ms) {
      await pause(Math.max(0, at - (performance.now() - held)), signal);
      if (!(await shoot(running, step))) return false;
    }
    if (timed) await pause(Math.max(0, step.hold_ms - (performance.now() - held)), signal);
  }
  return true;
};

/** The clip begins this long before the last frame: one of its pictures shows the same moment. */
const BEFORE_MS = 400;

/**
 * Asks all steps and then shows the light, recording the clip from the last step on. Null when a picture came
 * too late. The light is shown once more if the face was not there all the time.
 */
const runAll = async (running: Running, signal: AbortSignal): Promise<Recorded | null> => {
  const { attempt, video, shutter, steps, guidance, progress } = running;
  const light = lightIn(attempt.challenge.parameters);
  const last = steps.at(-1);
  if (!light || !last) return (await runChallenge(running, signal)) ? { shots: shutter.shots } : null;
  const before = { ...running, steps: steps.slice(0, -1) };
  if (!(await runChallenge(before, signal))) return null;
  const most_bytes = attempt.upload.clip?.max_bytes ?? Number.POSITIVE_INFINITY;
  const clip = openClip(video, shutter.elapsed, signal, most_bytes);
  try {
    if (!(await runChallenge({ ...running, steps: [last] }, signal))) return null;
    const lamp = { colour: progress.colour, elapsed: shutter.elapsed, guidance };
    const first = await showLight(light, lamp, signal);
    const { times } = first.seen ? first : await showLight(light, lamp, signal);
    progress.step(last.index, 1, true);
    const pictures = await clip.stop(shutter.shots.at(-1)!.t_ms - BEFORE_MS);
    return { shots: shutter.shots, clip: { pictures, light: times } };
  } finally {
    clip.drop();
  }
};

/** The shortest time of a whole challenge, with the count before it. */
const shortestOf = (steps: readonly PlannedStep[]): number =>
  steps.reduce((sum, { react_ms, hold_ms }) => sum + react_ms + hold_ms, COUNT_FROM * COUNT_MS);

/**
 * Runs the challenge in front of the camera and takes its pictures: in each step as soon as it is answered,
 * or, without guidance, when the step's time has come. The service judges both in the same way. When a
 * picture is too late for the service, the challenge is asked again from its first step, because each window
 * counts from the picture before; when there is no time for that, the attempt is over. Rejects when the
 * signal aborts or the camera delivers no picture.
 */
export const record = async (setting: Setting, signal: AbortSignal): Promise<Recorded> => {
  const { video, attempt, progress } = setting;
  const steps = planShots(attempt.challenge, attempt.upload.frames);
  const until = performance.now() + CAPTURE_MS;
  await firstPicture(video, signal);
  let [relieved, taken]: [boolean, readonly Shot[]] = [false, []];
  for (;;) {
    await countDown(progress, signal);
    const answers = new Answers(kindsOf(attempt.challenge));
    const shutter = await openShutter(video, signal, taken);
    const recorded = await runAll({ ...setting, steps, shutter, answers, until }, signal);
    signal.throwIfAborted();
    if (recorded) return recorded;
    // Not even smaller pictures come: that camera has stopped.
    if (relieved && shutter.shots.length === 0) throw new CameraError('camera_interrupted');
    if (performance.now() + shortestOf(steps) > until) throw new ApiError('attempt_expired');
    taken = [...taken, ...shutter.shots];
    await setting.relieve();
    relieved = true;
  }
};
