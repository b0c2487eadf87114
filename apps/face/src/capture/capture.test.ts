import { createHash, randomBytes } from 'node:crypto';
import type { AttemptAnswer, CaptureManifest } from '@standpoint/contract';
import { MOST_PICTURES } from '@standpoint/contract/face/clip';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manifestProblem } from '../../../service/src/face/capture/manifest.ts';
import { newChallenge } from '../../../service/src/face/challenge/challenge.ts';
import { openTestCamera } from '../../testing/still-camera.ts';
import { makeManifest } from '../service/chain.ts';
import { record } from './capture.ts';
import { openClip } from './clip.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The largest clip that the service takes. */
const MOST_BYTES = 2_000_000;

const attemptOf = (wish?: 'audio', light?: 'ready'): AttemptAnswer => {
  const { challenge } = newChallenge(
    { mode: 'active', challenges: ['turn', 'tilt', 'smile', 'approach', 'flash'] },
    { alternative: wish, light },
  );
  return {
    attempt_id: 'fca_01JD0000000000000000000000',
    nonce: randomBytes(32).toString('base64url'),
    challenge,
    upload: {
      frames: challenge.steps.length,
      max_bytes: 8_388_608,
      ...(light && { clip: { max_bytes: MOST_BYTES, longest_side: 160, least_per_s: 12 } }),
    },
    expires_at: '2026-01-01T00:00:00.000Z',
  };
};

const digestOf = ({ bytes }: { bytes: Uint8Array }) => createHash('sha256').update(bytes).digest();

/**
 * Captures by the clock on a device that takes so long for the n-th picture. Returns what the service says
 * of the manifest, and the numbers of the steps that the person was asked.
 */
const capture = async (
  encode_ms: (n: number) => number,
  wish?: 'audio',
  stops_ms = 200_000,
  light?: 'ready',
  bytes?: (quality: number) => number,
) => {
  const camera = openTestCamera({ encode_ms, ...(bytes && { bytes }) });
  const delivering = setInterval(() => camera.deliver(), 33);
  const stop = setTimeout(() => clearInterval(delivering), stops_ms);
  const attempt = attemptOf(wish, light);
  const colours: (string | null)[] = [];
  const asked: number[] = [];
  const began = performance.now();
  const progress = {
    step: (index: number, _ratio: number, holding: boolean, count?: number) => {
      if (!count && !holding) asked.push(index);
    },
    colour: (colour: string | null) => void colours.push(colour),
  };
  const undisturbed = <T>(work: () => Promise<T>) => work();
  const { signal } = new AbortController();
  const relieve = async () => void relieved++;
  let relieved = 0;
  const about = { video: camera.video, attempt, guidance: null };
  const setting = { ...about, progress, undisturbed, relieve };
  let took_ms = 0;
  const recording = record(setting, signal)
    .finally(() => {
      took_ms = performance.now() - began;
    })
    .catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(200_000);
  const recorded = await recording;
  const before = camera.encoded;
  await vi.advanceTimersByTimeAsync(5_000);
  const idle = camera.encoded === before;
  clearTimeout(stop);
  if (typeof recorded === 'string') return { ended: recorded, asked, took_ms, relieved };
  const { shots, clip } = recorded;
  const manifest: CaptureManifest = await makeManifest(attempt, shots, {}, clip);
  const problem = manifestProblem({
    manifest,
    attempt_id: attempt.attempt_id,
    nonce: Buffer.from(attempt.nonce, 'base64url'),
    challenge: attempt.challenge,
    hashes: shots.map(digestOf),
    clip: clip?.pictures.map(digestOf) ?? [],
    elapsed_ms: took_ms,
  });
  const bytes_sent = clip?.pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0;
  return { problem, asked, took_ms, relieved, attempt, colours, manifest, idle, bytes: bytes_sent };
};
const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The picture of a step; the first one that is encoded is the empty canvas. */
const FIFTH = 5;

test('sends a capture that the service accepts from a device that takes 4 s for each picture', async () => {
  const { problem, asked, took_ms } = await capture(() => 4_000);
  expect(problem).toBeNull();
  expect(asked).toEqual(ALL);
  expect(took_ms).toBeLessThan(80_000);
});

test('asks the steps again when a picture is later than the service accepts', async () => {
  const { problem, asked, relieved } = await capture((n) => (n === FIFTH ? 12_000 : 50));
  // Sent as they are, the service would refuse them after 40 s of a person's effort.
  expect(problem).toBeNull();
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, ...ALL]);
  // The second time with smaller pictures, which such a device takes faster.
  expect(relieved).toBe(1);
});

test('sends nothing when the time of the attempt is over before the steps could be asked again', async () => {
  const always = await capture((n) => (n > 0 ? 12_000 : 50));
  expect(always.ended).toBe('attempt_expired');
  expect(always.took_ms).toBeLessThan(90_000);
  const listening = await capture((n) => (n === FIFTH + 4 ? 20_000 : 50), 'audio');
  expect(listening.ended).toBe('attempt_expired');
});

test('ends soon when the camera stops on the way', async () => {
  const { ended, took_ms } = await capture(() => 50, undefined, 8_000);
  expect(ended).toBe('camera_interrupted');
  expect(took_ms).toBeLessThan(35_000);
});

test('shows the light after the last step and records it as the service needs it', async () => {
  const { problem, attempt, colours, manifest } = await capture(() => 20, undefined, 200_000, 'ready');
  expect(problem).toBeNull();
  const drawn = (attempt!.challenge.parameters.light as { colour: string }[]).map(({ colour }) => colour);
  expect(colours).toEqual(['#ffffff', ...drawn, '#ffffff', null]);
  const { pictures, light } = manifest!.clip!;
  const took_ms = light!.at(-1)! - light![0]!;
  // Eight colours of 350 ms: 2.86 changes a second.
  expect(took_ms).toBeGreaterThan(2_750);
  expect(took_ms).toBeLessThan(3_000);
  // The clip begins before the last frame, so that it shows a moment of the frames too.
  expect(pictures[0]!.t_ms).toBeLessThan(manifest!.frames.at(-1)!.t_ms);
  expect(pictures.at(-1)!.t_ms).toBeGreaterThan(light!.at(-1)!);
});

test('ends the clip of a round that is asked again, and records another', async () => {
  // The picture before the last step takes so long that the last step's comes too late.
  const late = (n: number) => (n === 8 ? 12_000 : 20);
  const { problem, asked, idle } = await capture(late, undefined, 300_000, 'ready');
  expect([problem, idle]).toEqual([null, true]);
  // Every step up to the last one was asked once, and then again.
  expect(asked.filter((step) => step === 0)).toHaveLength(2);
  expect(Math.max(...asked.slice(0, asked.lastIndexOf(0)))).toBe(Math.max(...asked));
});

const recordedFor = async (
  ms: number,
  deliver: (camera: ReturnType<typeof openTestCamera>) => void,
  bytes?: (quality: number) => number,
) => {
  const camera = openTestCamera({ ...(bytes && { bytes }) });
  camera.picture = 1;
  const delivering = setInterval(() => deliver(camera), 16);
  const { signal } = new AbortController();
  const clip = openClip(camera.video, () => performance.now(), signal, MOST_BYTES);
  await vi.advanceTimersByTimeAsync(ms);
  const pictures = clip.stop(0);
  await vi.advanceTimersByTimeAsync(100);
  clearInterval(delivering);
  return pictures;
};

test('keeps no more pictures of a long wait than the service takes', async () => {
  const pictures = await recordedFor(30_000, (camera) => camera.deliver());
  expect(pictures.length).toBeGreaterThan(160);
  expect(pictures.length).toBeLessThanOrEqual(MOST_PICTURES);
});

test('leaves out a picture that the camera delivered before', async () => {
  const pictures = await recordedFor(2_000, (camera) => {
    camera.picture = (camera.picture % 5) + 1;
    camera.paint();
  });
  expect(pictures).toHaveLength(5);
});

test('tries three times to read pixels when the browser refuses them, and draws every picture', async () => {
  let asked = 0;
  class Refused {
    constructor() {
      asked++;
      throw new Error('no pixels');
    }
  }
  const pictures = await recordedFor(2_000, (camera) => {
    vi.stubGlobal('VideoFrame', Refused);
    camera.deliver();
  });
  expect(asked).toBe(3);
  expect(pictures.length).toBeGreaterThan(20);
});

const sizeOf = (pictures: readonly { bytes: Uint8Array }[]) =>
  pictures.reduce((sum, { bytes }) => sum + bytes.length, 0);

test('sends fewer pictures, and still twelve a second, when all of them are more than the service takes', async () => {
  const pictures = await recordedFor(
    12_000,
    (camera) => camera.deliver(),
    () => 13_000,
  );
  expect(sizeOf(pictures)).toBeLessThanOrEqual(MOST_BYTES);
  expect(sizeOf(pictures)).toBeGreaterThan(0.9 * MOST_BYTES);
  const [from, until] = [pictures[0]!.t_ms, pictures.at(-1)!.t_ms];
  expect(pictures.length / ((until - from) / 1_000)).toBeGreaterThanOrEqual(12);
  // From the first to the last, with no hole between them.
  const gaps = pictures.slice(1).map(({ t_ms }, i) => t_ms - pictures[i]!.t_ms);
  expect(Math.max(...gaps)).toBeLessThan(200);
});

test('encodes a grainy picture at a lower quality when it has more than its share of the bytes', async () => {
  const asked = new Set<number>();
  const pictures = await recordedFor(
    12_000,
    (camera) => camera.deliver(),
    (quality) => {
      asked.add(quality);
      return quality * 25_000;
    },
  );
  expect([...asked]).toEqual([0.8, 0.6, 0.4]);
  expect(sizeOf(pictures)).toBeLessThanOrEqual(MOST_BYTES);
  expect(pictures.length).toBeGreaterThan(160);
});

test('leaves a usual clip as it was recorded', async () => {
  const usual = (camera: ReturnType<typeof openTestCamera>) => camera.deliver();
  const [few, many] = [await recordedFor(4_000, usual), await recordedFor(4_000, usual, () => 6_000)];
  expect(many.map(({ bytes }) => bytes.length)).toEqual(few.map(() => 6_000));
});

test('sends a clip that the service accepts from a camera whose pictures are all grain', async () => {
  const { problem, manifest, bytes } = await capture(
    () => 20,
    undefined,
    200_000,
    'ready',
    (quality) => quality * 100_000,
  );
  expect(problem).toBeNull();
  expect(manifest!.clip!.pictures.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('records no clip where there is no light', async () => {
  const { manifest, colours } = await capture(() => 20);
  expect([manifest!.clip, colours]).toEqual([undefined, []]);
});
