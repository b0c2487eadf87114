import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KINDS } from '../../../apps/service/src/face/challenge/path.ts';
import { type Clip, type ClipEvent, FPS } from './clips.ts';
import { type ClipFrame, extractFrames } from './extract.ts';
import { namesOf, VIDEO } from './names.ts';

const PICTURE = /^0*(\d+)\.jpe?g$/i;

/** Folders of this name hold attacks. */
export const ATTACKS = 'attacks';

/** A clip without events can answer no particular challenge. */
const NO_EVENTS: ClipEvent[] = [];

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

/**
 * Every clip below a folder. Folders named `attacks` are left out unless requested. A clip is a video, or a
 * folder of pictures named by their milliseconds. Its events are in `NAME.events.json` beside it, or in
 * `events.json` of its folder: an array if the folder has one clip, else an object from file names to
 * arrays. Its path below `root` names the clip and its person.
 */
export async function clipsBelow(folder: string, root = folder): Promise<Clip[]> {
  const entries = (await readdir(folder)).sort();
  const clips: Clip[] = [];
  const media = entries.filter((name) => VIDEO.test(name));
  for (const name of media)
    clips.push({
      ...namesOf(root, join(folder, name)),
      events: await eventsFor(folder, name, media.length),
      frames: await extractFrames(join(folder, name), { fps: FPS }),
    });
  const pictures = entries.filter((name) => PICTURE.test(name));
  if (pictures.length > 0) {
    // The clip in a folder named `frames` takes the name of the parent folder.
    const owner = basename(folder) === 'frames' ? dirname(folder) : folder;
    const own = await eventsFor(folder, '', 1);
    clips.push({
      ...namesOf(root, owner),
      events: own.length > 0 ? own : await eventsFor(owner, '', 1),
      frames: pictures
        .map((name): ClipFrame => ({ t_ms: Number(PICTURE.exec(name)![1]), file: join(folder, name) }))
        .sort((a, b) => a.t_ms - b.t_ms),
    });
  }
  for (const name of entries)
    if (name !== ATTACKS && (await isFolder(join(folder, name))))
      clips.push(...(await clipsBelow(join(folder, name), root)));
  return clips;
}

const read = (file: string): Promise<unknown> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text),
    () => null,
  );

async function eventsFor(folder: string, name: string, clips: number): Promise<readonly ClipEvent[]> {
  const beside =
    name &&
    ((await read(join(folder, `${name}.events.json`))) ??
      (await read(join(folder, `${name.replace(VIDEO, '')}.events.json`))));
  if (beside) return checked(beside, name);
  const whole = await read(join(folder, 'events.json'));
  if (Array.isArray(whole)) return clips === 1 ? checked(whole, join(folder, 'events.json')) : NO_EVENTS;
  if (whole && typeof whole === 'object') {
    const by_name = whole as Record<string, unknown>;
    return checked(by_name[name] ?? by_name[name.replace(VIDEO, '')] ?? NO_EVENTS, name);
  }
  return NO_EVENTS;
}

/** Throws if the file is malformed, because a silent mistake would distort the measured rates. */
function checked(value: unknown, where: string): ClipEvent[] {
  if (!Array.isArray(value)) throw new Error(`${where}: an array of events is expected`);
  return value
    .map((each): ClipEvent => {
      const { step, start_ms, end_ms } = each as ClipEvent;
      if (!Object.hasOwn(KINDS, step))
        throw new Error(`${where}: ${step} is none of ${Object.keys(KINDS).join(', ')}`);
      if (!(start_ms >= 0 && end_ms >= start_ms)) throw new Error(`${where}: ${step} has no time in order`);
      return { step, start_ms, end_ms };
    })
    .sort((a, b) => a.start_ms - b.start_ms);
}
