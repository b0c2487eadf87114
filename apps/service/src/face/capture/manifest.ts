import { createHash } from 'node:crypto';
import type { CaptureManifest } from '@standpoint/contract';
import type { Challenge } from '../challenge/challenge.ts';

/** Time that a client's clock and the way to us may add. */
const SLACK_MS = 2_000;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** h0 = SHA-256(nonce), h(i+1) = SHA-256(h(i) ‖ SHA-256(frame_i)); the last one. */
export function chainOf(nonce: Uint8Array, frameHashes: readonly Uint8Array[]): Buffer {
  return frameHashes.reduce<Buffer>((link, hash) => sha256(link, hash), sha256(nonce));
}

export const frameHash = (bytes: Uint8Array): Buffer => sha256(bytes);

export interface ManifestFacts {
  manifest: CaptureManifest;
  attempt_id: string;
  nonce: Uint8Array;
  challenge: Challenge;
  /** SHA-256 of the frames as they arrived. */
  hashes: readonly Buffer[];
  /** Milliseconds since the attempt was opened, by the server. */
  elapsed_ms: number;
}

/**
 * Whether the manifest belongs to this attempt, these frames and this challenge; the reason why not, for the
 * log, or null. Pure. The chain starts from the attempt's nonce: frames that were recorded for another
 * attempt do not fit.
 */
export function manifestProblem(facts: ManifestFacts): string | null {
  const { manifest, hashes } = facts;
  if (manifest.attempt_id !== facts.attempt_id) return 'manifest of another attempt';
  if (manifest.frames.length !== hashes.length) return 'count of frames';
  const wrong = hashes.findIndex((hash, i) => hash.toString('hex') !== manifest.frames[i]!.sha256);
  if (wrong >= 0) return `hash of frame_${wrong}`;
  // A sensor's noise never repeats: two equal frames were not both seen by a camera.
  if (new Set(manifest.frames.map((frame) => frame.sha256)).size < hashes.length) return 'two equal frames';
  if (chainOf(facts.nonce, hashes).toString('hex') !== manifest.chain) return 'chain';
  return timeProblem(facts) ?? stepProblem(facts);
}

function timeProblem({ manifest, challenge, elapsed_ms }: ManifestFacts): string | null {
  const times = manifest.frames.map((frame) => frame.t_ms);
  if (times.some((t, i) => i > 0 && t <= times[i - 1]!)) return 'times do not rise';
  const [start, end] = [times[0]!, times.at(-1)!];
  if (end > challenge.timeouts.attempt_ms) return 'later than the attempt allows';
  if (end - start > elapsed_ms + SLACK_MS) return 'longer than the attempt was open';
  return null;
}

/**
 * Every frame answers a step, in the challenge's order and within the step's window after the frame before
 * it. All steps are answered, or as many as there are frames: what is left out then is a step that was
 * missed, for the check to find.
 */
function stepProblem({ manifest, challenge }: ManifestFacts): string | null {
  const order = challenge.steps.map(({ id }) => id);
  const places = manifest.frames.map((frame) => order.indexOf(frame.step));
  if (places.includes(-1)) return 'unknown step';
  if (places.some((place, i) => i > 0 && place < places[i - 1]!)) return 'steps out of order';
  if (new Set(places).size < Math.min(order.length, places.length)) return 'a step without a frame';
  const late = manifest.frames.findIndex(
    ({ t_ms }, i) =>
      i > 0 && t_ms - manifest.frames[i - 1]!.t_ms > windowBetween(challenge, places[i - 1]!, places[i]!),
  );
  return late > 0 ? `frame_${late} after its step's window` : null;
}

/** Time that may pass from a frame of one step to a frame of another one, or of the same. */
function windowBetween({ steps }: Challenge, from: number, to: number): number {
  const asked = steps.slice(from === to ? to : from + 1, to + 1);
  return asked.reduce((sum, { window_ms }) => sum + window_ms, 0);
}
