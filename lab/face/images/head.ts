import { around, type Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Rig } from './mesh-warp.ts';

/** Movements of a head that is made from a photograph. Left and right are the person's own. */
export interface Pose {
  /** Degrees to the person's left. */
  yaw?: number;
  /** Degrees to the person's left shoulder. */
  roll?: number;
  scale?: number;
  /** Shares of the face's size. */
  dx?: number;
  dy?: number;
  /** 0 to 1. */
  smile?: number;
  open?: number;
}

const [RIGHT_CORNER, LEFT_CORNER, UPPER_LIP, LOWER_LIP] = [61, 291, 13, 14];
/** The upper lip. Every other point below the line of the mouth moves when the mouth opens. */
const UPPER = new Set([
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308,
]);

/** The positions of the rig's points in a pose. */
export function posed(rig: Rig, pose: Pose): Point[] {
  const face = rig.points.slice(0, rig.face);
  const { x: cx, y: cy, side } = around(face);
  const cz = side * 0.35;
  const radians = (degrees = 0) => (degrees * Math.PI) / 180;
  const [yaw, roll, scale] = [radians(pose.yaw), radians(pose.roll), pose.scale ?? 1];
  const expressed = rig.points.map((point, i) =>
    i < rig.face ? expression(point, i, face, side, pose) : point,
  );
  return expressed.map((point, i): Point => {
    if (i >= rig.head) return point;
    const [x, y, z] = [point[0] - cx, point[1] - cy, point[2] - cz];
    // The person's left is on the right of the picture, and the nose has a small z.
    const [tx, tz] = [x * Math.cos(yaw) - z * Math.sin(yaw), x * Math.sin(yaw) + z * Math.cos(yaw)];
    const [rx, ry] = [tx * Math.cos(roll) - y * Math.sin(roll), tx * Math.sin(roll) + y * Math.cos(roll)];
    return [
      cx + rx * scale + (pose.dx ?? 0) * side,
      cy + ry * scale + (pose.dy ?? 0) * side,
      cz + tz * scale,
    ];
  });
}

function expression(point: Point, index: number, face: readonly Point[], side: number, pose: Pose): Point {
  let [x, y] = point;
  const [right, left] = [face[RIGHT_CORNER]!, face[LEFT_CORNER]!];
  const width = Math.hypot(left[0] - right[0], left[1] - right[1]);
  for (const [corner, outward] of [
    [right, -1],
    [left, 1],
  ] as const) {
    const near = Math.exp(
      -(((point[0] - corner[0]) ** 2 + (point[1] - corner[1]) ** 2) / (0.45 * width) ** 2),
    );
    x += outward * near * (pose.smile ?? 0) * 0.07 * side;
    y -= near * (pose.smile ?? 0) * 0.055 * side;
  }
  const line = (face[UPPER_LIP]![1] + face[LOWER_LIP]![1]) / 2;
  if (pose.open && !UPPER.has(index) && point[1] > line - 0.01 * side) {
    const across = (point[0] - (right[0] + left[0]) / 2) / (width * 0.75);
    const chin = Math.min(1, Math.max(0, (point[1] - line) / (0.35 * side)));
    y += pose.open * 0.16 * side * Math.max(0, 1 - across ** 2 * (1 - chin)) * (1 - 0.3 * chin);
  }
  return [x, y, point[2]];
}
