import { readFile } from 'node:fs/promises';
import { CLIP } from '@standpoint/contract';
import type { Random } from '../../borders/random.ts';
import type { Shot } from '../capture.ts';
import { landmarks } from '../images/landmarks.ts';
import { type Raster, toJpeg, toRaster } from '../images/raster.ts';
import type { Face } from '../images/swap.ts';
import type { Ready } from './filmed.ts';
import { type Basis, type Forger, pointsAt, resized } from './forgers.ts';
import { type Recorded, stepFrames } from './people.ts';
import type { Take } from './takes.ts';
import type { Traced } from './traced.ts';

export const honest = (take: Take): Ready => ({ take, shots: take.shots, pictures: take.pictures });

async function faceIn(file: Buffer): Promise<Face> {
  const image = await toRaster(file);
  const points = await (await landmarks())(image);
  if (!points) throw new Error('no face in a picture in which the service found one');
  return { image, points };
}

/** A photograph of a person who looks ahead, or what the recording has. */
function photographOf(clip: Recorded): Promise<Buffer> {
  const ahead = clip.events.find(({ step }) => step === 'front');
  const frames = stepFrames(clip);
  const middle = ahead ? (ahead.start_ms + ahead.end_ms) / 2 : 0;
  const frame = frames.toSorted((a, b) => Math.abs(a.t_ms - middle) - Math.abs(b.t_ms - middle))[0]!;
  return readFile(frame.file);
}

export async function forged(forger: Forger, take: Take, victim: Recorded, random: Random): Promise<Ready> {
  const shown = forger.shown?.(random);
  const after = async (image: Raster) => toJpeg(shown ? await shown(image) : image);
  if (!forger.forge) {
    const shots = shown
      ? await Promise.all(
          take.shots.map(async ({ jpeg, t_ms }) => ({ t_ms, jpeg: await after(await toRaster(jpeg)) })),
        )
      : take.shots;
    return { take, shots, pictures: take.pictures, ...(shown && { shown }) };
  }
  const photograph = await faceIn(await photographOf(victim));
  const seen = await Promise.all(
    take.shots.map(async ({ jpeg }) =>
      forger.driven ? faceIn(jpeg) : { image: await toRaster(jpeg), points: [] },
    ),
  );
  const { width } = seen[0]!.image;
  const small = take.pictures[0]!.picture.width;
  const neutral = seen[0]!.points;
  const large = forger.forge({ victim: await resized(photograph, width), neutral, random });
  const shots: Shot[] = [];
  for (const [i, { t_ms }] of take.shots.entries()) {
    const face = await large({ seen: seen[i]!, kind: take.drawn.kinds[i]!, clip_ms: null });
    shots.push({ t_ms, jpeg: await after(face.image) });
  }
  return {
    take,
    shots,
    pictures: await forgedClip(forger, take, {
      victim: await resized(photograph, smallWidthOf(photograph)),
      neutral: pointsAt(neutral, small / width),
      random,
    }),
  };
}

/** A photograph may have another form than the pictures of the person who answers. */
const smallWidthOf = ({ image: { width, height } }: Face): number =>
  Math.floor((CLIP.longest_side * width) / Math.max(width, height));

async function forgedClip(forger: Forger, take: Take, basis: Basis): Promise<Traced[]> {
  const forge = forger.forge!(basis);
  const kind = take.drawn.kinds.at(-1)!;
  const pictures: Traced[] = [];
  for (const { t_ms, picture, points } of take.pictures) {
    const face = await forge({ seen: { image: picture, points }, kind, clip_ms: t_ms });
    pictures.push({ t_ms, picture: face.image, points: face.points });
  }
  return pictures;
}
