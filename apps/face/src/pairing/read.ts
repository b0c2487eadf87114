import { pause } from '../service/call.ts';

/** Reads the texts of the QR codes in a picture. */
export type Read = (picture: HTMLCanvasElement) => Promise<string[]>;

/** The moving code: 8 Crockford symbols. Any other code in front of the camera is ignored. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;
/** A code is visible for 400 ms. */
const EACH_MS = 60;
/** A slow device looks as often as it can, and still responds to touch. */
const BREATH_MS = 16;
/**
 * Pixels per side. A code of 29 modules that fills a third of it has 4.6 pixels per module; more pixels
 * only take longer to search.
 */
const SIDE = 400;

/**
 * Draws the middle of the camera's picture, as the person sees it. Returns false if there is no picture
 * yet.
 */
const draw = (video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean => {
  const { videoWidth, videoHeight } = video;
  const square = Math.min(videoWidth, videoHeight);
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || square === 0) return false;
  const side = Math.min(square, SIDE);
  canvas.width = canvas.height = side;
  const left = (videoWidth - square) / 2;
  const top = (videoHeight - square) / 2;
  canvas
    .getContext('2d', { willReadFrequently: true })!
    .drawImage(video, left, top, square, square, 0, 0, side, side);
  return true;
};

/** Looks at the camera's pictures until the signal aborts, and reports each new code once and at once. */
export const readCodes = async (
  video: () => HTMLVideoElement | null,
  read: Read,
  found: (code: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const canvas = document.createElement('canvas');
  let last = '';
  while (!signal.aborted) {
    const began = performance.now();
    const element = video();
    const texts = element && draw(element, canvas) ? await read(canvas) : [];
    if (signal.aborted) return;
    const code = texts.find((text) => CODE.test(text));
    if (code && code !== last) {
      last = code;
      found(code);
    }
    await pause(Math.max(EACH_MS - (performance.now() - began), BREATH_MS), signal);
  }
};
