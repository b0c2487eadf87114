import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Look } from '../../../apps/service/src/face/vision/vision.ts';
import { type Clip, packagedClips } from '../clips/clips.ts';
import { type ClipFrame, extractFrames } from '../clips/extract.ts';
import { namesOf, VIDEO } from '../clips/names.ts';
import { type Margins, type Moment, proposeEvents } from '../clips/propose.ts';
import type { RememberingVision } from '../remembering.ts';

/** Pictures a second of a usual clip, and how much of each recording is used. */
export const PACE = { fps: 15, until_ms: 12_000 };

/** One part for each person of the development dependency, with what a challenge asks for. */
const PACKAGED = [
  { ...PACE, only: 'cap12_edit.webm' },
  { fps: 12.5, from_ms: 134_000, until_ms: 160_000, only: 'franck.webm' },
];

/** Frames of steps are taken from every third picture, so that the models look at each of them once. */
const STEP_EVERY = 3;
export const stepFrames = ({ frames }: Pick<Clip, 'frames'>): ClipFrame[] =>
  frames.filter((_, i) => i % STEP_EVERY === 0);

/** A recording of one person, and what the service sees in the frames that steps are taken from. */
export interface Recorded extends Clip {
  looks: ReadonlyMap<ClipFrame, Look>;
}

/**
 * One recording of each person: those of a folder, and those of the development dependency. What the people of
 * the folder do, and when, is proposed by the service's own landmarks.
 */
export async function litPeople(folder: string | undefined, vision: RememberingVision): Promise<Recorded[]> {
  const people: Recorded[] = [];
  for (const part of PACKAGED)
    for (const clip of await packagedClips(part))
      people.push({ ...clip, looks: await looksOf(clip.frames, vision) });
  for (const file of folder
    ? readdirSync(folder)
        .filter((name) => VIDEO.test(name))
        .sort()
    : []) {
    const path = join(folder!, file);
    const frames = await extractFrames(path, PACE);
    const looks = await looksOf(frames, vision);
    const moments = [...looks].map(([{ t_ms }, { face }]): Moment => ({ t_ms, face }));
    people.push({ ...namesOf(folder!, path), frames, events: proposeEvents(moments, NARROW), looks });
  }
  return people;
}

/** Narrower than for a list of events that is kept, because each answer is then tried by the verifier itself. */
const NARROW: Margins = { clear: 1.1, nothing: 0.6 };
const AT_ONCE = 10;

async function looksOf(frames: readonly ClipFrame[], vision: RememberingVision) {
  const some = stepFrames({ frames });
  const found = new Map<ClipFrame, Look>();
  for (let from = 0; from < some.length; from += AT_ONCE) {
    const part = some.slice(from, from + AT_ONCE);
    const images = part.map(({ file }) => readFileSync(file));
    const looks = await vision.look(images, { embedding: true, live: true });
    for (const [i, look] of looks.entries()) found.set(part[i]!, look);
  }
  return found;
}
