import { readFile } from 'node:fs/promises';
import { newChallenge } from '../../apps/service/src/face/challenge/challenge.ts';
import { settingsOf } from '../../apps/service/src/face/portal/workflow.ts';
import { type Random, seeded } from '../borders/random.ts';
import { type Capture, captureOf, type Filmed, type Shot } from './capture.ts';
import { type Clip, frameAt } from './clips/clips.ts';
import { findSegment, shuffled } from './clips/segments.ts';
import { trackFacts } from './clips/tracks.ts';
import type { Outcome } from './outcome.ts';
import type { FaceLab } from './service.ts';
import type { OpenAttempt, Tenant } from './tenant.ts';
import { type Way, workflowFor } from './ways.ts';

/** The service, clips and random generator for presentations. */
export interface Stage {
  lab: FaceLab;
  clips: readonly Clip[];
}

/** A challenge of the service's own generator, and the draws that produce it again. */
export interface Drawn {
  way: Way;
  kinds: string[];
  draws: number[];
}

export function drawChallenge(way: Way, random: Random): Drawn {
  const { liveness } = settingsOf(workflowFor(way));
  const draws: number[] = [];
  const { challenge } = newChallenge(liveness, { alternative: way.alternative, light: way.light }, (n) => {
    const next = Math.floor(random.uniform() * n);
    draws.push(next);
    return next;
  });
  return { way, kinds: challenge.steps.map(({ kind }) => kind), draws };
}

const MOST_DRAWS = 30_000;

/** Draws until a challenge fits. */
export function drawUntil<T>(
  way: Way,
  random: Random,
  suits: (kinds: readonly string[]) => T | null,
): Drawn & { found: T } {
  for (let i = 0; i < MOST_DRAWS; i++) {
    const drawn = drawChallenge(way, random);
    const found = suits(drawn.kinds);
    if (found !== null) return { ...drawn, found };
  }
  throw new NoSegment(`no challenge of the way ${way.name} has a segment in these clips`);
}
export class NoSegment extends Error {}

/** An answer to a challenge. */
export interface Answer {
  shots: Shot[];
  clip: Clip;
}

/** Chooses each person equally often, however long their clips are. */
export function someClip(clips: readonly Clip[], random: Random): Clip {
  const people = [...new Set(clips.map(({ person }) => person))];
  const person = people[Math.floor(random.uniform() * people.length)]!;
  const theirs = clips.filter((clip) => clip.person === person);
  return theirs[Math.floor(random.uniform() * theirs.length)]!;
}

/** Milliseconds from the opening of the attempt to its first frame. */
const FIRST_MS = 1_200;

/** The ways of which no segment of a clip answers any challenge. Clips of two people may have the same name. */
const useless = new WeakMap<Clip, Set<string>>();

/**
 * An honest person: a challenge that a segment of one clip answers, and the frames of that segment at their
 * own pace.
 */
export async function honest(stage: Stage, way: Way, random: Random): Promise<Drawn & Answer> {
  for (const clip of [someClip(stage.clips, random), ...shuffled(stage.clips, random)]) {
    const vain = useless.get(clip) ?? new Set();
    useless.set(clip, vain);
    // Each search has its own generator, so a failed search does not change the next ones, cached or not.
    const chance = seeded(Math.floor(random.uniform() * 2 ** 32));
    if (vain.has(way.name)) continue;
    try {
      const { found, ...drawn } = drawUntil(way, chance, (kinds) => findSegment(clip.events, kinds, chance));
      return { ...drawn, clip, shots: await shotsAt(clip, found) };
    } catch (error) {
      if (!(error instanceof NoSegment)) throw error;
      vain.add(way.name);
    }
  }
  throw new NoSegment(`no clip answers any challenge of the way ${way.name}`);
}

/** Frames of a clip, each at its own time. */
async function shotsAt(clip: Clip, moments: readonly number[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const moment of moments) {
    const { file, t_ms } = frameAt(clip, onGrid(clip, moment));
    shots.push({ jpeg: await readFile(file), t_ms });
  }
  const start = shots[0]!.t_ms - FIRST_MS;
  return shots.map(({ jpeg, t_ms }) => ({ jpeg, t_ms: t_ms - start }));
}

/**
 * Presentations take their frames from this grid, so that the models analyse each frame once per run. The
 * grid is finer than the smallest gap, so no two moments of one segment share a frame.
 */
const GRID_MS = 300;
const isInside = ({ events }: Clip, t_ms: number, moment: number): boolean =>
  events.some(({ start_ms, end_ms }) => [t_ms, moment].every((at) => at >= start_ms && at <= end_ms));

function onGrid(clip: Clip, moment: number): number {
  const near = Math.round(moment / GRID_MS) * GRID_MS;
  return isInside(clip, near, moment) ? near : moment;
}

/**
 * A frame of each kind from anywhere in a clip, as an attacker has them who collected recordings. null if a
 * kind is missing.
 */
export async function collected(
  clip: Clip,
  kinds: readonly string[],
  random: Random,
): Promise<Buffer[] | null> {
  const used = new Set<string>();
  const frames: Buffer[] = [];
  for (const kind of kinds) {
    const all = clip.events
      .filter(({ step }) => step === kind)
      .flatMap(({ start_ms, end_ms }) =>
        clip.frames.filter(({ t_ms }) => t_ms >= start_ms && t_ms <= end_ms && t_ms % GRID_MS === 0),
      );
    const fresh = all.filter(({ file }) => !used.has(file));
    const frame = fresh[Math.floor(random.uniform() * fresh.length)];
    if (!frame) return null;
    used.add(frame.file);
    frames.push(await readFile(frame.file));
  }
  return frames;
}

/** Pictures at the pace of a person who follows the prompts. */
export function paced(frames: readonly Buffer[], random: Random): Shot[] {
  let t_ms = FIRST_MS;
  return frames.map((jpeg) => {
    t_ms += 900 + 900 * random.uniform();
    return { jpeg, t_ms };
  });
}

export interface Presentation {
  tenant?: Tenant;
  /** The reported track. The default is an ordinary camera. */
  track?: Record<string, unknown>;
  /** Makes the clip for the colours that the service drew. */
  film?: (attempt: OpenAttempt) => Promise<Filmed>;
  /** Changes the finished upload. */
  tamper?: (capture: Capture) => void;
  /**
   * Milliseconds from the opening of the attempt to its submit. The default is the length of the capture
   * plus a little.
   */
  after_ms?: number;
}

/** Opens an attempt with this challenge and sends these pictures for it. */
export async function present(
  stage: Stage,
  { way, draws }: Pick<Drawn, 'way' | 'draws'>,
  shots: readonly Shot[] | ((attempt: OpenAttempt) => Promise<readonly Shot[]>),
  { tenant, track, film, tamper, after_ms }: Presentation = {},
): Promise<Outcome> {
  const attempt = await (tenant ?? (await stage.lab.organization())).open(way, draws);
  const taken = typeof shots === 'function' ? await shots(attempt) : shots;
  const filmed = await film?.(attempt);
  attempt.wait(after_ms ?? (filmed?.pictures ?? taken).at(-1)!.t_ms + 600);
  const capture = captureOf(attempt, taken, track ?? (await trackFacts('camera')), filmed);
  tamper?.(capture);
  return attempt.submit(capture);
}
