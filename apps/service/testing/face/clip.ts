import type { CaptureClip } from '@standpoint/contract';
import { chainOf, frameHash } from '../../src/face/capture/manifest.ts';
import type { ShownColour } from '../../src/face/challenge/light.ts';
import type { FaceFacts } from '../../src/face/decision/facts.ts';
import type { FaceRunner } from '../../src/face/runner/runner.ts';
import type { TestAnswer, TestOrganization, TestService } from '../service.ts';
import { type Capture, type Changes, type MovableClock, noises, person } from './face.ts';
import { answering } from './runner.ts';

const EVERY_MS = 66;
const BEFORE_MS = 300;

/** Pictures through the light of an attempt, from the moment of its last frame on: noise, unless others are given. */
export async function clipFor(
  { challenge }: { challenge: { parameters: Record<string, unknown> } },
  last_ms: number,
  picture?: (nth: number) => Promise<Buffer>,
): Promise<{ bytes: Buffer; pictures: Buffer[]; clip: CaptureClip }> {
  const light = challenge.parameters.light as ShownColour[];
  const begins = last_ms + BEFORE_MS;
  const times = [0, ...light.map((_, i) => light.slice(0, i + 1).reduce((sum, { ms }) => sum + ms, 0))];
  const until = begins + times.at(-1)! + BEFORE_MS;
  const count = Math.ceil((until - last_ms) / EVERY_MS);
  const pictures = picture
    ? await Promise.all(Array.from({ length: count }, (_, nth) => picture(nth)))
    : await noises(count, 32, 24);
  let offset = 0;
  const listed = pictures.map((picture, i) => {
    const one = { offset, sha256: frameHash(picture).toString('hex'), t_ms: last_ms + i * EVERY_MS };
    offset += picture.length;
    return one;
  });
  const shown = times.map((t_ms) => begins + t_ms);
  return { bytes: Buffer.concat(pictures), pictures, clip: { pictures: listed, light: shown } };
}

/** Adds the clip that an attempt with light asks for, and the chain over both. */
export const withClip =
  (attempt: TestAnswer): Changes =>
  async (capture) => {
    const last_ms = capture.manifest.frames.at(-1).t_ms;
    const { bytes, pictures, clip } = await clipFor(attempt.data, last_ms);
    const hashes = [...capture.frames, ...pictures].map(frameHash);
    capture.clip = bytes;
    capture.manifest.clip = clip;
    capture.manifest.chain = chainOf(Buffer.from(attempt.data.nonce, 'base64url'), hashes).toString('hex');
  };

/** As `answering`, with the moments of the clip; nothing is measured in its pictures. */
export const answeringLit = (change?: (facts: FaceFacts) => void): FaceRunner => ({
  analyse: (capture) =>
    answering((facts) => {
      const { pictures, light } = capture.manifest.clip!;
      const unmeasured = { face: null, regions: [], background: null, change: null };
      facts.clip = {
        pictures: pictures.map(({ t_ms, sha256 }) => ({ t_ms, sha256, ...unmeasured })),
        readable: true,
        facing: [],
        light: light ?? null,
        same_person: null,
      };
      change?.(facts);
    }).analyse(capture),
});

/** A session in which a person has just sent a capture with light, and what was sent. */
export async function litSession(
  service: TestService,
  org: TestOrganization,
  clock: MovableClock,
  customer_id: string,
): Promise<{ session_id: string; attempt: TestAnswer; sent: Capture }> {
  const desktop = await person(service, org, { customer: { customer_id } });
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  const attempt = await desktop.attempt({ light: 'ready' });
  clock.pass(20);
  let sent: Capture | undefined;
  const answer = await desktop.submit(attempt, async (capture) => {
    await withClip(attempt)(capture);
    sent = capture;
  });
  if (answer.status !== 200 || !sent) throw new Error(`submit: ${answer.text}`);
  return { session_id, attempt, sent };
}
