import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestCamera, type TestCameraOptions } from '../../testing/still-camera.ts';
import { openShutter } from './shutter.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const LATEST_MS = 20_000;
const SIGNAL = new AbortController().signal;

/** Takes a few pictures from a camera that delivers one every so many milliseconds. */
const take = async (every_ms: number, count: number, options?: TestCameraOptions, paint_ms?: number) => {
  const camera = openTestCamera(options);
  if (paint_ms) setInterval(() => camera.paint(), paint_ms);
  if (every_ms < Number.POSITIVE_INFINITY) setInterval(() => camera.deliver(), every_ms);
  const taking = (async () => {
    const shutter = await openShutter(camera.video, SIGNAL);
    for (let i = 0; i < count; i++) if (!(await shutter.shoot('s0', LATEST_MS))) return 'none in time';
    return shutter.shots.map(({ bytes }) => new TextDecoder().decode(bytes));
  })().catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(60_000);
  return { camera, taken: await taking };
};

test('waits for a new picture however often the same one is painted meanwhile', async () => {
  // A starved page gets few pictures. Twenty equal shots, which take less than a second, ended the capture.
  const { taken } = await take(3_000, 4, {}, 33);
  expect(taken).toEqual(['picture 1', 'picture 2', 'picture 3', 'picture 4']);
});

test('learns of a new picture from the counter of the video when the page is not painted', async () => {
  const { camera, taken } = await take(100, 10, { paints: false });
  expect(taken).toHaveLength(10);
  // It does not encode the same picture over and over while it waits.
  expect(camera.encoded).toBeLessThanOrEqual(12);
});

test('does not take the empty video of a camera whose first picture is not there yet', async () => {
  expect((await take(1_000, 1)).taken).toEqual(['picture 1']);
});

test('takes none when the camera has stopped, or when its next picture comes too late', async () => {
  expect((await take(Number.POSITIVE_INFINITY, 1)).taken).toBe('none in time');
  expect((await take(15_000, 2)).taken).toBe('none in time');
});

test('copies the picture from a frame of the video when drawing the video draws nothing', async () => {
  const { camera, taken } = await take(1_000, 2, { draws: () => false, frames: 'upright' });
  expect(taken).toEqual(['picture 1 of a frame', 'picture 2 of a frame']);
  expect(camera.open).toBe(0);
});

test('waits when drawing the video draws nothing and no frame can be copied as it is shown', async () => {
  for (const frames of [undefined, 'sideways', 'planes'] as const) {
    const { camera, taken } = await take(1_000, 1, { draws: () => false, frames });
    expect(taken).toBe('none in time');
    expect(camera.open).toBe(0);
  }
});

test('takes no picture from a frame when the video is drawn, or has counted no new picture', async () => {
  expect((await take(1_000, 2, { frames: 'upright' })).taken).toEqual(['picture 1', 'picture 2']);
  // The camera stops, and then the picture that was drawn before is only in the frame.
  let drawn = 0;
  const draws = (picture: number) => picture > 0 && drawn++ < 1;
  expect((await take(15_000, 2, { draws, frames: 'upright' })).taken).toBe('none in time');
});

test('stops waiting when the person leaves', async () => {
  const leave = new AbortController();
  const { video } = openTestCamera();
  const opening = openShutter(video, leave.signal);
  await vi.advanceTimersByTimeAsync(100);
  const taking = (await opening).shoot('s0', LATEST_MS).catch((error: Error) => error.message);
  leave.abort(new Error('the screen was left'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await taking).toBe('the screen was left');
});
