import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clip } from './clips/clips.ts';
import { ATTACKS, clipsBelow } from './clips/library.ts';
import { bitsOf, timesOf } from './main.ts';
import { met, report } from './report.ts';
import { type Result, type RunOptions, runSpecies } from './run.ts';
import { openFaceLab } from './service.ts';
import type { Species } from './species/species.ts';
import { drawChallenge, honest, NoSegment, paced, present, type Stage, someClip } from './stage.ts';
import { WAYS, type Way } from './ways.ts';

interface LivenessOptions extends RunOptions {
  clips: string;
  /** The folder of attacks. The default is `attacks` in the folder of the clips or beside it. */
  attacks?: string;
  workers?: number;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function attackClips({ clips, attacks }: LivenessOptions): Promise<Clip[]> {
  for (const folder of attacks ? [attacks] : [join(clips, ATTACKS), join(dirname(clips), ATTACKS)])
    if (await exists(folder)) return clipsBelow(folder);
  return [];
}

/** Workflows and preferences for all people. The clips determine which of them a person can answer. */
const ALL: readonly Way[] = [WAYS.motion, WAYS.near_and_smile, WAYS.expressions];

/** Presents the honest people and attacks of these folders to a whole service. */
export async function runLiveness(options: LivenessOptions): Promise<{ text: string; good: boolean }> {
  const clips = (await clipsBelow(options.clips)).filter(({ events }) => events.length > 0);
  if (clips.length === 0) throw new Error(`${options.clips} holds no clip with events`);
  const attacks = await attackClips(options);
  const lab = await openFaceLab({ workers: options.workers });
  try {
    const stage: Stage = { lab, clips };
    const { results, answered, skipped } = await presentedTo(stage, attacks, options);
    const times = answered.length > 0 ? await timesOf(stage, answered) : [];
    const bits = [];
    for (const way of answered) bits.push(await bitsOf(stage, way));
    const people = new Set(clips.map(({ person }) => person)).size;
    const text = report({
      results,
      times,
      bits,
      people,
      pack: lab.vision.pack,
      liveness_threshold: lab.vision.pack.liveness!.threshold,
    });
    const left_out =
      skipped.length > 0
        ? `\n\nNo segment of these clips answers a challenge of: ${skipped.join(', ')}.`
        : '';
    return { text: `${text}${left_out}`, good: met(results) };
  } finally {
    await lab.close();
  }
}

/** Everyone's results; and the ways that a segment of some clip answers, and those that none does. */
async function presentedTo(stage: Stage, attacks: readonly Clip[], options: RunOptions) {
  const results: Result[] = [];
  const skipped: string[] = [];
  const answered: Way[] = [];
  for (const way of ALL) {
    const result = await attempted(stage, honestWay(way), options);
    if (result) answered.push(way);
    else skipped.push(way.name);
    if (result) results.push(result);
  }
  for (const clip of attacks) {
    const result = await attempted({ lab: stage.lab, clips: [clip] }, attackBy(clip, answered), options);
    if (result) results.push(result);
  }
  if (results.length === 0)
    throw new Error(
      `no segment of these clips answers a challenge of ${skipped.join(', ')}, and there are no attacks`,
    );
  return { results, answered, skipped };
}

/** null if these clips do not show the requested movements. */
async function attempted(stage: Stage, species: Species, options: RunOptions): Promise<Result | null> {
  try {
    return await runSpecies(stage, species, options);
  } catch (error) {
    if (error instanceof NoSegment) return null;
    throw error;
  }
}

const honestWay = (way: Way): Species => ({
  name: `honest, ${way.name}`,
  what: 'a segment of one clip, at its own pace, that answers the challenge',
  side: 'honest',
  ways: [way],
  async present(stage, _way, random) {
    const answer = await honest(stage, way, random);
    return present(stage, answer, answer.shots);
  },
});

/**
 * With events the attack answers its challenge, which is the worst case. Without events it sends its
 * pictures for any challenge.
 */
const attackBy = (clip: Clip, ways: readonly Way[]): Species => ({
  name: clip.name,
  what:
    clip.events.length > 0
      ? 'a segment of the attack’s clip that answers the challenge'
      : 'frames of the attack’s clip for any challenge',
  side: 'attack',
  ways: ways.length > 0 ? ways : [WAYS.expressions],
  async present(stage, way, random) {
    for (const each of clip.events.length > 0 ? [way, ...ways] : [])
      try {
        const answer = await honest(stage, each, random);
        return await present(stage, answer, answer.shots);
      } catch (error) {
        if (!(error instanceof NoSegment)) throw error;
      }
    const drawn = drawChallenge(way, random);
    const { frames } = someClip(stage.clips, random);
    const apart = Math.floor(frames.length / drawn.kinds.length);
    const from = Math.floor(random.uniform() * Math.max(1, apart));
    const taken = drawn.kinds.map((_, i) => frames[Math.min(frames.length - 1, from + i * apart)]!);
    return present(stage, drawn, paced(await Promise.all(taken.map(({ file }) => readFile(file))), random));
  },
});
