/**
 * Pure geometry of the picture, the preview and the oval. Lengths are CSS pixels unless stated otherwise.
 */
export interface Size {
  width: number;
  height: number;
}
interface Rect extends Size {
  x: number;
  y: number;
}
export interface Oval {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
}

/** The part of the picture that the view shows with `object-fit: cover`, in picture pixels. */
export const coverCrop = (picture: Size, view: Size): Rect => {
  const scale = Math.max(view.width / picture.width, view.height / picture.height);
  const width = view.width / scale;
  const height = view.height / scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
};

/**
 * Size of a frame to send: the whole picture, its longer side at most `max` pixels, never enlarged, even
 * numbers.
 */
export const frameSize = (picture: Size, max: number): Size => {
  const scale = Math.min(1, max / Math.max(picture.width, picture.height));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(picture.width), height: even(picture.height) };
};

/** A face is about 1.35 times as high as it is wide. */
const FACE_RATIO = 1.35;
/**
 * Share of the view's width. It leaves room to come closer, and for the surroundings that passive liveness
 * looks at.
 */
const OVAL_WIDTH = 0.62;
const OVAL_HEIGHT = 0.66;

/**
 * The oval in the middle of the view. `scale`: how much larger the face should be, as far as there is room.
 */
export const ovalIn = (view: Size, scale = 1): Oval => {
  const normal = Math.min((view.width * OVAL_WIDTH) / 2, (view.height * OVAL_HEIGHT) / 2 / FACE_RATIO);
  const most = Math.min(view.width / 2, view.height / 2 / FACE_RATIO) * 0.98;
  const rx = Math.min(normal * scale, most);
  const ry = rx * FACE_RATIO;
  return { cx: view.width / 2, cy: Math.max(view.height * 0.48, ry), rx, ry };
};

/** SVG path: the whole view with the oval cut out (`fill-rule: evenodd`). */
export const maskPath = ({ width, height }: Size, { cx, cy, rx, ry }: Oval): string =>
  `M0 0H${width}V${height}H0ZM${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** In a smaller picture no face can be judged. */
const MIN_PICTURE: Size = { width: 320, height: 240 };
export const isTooSmall = ({ width, height }: Size): boolean =>
  Math.max(width, height) < MIN_PICTURE.width || Math.min(width, height) < MIN_PICTURE.height;

/**
 * Middle and height of a view's oval in the picture behind it, in picture pixels. Mirroring the view
 * changes nothing.
 */
export const targetIn = (
  picture: Size,
  view: Size,
  { cx, cy, ry }: Oval,
): { x: number; y: number; height: number } => {
  const crop = coverCrop(picture, view);
  const scale = crop.width / view.width;
  return { x: crop.x + cx * scale, y: crop.y + cy * scale, height: 2 * ry * scale };
};

/** Whether the browser shows the picture as it lies in memory, neither turned nor in other proportions. */
export const isUpright = (frame: VideoFrame): boolean =>
  !(frame as { rotation?: number }).rotation &&
  !(frame as { flip?: boolean }).flip &&
  frame.displayWidth === frame.visibleRect?.width &&
  frame.displayHeight === frame.visibleRect.height;
