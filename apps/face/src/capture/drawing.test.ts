import { afterEach, expect, test, vi } from 'vitest';
import { drawSmall } from './drawing.ts';

afterEach(() => void vi.unstubAllGlobals());

const SIZE = { width: 8, height: 4 };
/** A grey picture of a camera. */
const FRAME = {
  format: 'I420',
  rotation: 0,
  displayWidth: SIZE.width,
  displayHeight: SIZE.height,
  visibleRect: SIZE,
  colorSpace: { matrix: null, fullRange: true },
  allocationSize: () => 48,
  copyTo: async (bytes: Uint8Array) => {
    bytes.fill(128);
    return [
      { offset: 0, stride: 8 },
      { offset: 32, stride: 4 },
      { offset: 40, stride: 4 },
    ];
  },
};

async function drawn(change: Partial<Record<keyof typeof FRAME, unknown>>, canvas = { width: 4, height: 2 }) {
  const made = { open: 0, pixels: null as number[] | null };
  class TestFrame {
    constructor() {
      Object.assign(this, FRAME, change);
      if (change.rotation === null) delete (this as { rotation?: number }).rotation;
      made.open++;
    }
    close = () => void made.open--;
  }
  vi.stubGlobal('VideoFrame', TestFrame);
  const context = {
    canvas,
    createImageData: (width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
    }),
    putImageData: ({ data }: ImageData) => {
      made.pixels = [...data];
    },
  } as unknown as CanvasRenderingContext2D;
  const video = { videoWidth: SIZE.width, videoHeight: SIZE.height } as HTMLVideoElement;
  const answer = await drawSmall(context, video).catch(() => 'failed');
  expect(made.open).toBe(0);
  return { answer, pixels: made.pixels };
}

test('draws a picture of planes small, and lets go of its frame', async () => {
  const { answer, pixels } = await drawn({});
  expect(answer).toBe(true);
  expect(pixels).toEqual(Array.from({ length: 8 }, () => [128, 128, 128, 255]).flat());
});

test.each<[string, Parameters<typeof drawn>[0], { width: number; height: number }?]>([
  ['in another format', { format: 'RGBA' }],
  ['in no memory', { format: null }],
  ['turned by half', { rotation: 180 }],
  ['in a browser that does not say whether it is turned', { rotation: null }],
  ['of other proportions than its pixels', { displayWidth: 6 }],
  ['wider than the video', { displayWidth: 16, visibleRect: { width: 16, height: 4 } }],
  ['higher than the video', { displayHeight: 8, visibleRect: { width: 8, height: 8 } }],
  ['less than twice as wide', {}, { width: 5, height: 2 }],
  ['less than twice as high', {}, { width: 4, height: 3 }],
])('leaves a picture %s to be drawn', async (_, change, canvas) => {
  expect(await drawn(change, canvas)).toEqual({ answer: false, pixels: null });
});

test('lets go of a frame that cannot be copied', async () => {
  const copyTo = () => Promise.reject(new Error('the memory is gone'));
  expect(await drawn({ copyTo })).toEqual({ answer: 'failed', pixels: null });
});
