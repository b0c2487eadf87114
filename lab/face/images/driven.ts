import type { Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Rig } from './mesh-warp.ts';

type Flat = readonly [number, number];

/** The similarity transform that maps the eyes of `a` to those of `b`. */
function similarity(a: readonly Point[], b: readonly Point[]) {
  const [p, q] = [33, 263];
  const [ax, ay] = [a[q]![0] - a[p]![0], a[q]![1] - a[p]![1]];
  const [bx, by] = [b[q]![0] - b[p]![0], b[q]![1] - b[p]![1]];
  const size = ax * ax + ay * ay;
  const [re, im] = [(ax * bx + ay * by) / size, (ax * by - ay * bx) / size];
  return {
    scale: Math.hypot(re, im),
    turned: ([x, y]: Flat): Flat => [re * x - im * y, im * x + re * y],
    back: ([x, y]: Flat): Flat => [
      (re * x + im * y) / (re * re + im * im),
      (re * y - im * x) / (re * re + im * im),
    ],
  };
}

/** The victim's points, moved as the driver's points moved since a neutral moment. */
export function driven(rig: Rig, neutral: readonly Point[], now: readonly Point[]): Point[] {
  const face = rig.points.slice(0, rig.face);
  const size = (points: readonly Point[]) =>
    Math.hypot(points[263]![0] - points[33]![0], points[263]![1] - points[33]![1]);
  const unit = size(face) / size(neutral);
  const move = similarity(neutral, now);
  const [nx, ny] = neutral[1]!;
  const [mx, my] = now[1]!;
  const [fx, fy] = face[1]!;
  return rig.points.map((point, i): Point => {
    if (i >= rig.head) return point;
    const [ex, ey] = i < rig.face ? move.back([now[i]![0] - mx, now[i]![1] - my]) : [0, 0];
    const deformed: Flat =
      i < rig.face
        ? [
            point[0] - fx + (ex - (neutral[i]![0] - nx)) * unit,
            point[1] - fy + (ey - (neutral[i]![1] - ny)) * unit,
          ]
        : [point[0] - fx, point[1] - fy];
    const [x, y] = move.turned(deformed);
    return [fx + x + (mx - nx) * unit, fy + y + (my - ny) * unit, point[2] * move.scale];
  });
}
