import { around, type Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import { type Raster, sampleInto } from './raster.ts';
import { type Triangle, triangulate } from './triangles.ts';

/** A photograph on a mesh: the face's landmarks, a ring around the head, and the picture's border. */
export interface Rig {
  image: Raster;
  points: readonly Point[];
  /** The number of points that belong to the face. */
  face: number;
  /** The number of points that move with the head. */
  head: number;
  triangles: readonly Triangle[];
}

/** The outline of the face among the 468 landmarks. */
export const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
const BORDER = 8;

export function rigOf(image: Raster, landmarks: readonly Point[]): Rig {
  const { x: cx, y: cy, side } = around(landmarks);
  // The ring covers hair and ears around and behind the face.
  const ring = OVAL.map((index): Point => {
    const [x, y] = landmarks[index]!;
    const out = y < cy ? 1.45 : 1.2;
    return [cx + (x - cx) * out, cy + (y - cy) * out, side * 0.35];
  });
  const points = [...landmarks, ...ring, ...borderOf(image)];
  const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < image.width && y < image.height;
  const head = landmarks.length + ring.length;
  const kept = points.filter(([x, y], i) => i < landmarks.length || i >= head || inside(x, y));
  const rings = kept.length - points.length + ring.length;
  return {
    image,
    points: kept,
    face: landmarks.length,
    head: landmarks.length + rings,
    triangles: triangulate(kept.map(([x, y]) => [x, y] as const)),
  };
}

function borderOf({ width, height }: Raster): Point[] {
  const places: Point[] = [];
  for (let i = 0; i < BORDER; i++) {
    const share = i / BORDER;
    places.push([share * width, 0, 0], [width, share * height, 0]);
    places.push([width - share * width, height, 0], [0, height - share * height, 0]);
  }
  return places;
}

/** Draws the photograph with its points moved. Near triangles cover far ones. */
export function warped({ image, points, triangles }: Rig, moved: readonly Point[]): Raster {
  const out: Raster = { ...image, data: Uint8Array.from(image.data) };
  const depth = (corners: Triangle) => corners.reduce((sum, corner) => sum + moved[corner]![2], 0);
  for (const corners of triangles.toSorted((a, b) => depth(b) - depth(a)))
    fill(
      out,
      image,
      corners.map((corner) => moved[corner]!),
      corners.map((corner) => points[corner]!),
    );
  return out;
}

export function fill(out: Raster, skin: Raster, to: readonly Point[], from: readonly Point[]): void {
  const [[ax, ay], [bx, by], [cx, cy]] = to as [Point, Point, Point];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (Math.abs(area) < 1e-6) return;
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(ay, by, cy))),
    Math.min(out.height - 1, Math.ceil(Math.max(ay, by, cy))),
  ];
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(ax, bx, cx))),
    Math.min(out.width - 1, Math.ceil(Math.max(ax, bx, cx))),
  ];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
      const w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
      const u = 1 - v - w;
      if (u < -0.001 || v < -0.001 || w < -0.001) continue;
      sampleInto(
        skin,
        u * from[0]![0] + v * from[1]![0] + w * from[2]![0],
        u * from[0]![1] + v * from[1]![1] + w * from[2]![1],
        out.data as Uint8Array,
        (y * out.width + x) * 3,
      );
    }
}
