import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShownColour } from '../../../apps/service/src/face/challenge/light.ts';
import type { ClipFacts, FaceFacts } from '../../../apps/service/src/face/decision/facts.ts';
import { lightCheck } from '../../../apps/service/src/face/decision/light/light.ts';
import { type Models, openModels } from '../../../apps/service/src/face/vision/networks/models.ts';
import { locatePack } from '../../../apps/service/src/face/vision/packs/packs.ts';
import { writeSection } from '../../document.ts';
import { chanceOf } from '../chance.ts';
import { packagedClips } from '../clips/clips.ts';
import { type ClipFrame, extractFrames } from '../clips/extract.ts';
import { sceneAt } from './lit.ts';
import { clipOf, drawnBy, KINDS, NEEDED_MS } from './presentations.ts';
import { type LightResult, lightReport } from './report.ts';
import { type Traced, traced } from './traced.ts';

interface LightOptions {
  /** A folder of clips, one person each, beside those of the development dependency. */
  clips?: string;
  write?: boolean;
}

/** Pictures a second of a usual clip, and how much of each recording is used. */
const PACE = { fps: 15, until_ms: 12_000 };
const VIDEO = /\.(webm|mp4|mkv|mov)$/i;
/** Rooms, in lux. */
const ROOMS = [100, 200, 250, 420, 500];
/** Parts of each recording; orders that a clip is judged against which it does not answer. */
const [PARTS, ORDERS] = [3, 20];
/** With fewer pictures of a face a part says nothing. */
const LEAST_PICTURES = 45;

interface Recording {
  person: string;
  frames: readonly ClipFrame[];
}

async function recordings(folder: string | undefined): Promise<Recording[]> {
  const names = folder ? readdirSync(folder).filter((name) => VIDEO.test(name)) : [];
  const others: Recording[] = [];
  for (const person of names)
    others.push({ person, frames: await extractFrames(join(folder!, person), PACE) });
  return [...(await packagedClips(PACE)), ...others];
}

/** Parts of a recording, each as long as a presentation. */
function partsOf({ frames }: Recording): ClipFrame[][] {
  const length = Math.ceil((NEEDED_MS / 1_000) * PACE.fps);
  const last = Math.max(0, frames.length - length);
  const starts = new Set(Array.from({ length: PARTS }, (_, i) => Math.floor((i * last) / (PARTS - 1))));
  return [...starts].map((start) => frames.slice(start, start + length));
}

/** What the check of the service says of a clip. Identity and continuity are not tried here. */
const judged = (clip: ClipFacts, light: readonly ShownColour[]) =>
  lightCheck({
    challenge: { parameters: { light } },
    pack: { same_person: { turned: 0 } },
    clip,
  } as unknown as FaceFacts);

async function resultsOf(
  models: Models,
  person: string,
  part: number,
  pictures: readonly Traced[],
): Promise<LightResult[]> {
  const results: LightResult[] = [];
  for (const kind of KINDS)
    for (const lux of kind.rooms ?? ROOMS) {
      const chance = chanceOf('light', person, part, kind.name, lux);
      const drawn = drawnBy(chance);
      const clip = await clipOf(models, pictures, kind, drawn, sceneAt(lux, chance));
      const about = { person, lux, kind: kind.name };
      const others = () => Array.from({ length: ORDERS }, () => judged(clip, drawnBy(chance)));
      if (kind.reach === null) results.push(...others().map((check) => ({ ...about, check })));
      else results.push({ ...about, check: judged(clip, drawn) });
      if (kind.reach === 'head')
        results.push(...others().map((check) => ({ ...about, kind: 'the light of another draw', check })));
    }
  return results;
}

const modelsOf = (): Promise<Models> => openModels(locatePack('accurate', tmpdir()));

export async function lightCommand({ clips, write }: LightOptions): Promise<boolean> {
  const models = await modelsOf();
  const results: LightResult[] = [];
  for (const recording of await recordings(clips)) {
    for (const [part, frames] of partsOf(recording).entries()) {
      const pictures = await traced(models, frames);
      if (pictures.length < LEAST_PICTURES) continue;
      results.push(...(await resultsOf(models, recording.person, part, pictures)));
    }
    console.error(`${recording.person}: ${results.length} results`);
  }
  const { text, good } = lightReport(results);
  console.log(text);
  if (write) writeSection('light', text);
  return good;
}
