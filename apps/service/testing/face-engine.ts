import type { Capture, FaceEngine } from '../src/face/engine.ts';
import type { FaceFacts } from '../src/face/facts.ts';
import { judge } from '../src/face/judge.ts';
import type { Pack } from '../src/face/vision/vision.ts';
import { type Changes, manifestOf, noise } from './face.ts';
import { factsOf, shotOf } from './face-facts.ts';
import { unit } from './looks.ts';
import type { TestAnswer } from './service.ts';

export const TEST_PACK: Pack = {
  id: 'accurate',
  version: '1',
  models: [
    { role: 'match', file: 'match.onnx', sha256: 'a'.repeat(64), licence: 'none', provenance: 'a test' },
  ],
  dimensions: 512,
  match: [],
  liveness: null,
};

/** Facts of a person who does what the challenge of a capture asks for, about the very frames that were captured. */
function factsAbout(
  { challenge, manifest, elapsed_ms }: Capture,
  change: (facts: FaceFacts) => void = () => {},
): FaceFacts {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  const shots = manifest.frames.map(({ step }, i) => shotOf(kinds.get(step)!, i));
  return factsOf(shots, (facts) => {
    facts.challenge = challenge;
    facts.elapsed_ms = elapsed_ms;
    facts.frames = facts.frames.map((frame, i) => ({ ...frame, ...manifest.frames[i]! }));
    change(facts);
  });
}

/** The real judge over a person who answers the challenge; `change` bends what the models saw. */
export const answering = (change?: (facts: FaceFacts) => void, seed = 1): FaceEngine => ({
  analyse: async (capture) => {
    const facts = factsAbout(capture, change);
    const probe = { embedding: unit(seed), frames: 5, quality: 0.8 };
    return { ...judge(facts), basis: { facts, probe, pack: TEST_PACK, duplicates: [] } };
  },
});

/** Ten frames at the pace of a person; the attempt has to have been open for as long (15 s). */
export const atEase =
  (attempt: TestAnswer): Changes =>
  async (capture) => {
    capture.frames = await Promise.all(Array.from({ length: 10 }, () => noise()));
    capture.types = capture.frames.map(() => 'image/jpeg');
    capture.manifest = manifestOf(attempt.data, capture.frames);
    for (const [i, frame] of capture.manifest.frames.entries()) frame.t_ms = 700 + i * 1_430 + (i % 3) * 37;
  };
