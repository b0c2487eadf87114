import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openVision } from '../../../apps/service/src/face/vision/open.ts';
import { FPS } from './clips.ts';
import { extractFrames } from './extract.ts';
import { type Moment, proposeEvents } from './propose.ts';

/**
 * `node lab/face/clips/label.ts CLIP…`: proposes the events of clips as JSON. A person must review them.
 */
const AT_ONCE = 20;
const vision = openVision({ pack: 'accurate', data_dir: tmpdir(), workers: 1 });
try {
  for (const clip of process.argv.slice(2)) {
    const frames = await extractFrames(clip, { fps: FPS });
    const moments: Moment[] = [];
    for (let from = 0; from < frames.length; from += AT_ONCE) {
      const some = frames.slice(from, from + AT_ONCE);
      const images = await Promise.all(some.map(({ file }) => readFile(file)));
      const looks = await vision.look(images, { embedding: false, live: false });
      for (const [i, { face }] of looks.entries()) moments.push({ t_ms: some[i]!.t_ms, face });
    }
    console.log(JSON.stringify(proposeEvents(moments)));
  }
} finally {
  await vision.close();
}
