import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Look, Vision } from '../../apps/service/src/face/vision/vision.ts';

export type RememberingVision = Vision & { remember: boolean };

const VISION = new URL('../../apps/service/src/face/vision/', import.meta.url);

/** A hash of the code that analyses images. A change to any line of it invalidates the cache. */
function sourceOf(vision: Vision): string {
  const hash = createHash('sha256').update(vision.pack.version);
  for (const { sha256 } of vision.pack.models) hash.update(sha256);
  for (const name of readdirSync(VISION, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(new URL(name, VISION)));
  return hash.digest('hex').slice(0, 24);
}

interface Line {
  name: string;
  look: Look;
  embedding: string | null;
}

function toLine(name: string, look: Look): string {
  const { embedding = null } = look.face ?? {};
  const kept = look.face ? { ...look, face: { ...look.face, embedding: null } } : look;
  const text =
    embedding && Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength).toString('base64');
  return `${JSON.stringify({ name, look: kept, embedding: text } satisfies Line)}\n`;
}

function fromLine(text: string): [string, Look] {
  const { name, look, embedding } = JSON.parse(text) as Line;
  if (look.face && embedding) {
    const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
    look.face.embedding = new Float32Array(bytes.buffer);
  }
  return [name, look];
}

/**
 * Caches the analysis of each image by its bytes, also for later runs. The models are deterministic and the
 * pictures of the lab repeat. The cache is in the system's temporary folder. Times are measured without it.
 */
export function remembering(vision: Vision): RememberingVision {
  const folder = join(tmpdir(), `standpoint-lab-looks-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${sourceOf(vision)}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map<string, Look>(lines.map(fromLine));
  return {
    remember: false,
    pack: vision.pack,
    hasRoom: (images) => vision.hasRoom(images),
    close: () => vision.close(),
    lookAtClip: (pictures) => vision.lookAtClip(pictures),
    async look(images, wants = {}) {
      if (!this.remember) return vision.look(images, wants);
      const names = images.map((image) =>
        createHash('sha256').update(JSON.stringify(wants)).update(image).digest('hex'),
      );
      const fresh = [...new Set(names)].filter((name) => !known.has(name));
      const looks = await vision.look(
        fresh.map((name) => images[names.indexOf(name)]!),
        wants,
      );
      for (const [i, name] of fresh.entries()) {
        known.set(name, looks[i]!);
        appendFileSync(file, toLine(name, looks[i]!));
      }
      return names.map((name) => known.get(name)!);
    },
  };
}
