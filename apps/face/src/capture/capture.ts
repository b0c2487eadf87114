import type { AttemptAnswer } from '@standpoint/contract';
import { STEP_SLACK_MS } from '@standpoint/contract/face/step-slack';
import { CameraError } from '../camera/camera.ts';
import { awaitShown } from '../guidance/await-shown.ts';
import type { Guidance } from '../guidance/guidance.ts';
import { type PlannedStep, planShots } from '../guidance/shot-plan.ts';
import { Answers } from '../guidance/shown.ts';
import { ApiError, pause } from '../service/call.ts';
import type { Shot } from '../service/chain.ts';
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
  const total = running.steps.length;
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
    const left = (until - performance.now()) / (total - place);
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

/** Asks all steps once. Returns whether each picture came in time. */
const runChallenge = async (running: Running, signal: AbortSignal): Promise<boolean> => {
  const { steps, progress } = running;
  const react = openReaction(running, signal);
  try {
    for (const [place, step] of steps.entries()) {
      progress.colour(step.colour);
      const timed = await react(step, place);
      // The hold began before its first picture.
      const held = performance.now() - (step.shots_ms[0] ?? 0);
      for (const at of step.shots_ms) {
        await pause(Math.max(0, at - (performance.now() - held)), signal);
        if (!(await shoot(running, step))) return false;
      }
      if (timed) await pause(Math.max(0, step.hold_ms - (performance.now() - held)), signal);
    }
    return true;
  } finally {
    progress.colour(null);
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
export const record = async (setting: Setting, signal: AbortSignal): Promise<readonly Shot[]> => {
  const { video, attempt, flashes, progress } = setting;
  const steps = planShots(attempt.challenge, attempt.upload.frames, flashes);
  const until = performance.now() + CAPTURE_MS;
  await firstPicture(video, signal);
  let [relieved, taken]: [boolean, readonly Shot[]] = [false, []];
  for (;;) {
    await countDown(progress, signal);
    const answers = new Answers(kindsOf(attempt.challenge));
    const shutter = await openShutter(video, signal, taken);
    const inTime = await runChallenge({ ...setting, steps, shutter, answers, until }, signal);
    signal.throwIfAborted();
    if (inTime) return shutter.shots;
    // Not even smaller pictures come: that camera has stopped.
    if (relieved && shutter.shots.length === 0) throw new CameraError('camera_interrupted');
    if (performance.now() + shortestOf(steps) > until) throw new ApiError('attempt_expired');
    taken = [...taken, ...shutter.shots];
    await setting.relieve();
    relieved = true;
  }
};
