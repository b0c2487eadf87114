import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Facts } from './facts.ts';
import { type Guide, openGuide } from './guide.ts';
import type { Told } from './worker.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  // Files of one process share their globals.
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Looks at a camera with 30 pictures a second on a device whose models take so long. */
const open = async (took: number): Promise<{ guide: Guide; looks: () => number }> => {
  let looks = 0;
  class Looks {
    onmessage: ((event: { data: Told }) => void) | null = null;
    constructor() {
      setTimeout(() => this.onmessage?.({ data: { type: 'ready' } }), 100);
    }
    postMessage() {
      looks++;
      const facts = { took } as Facts;
      setTimeout(() => this.onmessage?.({ data: { type: 'facts', facts } }), took);
    }
    terminate() {}
  }
  class VideoFrame {}
  vi.stubGlobal('Worker', Looks);
  vi.stubGlobal('VideoFrame', VideoFrame);
  vi.stubGlobal('window', { VideoFrame });
  const video = {
    videoWidth: 640,
    readyState: 2,
    HAVE_CURRENT_DATA: 2,
    requestVideoFrameCallback: (call: () => void) => setTimeout(call, 33),
  } as unknown as HTMLVideoElement;
  const guide = openGuide(() => video, { seen: () => {}, lost: () => {}, needed: () => true });
  await vi.advanceTimersByTimeAsync(200);
  return { guide, looks: () => looks };
};

/** Looks within ten seconds. */
const rate = async (took: number): Promise<number> => {
  const { looks } = await open(took);
  const before = looks();
  await vi.advanceTimersByTimeAsync(10_000);
  return (looks() - before) / 10;
};

test('looks at every picture that a fast device has time for, and pauses between looks on a slow one', async () => {
  expect(await rate(30)).toBeGreaterThan(14);
  // At most half of the time: the rest is the camera's, which starved beside models that never pause.
  expect((await rate(100)) * 100).toBeLessThan(500);
  expect((await rate(180)) * 180).toBeLessThan(500);
  // Slow looks are still several in a second.
  expect(await rate(300)).toBeGreaterThan(1.5);
});

test('begins no look while it rests, and goes on afterwards', async () => {
  const { guide, looks } = await open(30);
  guide.rest(true);
  const before = looks();
  await vi.advanceTimersByTimeAsync(3_000);
  // The look that was asked for before.
  expect(looks() - before).toBeLessThanOrEqual(1);
  guide.rest(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks() - before).toBeGreaterThan(10);
});
