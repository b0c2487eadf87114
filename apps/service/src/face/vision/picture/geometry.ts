import { boundsOf, type Point } from '../networks/mesh.ts';
import type { Box, FaceLook } from '../vision.ts';

/** Landmark numbers of MediaPipe's canonical face. The person's right is on the left of the image. */
const [FOREHEAD, CHIN] = [10, 152];
const [RIGHT_EYE, LEFT_EYE] = [33, 263];
const [RIGHT_CHEEK, LEFT_CHEEK] = [234, 454];
const [RIGHT_MOUTH, LEFT_MOUTH] = [61, 291];
const [UPPER_LIP, LOWER_LIP] = [13, 14];
/** Corners of each eye, then pairs of points on the upper and the lower lid. */
const EYES = {
  right: {
    corners: [33, 133],
    lids: [
      [160, 144],
      [159, 145],
      [158, 153],
    ],
  },
  left: {
    corners: [362, 263],
    lids: [
      [385, 380],
      [386, 374],
      [387, 373],
    ],
  },
} as const;
/** Degrees of pitch that the model's depth gives a frontal face. */
const LEVEL_PITCH = 0;

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = (v: Point): number => Math.hypot(...v);
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const degrees = (radians: number): number => (radians * 180) / Math.PI;

export type Geometry = Pick<FaceLook, 'box' | 'cut_off' | 'centre' | 'size' | 'pose' | 'mouth' | 'eyes'>;

/** Measures a face by its landmarks alone. `points` are in pixels of an image of this width and height. */
export function geometryOf(points: readonly Point[], width: number, height: number): Geometry {
  const p = (index: number) => points[index]!;
  const box = boxOf(points, width, height);
  return {
    box,
    cut_off: box.x < 0 || box.y < 0 || box.x + box.width > 1 || box.y + box.height > 1,
    centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    size: length(minus(p(FOREHEAD), p(CHIN))) / Math.min(width, height),
    pose: poseOf(points),
    mouth: mouthOf(points),
    eyes: { left: opening(points, EYES.left), right: opening(points, EYES.right) },
  };
}

function boxOf(points: readonly Point[], width: number, height: number): Box {
  const { left, right, top, bottom } = boundsOf(points);
  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}

/**
 * The pose: a turned cheek lies further back, a raised chin further forward, and the line of the eyes gives
 * the roll.
 */
function poseOf(points: readonly Point[]): FaceLook['pose'] {
  const across = minus(points[LEFT_CHEEK]!, points[RIGHT_CHEEK]!);
  const down = minus(points[CHIN]!, points[FOREHEAD]!);
  const eyes = minus(points[LEFT_EYE]!, points[RIGHT_EYE]!);
  return {
    yaw: degrees(Math.atan2(across[2], Math.hypot(across[0], across[1]))),
    pitch: degrees(Math.atan2(-down[2], Math.hypot(down[0], down[1]))) - LEVEL_PITCH,
    roll: degrees(Math.atan2(eyes[1], eyes[0])),
  };
}

/**
 * Measures the mouth relative to the distance between the outer eye corners, which neither a smile nor a turn
 * changes.
 */
function mouthOf(points: readonly Point[]): FaceLook['mouth'] {
  const [right, left] = [points[RIGHT_MOUTH]!, points[LEFT_MOUTH]!];
  const [upper, lower] = [points[UPPER_LIP]!, points[LOWER_LIP]!];
  const unit = length(minus(points[LEFT_EYE]!, points[RIGHT_EYE]!));
  const down = minus(points[CHIN]!, points[FOREHEAD]!);
  const middle: Point = [(upper[0] + lower[0]) / 2, (upper[1] + lower[1]) / 2, (upper[2] + lower[2]) / 2];
  const corners: Point = [(right[0] + left[0]) / 2, (right[1] + left[1]) / 2, (right[2] + left[2]) / 2];
  return {
    width: length(minus(left, right)) / unit,
    open: length(minus(lower, upper)) / unit,
    lift: dot(minus(middle, corners), down) / length(down) / unit,
  };
}

function opening(points: readonly Point[], { corners, lids }: (typeof EYES)['left' | 'right']): number {
  const gap =
    lids.reduce((sum, [up, low]) => sum + length(minus(points[up]!, points[low]!)), 0) / lids.length;
  return gap / length(minus(points[corners[0]]!, points[corners[1]]!));
}
