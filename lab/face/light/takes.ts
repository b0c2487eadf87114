import { readFile } from 'node:fs/promises';
import { pathOf } from '../../../apps/service/src/face/challenge/path.ts';
import { verifyChallenge } from '../../../apps/service/src/face/decision/checks/challenge.ts';
import { faceProblem } from '../../../apps/service/src/face/decision/checks/quality.ts';
import type { Models } from '../../../apps/service/src/face/vision/networks/models.ts';
import type { Random } from '../../borders/random.ts';
import type { Shot } from '../capture.ts';
import type { ClipFrame } from '../clips/extract.ts';
import { shuffled } from '../clips/segments.ts';
import { type Drawn, drawChallenge, drawUntil, NoSegment, paced } from '../stage.ts';
import { LIT_WAYS, type Way } from '../ways.ts';
import { type Recorded, stepFrames } from './people.ts';
import { NEEDED_MS, type Timed } from './presentations.ts';
import { type Traced, traced } from './traced.ts';

/** A person's answer to a challenge with light, filmed without the light. */
export interface Take extends Timed {
  person: string;
  /** Whether the frames show what the challenge asks for. */
  answers: boolean;
  drawn: Drawn;
  shots: Shot[];
  /** The pictures of the clip. The first one is of the moment of the last shot; times count from it. */
  pictures: readonly Traced[];
}

/** What a short recording has to have after the last step: the light, and a little before it. */
const LEAST_MS = 2_900;

/** The ways of which no challenge can be answered by the frames of a recording. */
const useless = new WeakMap<Recorded, Set<string>>();

/**
 * The frames of each step lie anywhere in the recording, because the recordings are too short for a whole
 * challenge. The clip begins with the last one and goes on as it was filmed. A person whose recording answers no
 * challenge has frames of any kind, and fails the check of the challenge.
 */
export async function takeOf(models: Models, clip: Recorded, random: Random): Promise<Take> {
  const answer = answered(clip, random);
  const { drawn, frames } = answer ?? unanswered(clip, random);
  const last = frames.at(-1)!;
  const film = clip.frames.filter(({ t_ms }) => t_ms >= last.t_ms && t_ms <= last.t_ms + NEEDED_MS);
  const length = film.at(-1)!.t_ms - last.t_ms;
  return {
    person: clip.person,
    answers: answer !== null,
    drawn,
    shots: paced(await Promise.all(frames.map(({ file }) => readFile(file))), random),
    // A forger's program follows every picture: a face that moves at every fourth would be told by that alone.
    pictures: await traced(models, film),
    before_ms: length < NEEDED_MS - 100 ? 70 : undefined,
  };
}

function unanswered(clip: Recorded, random: Random) {
  const drawn = drawChallenge(LIT_WAYS[0]!, random);
  const anything = { ...clip, events: [{ step: '', start_ms: 0, end_ms: Number.POSITIVE_INFINITY }] };
  const frames = framesFor(
    anything,
    drawn.kinds.map(() => ''),
    random,
  );
  if (!frames) throw new Error(`${clip.name} is too short for a challenge`);
  return { drawn, frames };
}

function answered(clip: Recorded, random: Random): { drawn: Drawn; frames: ClipFrame[] } | null {
  const vain = useless.get(clip) ?? new Set<string>();
  useless.set(clip, vain);
  for (const way of shuffled<Way>(LIT_WAYS, random)) {
    if (vain.has(way.name)) continue;
    try {
      const { found, ...drawn } = drawUntil(way, random, (kinds) => {
        const frames = framesFor(clip, kinds, random);
        return frames && isAnswer(clip, way, kinds, frames) ? frames : null;
      });
      return { drawn, frames: found };
    } catch (error) {
      if (!(error instanceof NoSegment)) throw error;
      vain.add(way.name);
    }
  }
  return null;
}

/** How many frames are tried for a step; the one that lies furthest from the others is taken. */
const TRIED = 4;

/** A frame of each kind, the last one early enough for the light. */
function framesFor(clip: Recorded, kinds: readonly string[], random: Random): ClipFrame[] | null {
  const end = clip.frames.at(-1)!.t_ms;
  const used: ClipFrame[] = [];
  for (const [i, kind] of kinds.toReversed().entries()) {
    const apart = ({ t_ms }: ClipFrame) => Math.min(...used.map((other) => Math.abs(other.t_ms - t_ms)));
    const possible = shownBy(clip, kind).filter(
      (frame) => !used.includes(frame) && (i > 0 || frame.t_ms <= end - LEAST_MS),
    );
    const some = shuffled(possible, random).slice(0, TRIED);
    const [best] = some.toSorted((a, b) => apart(b) - apart(a));
    if (!best) return null;
    used.push(best);
  }
  return used.reverse();
}

/** Whether the verifier takes the frames for an answer. The page sends none of which it does not. */
function isAnswer({ looks }: Recorded, way: Way, kinds: readonly string[], frames: readonly ClipFrame[]) {
  const steps = kinds.map((kind, i) => ({ id: `s${i}`, kind, window_ms: 0, hold_ms: 0, min: 0 }));
  const parameters = { kinds: pathOf(way.challenges, way.alternative, true).kinds };
  const timeouts = { attempt_ms: 0, step_ms: 0 };
  const facts = frames.map((frame, i) => ({
    t_ms: frame.t_ms,
    step: `s${i}`,
    sha256: '',
    look: looks.get(frame)!,
    same_person: null,
  }));
  const check = verifyChallenge({ type: 'active_light', steps, parameters, timeouts }, facts);
  return check.outcome === 'pass';
}

const shownBy = (clip: Recorded, kind: string): ClipFrame[] => {
  const events = clip.events.filter(({ step }) => step === kind);
  // The page takes no picture of a face that is cut off or blurred.
  return stepFrames(clip).filter((frame) => {
    const { face } = clip.looks.get(frame)!;
    const within = events.some(({ start_ms, end_ms }) => frame.t_ms >= start_ms && frame.t_ms <= end_ms);
    return within && face !== null && faceProblem(face, kind === '' ? 'front' : kind) === null;
  });
};
