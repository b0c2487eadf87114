import { createHash } from 'node:crypto';
import { type CaptureManifest, CLIP, STEP_SLACK_MS } from '@standpoint/contract';
import type { Challenge } from '../challenge/challenge.ts';
import type { ShownColour } from '../challenge/light.ts';

/** Milliseconds by which a client's clock and the network may delay a frame. */
const SLACK_MS = 2_000;
/** A page paints a colour with the screen's next picture, and a busy device some pictures later. */
const COLOUR_SLACK_MS = { less: 60, more: 600 } as const;
/** A busy device may fall short of the pictures a second by this share: refused, its person could only repeat. */
const FEWER = 0.5;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The last link of the chain h0 = SHA-256(nonce), h(i+1) = SHA-256(h(i) ‖ SHA-256(frame_i)). The pictures of a
 * clip follow the frames.
 */
export function chainOf(nonce: Uint8Array, frameHashes: readonly Uint8Array[]): Buffer {
  return frameHashes.reduce<Buffer>((link, hash) => sha256(link, hash), sha256(nonce));
}

export const frameHash = (bytes: Uint8Array): Buffer => sha256(bytes);

export interface ManifestFacts {
  manifest: CaptureManifest;
  attempt_id: string;
  nonce: Uint8Array;
  challenge: Challenge;
  /** SHA-256 of each frame as it arrived. */
  hashes: readonly Buffer[];
  /** The same of each picture of the clip. */
  clip: readonly Buffer[];
  /** Milliseconds since the attempt was opened, by the server's clock. */
  elapsed_ms: number;
}

/**
 * The reason, for the log, why the manifest does not belong to this attempt, these frames and this challenge;
 * null if it does. Pure. The chain starts from the attempt's nonce, so frames that were recorded for another
 * attempt do not fit.
 */
export function manifestProblem(facts: ManifestFacts): string | null {
  const { manifest, hashes, clip } = facts;
  if (manifest.attempt_id !== facts.attempt_id) return 'manifest of another attempt';
  if (manifest.frames.length !== hashes.length) return 'count of frames';
  const wrong = hashes.findIndex((hash, i) => hash.toString('hex') !== manifest.frames[i]!.sha256);
  if (wrong >= 0) return `hash of frame_${wrong}`;
  // The noise of a sensor never repeats, so two equal frames did not both come from a camera.
  if (new Set(manifest.frames.map((frame) => frame.sha256)).size < hashes.length) return 'two equal frames';
  const other = clip.findIndex((hash, i) => hash.toString('hex') !== manifest.clip!.pictures[i]!.sha256);
  if (other >= 0) return `hash of picture ${other} of the clip`;
  if (new Set(clip.map((hash) => hash.toString('hex'))).size < clip.length)
    return 'two equal pictures of the clip';
  if (chainOf(facts.nonce, [...hashes, ...clip]).toString('hex') !== manifest.chain) return 'chain';
  return timeProblem(facts) ?? stepProblem(facts) ?? clipProblem(facts);
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
 * Every frame must answer a step, in the order of the challenge and within the window of its step after the
 * frame before it. All steps must be answered, or as many as there are frames; the check finds the steps that
 * are missing then.
 */
function stepProblem({ manifest, challenge }: ManifestFacts): string | null {
  const order = challenge.steps.map(({ id }) => id);
  const places = manifest.frames.map((frame) => order.indexOf(frame.step));
  if (places.includes(-1)) return 'unknown step';
  if (places.some((place, i) => i > 0 && place < places[i - 1]!)) return 'steps out of order';
  if (new Set(places).size < Math.min(order.length, places.length)) return 'a step without a frame';
  for (const [i, { t_ms }] of manifest.frames.entries()) {
    if (i === 0) continue;
    const window_ms = windowBetween(challenge, places[i - 1]!, places[i]!);
    const late_ms = t_ms - manifest.frames[i - 1]!.t_ms - window_ms;
    if (late_ms > STEP_SLACK_MS) return `frame_${i} ${Math.round(late_ms)} ms after its step's window`;
  }
  return null;
}

/** Milliseconds that may pass from a frame of one step to a frame of the same or a later step. */
function windowBetween({ steps }: Challenge, from: number, to: number): number {
  const asked = steps.slice(from === to ? to : from + 1, to + 1);
  return asked.reduce((sum, { window_ms }) => sum + window_ms, 0);
}

/**
 * The clip has its times in order, enough pictures a second, and shows every colour of the challenge for about
 * as long as asked.
 */
function clipProblem({ manifest: { clip, frames }, challenge, elapsed_ms }: ManifestFacts): string | null {
  if (!clip) return null;
  const times = clip.pictures.map(({ t_ms }) => t_ms);
  if (times.some((t, i) => i > 0 && t <= times[i - 1]!)) return 'times of the clip do not rise';
  const [start, end] = [Math.min(times[0]!, frames[0]!.t_ms), Math.max(times.at(-1)!, frames.at(-1)!.t_ms)];
  if (end - start > elapsed_ms + SLACK_MS) return 'longer than the attempt was open';
  const { light } = challenge.parameters as { light?: readonly ShownColour[] };
  if (!light) return null;
  const shown = clip.light ?? [];
  if (shown.length !== light.length + 1) return 'not a time for each colour';
  const untimely = light.findIndex(({ ms }, i) => {
    const took = shown[i + 1]! - shown[i]!;
    return took < ms - COLOUR_SLACK_MS.less || took > ms + COLOUR_SLACK_MS.more;
  });
  if (untimely >= 0) return `colour ${untimely} was not shown for its time`;
  if (times[0]! > shown[0]! || times.at(-1)! < shown.at(-1)!)
    return 'the clip leaves out a part of the light';
  const during = times.filter((t) => t >= shown[0]! && t <= shown.at(-1)!).length;
  const least = ((shown.at(-1)! - shown[0]!) / 1_000) * CLIP.least_per_s * FEWER;
  return during < Math.floor(least)
    ? `${during} pictures during the light, ${Math.ceil(least)} needed`
    : null;
}
