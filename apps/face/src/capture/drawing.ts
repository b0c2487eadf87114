import { isUpright, type Size } from '../guidance/framing.ts';
import { planesOf } from '../guidance/picture.ts';
import { shrink } from './shrink.ts';

/**
 * A canvas in memory. On the graphics card, each picture would have to be read back from it; where a program
 * draws in the card's place, WebKit then blocks the page for a second per picture.
 */
export const openCanvas = ({ width, height }: Size) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d', { willReadFrequently: true })! };
};

/** A copy of the video's newest picture; null if its pixels do not lie in memory as the video shows them. */
const copyPicture = async (
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
): Promise<ImageBitmap | null> => {
  if (typeof VideoFrame === 'undefined') return null;
  const frame = new VideoFrame(video);
  try {
    const { format, displayWidth: width, displayHeight: height } = frame;
    const isShown = isUpright(frame) && width === video.videoWidth && height === video.videoHeight;
    if (format !== 'RGBA' || !isShown || frame.allocationSize() !== width * height * 4) return null;
    const pixels = context.createImageData(width, height);
    await frame.copyTo(pixels.data);
    return await createImageBitmap(pixels);
  } finally {
    frame.close();
  }
};

/**
 * Draws the video's newest picture. WebKitGTK gives up after 200 ms if the graphics card, or the program in
 * its place, has not delivered it, draws nothing, and reports no error. Copying has no such limit. It is used
 * only then, and only for a picture that came `later` than the last one taken: an old one with slightly other
 * colours would look new.
 */
export const drawNewest = async (
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  later: boolean,
): Promise<void> => {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  context.drawImage(video, 0, 0, width, height);
  const isDrawn = context.getImageData(0, 0, 1, 1).data[3] !== 0;
  if (isDrawn || !later) return;
  // A frame cannot be made while the video changes its size; the next picture is not far.
  const picture = await copyPicture(context, video).catch(() => null);
  if (!picture) return;
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
};

/**
 * Whether a frame's pixels lie in memory as the video shows them. A browser that does not say whether a picture is
 * turned may have turned it by half, which its size does not show.
 */
const isAsShown = (frame: VideoFrame, video: HTMLVideoElement): boolean =>
  'rotation' in frame &&
  isUpright(frame) &&
  frame.displayWidth === video.videoWidth &&
  frame.displayHeight === video.videoHeight;

/**
 * Draws the video's newest picture many times smaller. Averaging its pixels in memory takes about half the time of
 * drawing, which converts the whole picture first. Returns false if the browser gives neither NV12 nor I420, or if
 * the picture is turned or too small.
 */
export const drawSmall = async (
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
): Promise<boolean> => {
  if (typeof VideoFrame === 'undefined') return false;
  const frame = new VideoFrame(video);
  try {
    const { width, height } = context.canvas;
    if (!isAsShown(frame, video)) return false;
    if (video.videoWidth < 2 * width || video.videoHeight < 2 * height) return false;
    const planes = await planesOf(frame);
    if (!planes) return false;
    const image = context.createImageData(width, height);
    shrink(planes, image);
    context.putImageData(image, 0, 0);
    return true;
  } finally {
    frame.close();
  }
};
