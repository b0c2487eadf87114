import type { CaptureManifest } from '@standpoint/contract';
import type { ClipFacts, ClipPictureFacts } from '../decision/facts.ts';
import { cosine, type Fused } from '../decision/match.ts';
import type { ClipLook } from '../vision/vision.ts';

/** A picture of the clip is compared with a frame that was taken within this time. */
export const SAME_MOMENT_MS = 150;

const NOTHING = { face: null, regions: [], background: null, change: null };

/** What is kept of a clip: measurements, and the small grey pictures that are compared with frames. */
export function clipFacts(manifest: CaptureManifest, look: ClipLook, frontal: Fused | null): ClipFacts {
  const { pictures, light } = manifest.clip!;
  const nearest = manifest.frames.map(({ t_ms }) => nearestTo(pictures, t_ms));
  const likenesses = frontal ? look.embeddings.map((embedding) => cosine(embedding, frontal.embedding)) : [];
  return {
    pictures: pictures.map(({ t_ms, sha256 }, i): ClipPictureFacts => {
      const { thumbnail, ...seen } = look.pictures?.[i] ?? (NOTHING as never);
      return { t_ms, sha256, ...shortened(seen), ...(thumbnail && nearest.includes(i) && { thumbnail }) };
    }),
    readable: look.pictures !== null,
    facing: look.facing.map(short),
    light: light ?? null,
    same_person: likenesses.length > 0 ? Math.min(...likenesses) : null,
  };
}

/** The index of the picture that was taken at this moment; null if there is none. */
function nearestTo(pictures: readonly { t_ms: number }[], moment: number): number | null {
  let best: number | null = null;
  for (const [i, { t_ms }] of pictures.entries()) {
    const away = Math.abs(t_ms - moment);
    if (away <= SAME_MOMENT_MS && (best === null || away < Math.abs(pictures[best]!.t_ms - moment))) best = i;
  }
  return best;
}

/** Five decimals are finer than an 8-bit level. */
const short = (value: number): number => Math.round(value * 1e5) / 1e5;
const shortened = <T>(seen: T): T =>
  JSON.parse(JSON.stringify(seen, (_, value) => (typeof value === 'number' ? short(value) : value)));
