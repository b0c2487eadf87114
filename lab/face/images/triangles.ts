export type Flat = readonly [x: number, y: number];
export type Triangle = readonly [a: number, b: number, c: number];

interface Circled {
  corners: Triangle;
  x: number;
  y: number;
  r2: number;
}

/** Delaunay triangles of points (Bowyer and Watson, 1981). It is fast enough for a few hundred points. */
export function triangulate(points: readonly Flat[]): Triangle[] {
  const far = 1e5;
  const all: Flat[] = [...points, [-far, -far], [far, -far], [0, far]];
  const n = points.length;
  let triangles = [circled(all, [n, n + 1, n + 2])];
  for (let i = 0; i < n; i++) {
    const [x, y] = all[i]!;
    const hit = triangles.filter((each) => (each.x - x) ** 2 + (each.y - y) ** 2 < each.r2);
    const gone = new Set(hit);
    triangles = triangles.filter((each) => !gone.has(each));
    for (const [a, b] of outline(hit)) triangles.push(circled(all, [a, b, i]));
  }
  return triangles.map(({ corners }) => corners).filter((corners) => corners.every((corner) => corner < n));
}

/** Edges that belong to only one triangle. */
function outline(triangles: readonly Circled[]): [number, number][] {
  const edges = new Map<string, [number, number]>();
  for (const { corners } of triangles)
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corners[i]!, corners[(i + 1) % 3]!];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      if (!edges.delete(key)) edges.set(key, [a, b]);
    }
  return [...edges.values()];
}

function circled(points: readonly Flat[], corners: Triangle): Circled {
  const [[ax, ay], [bx, by], [cx, cy]] = corners.map((corner) => points[corner]!) as [Flat, Flat, Flat];
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-12;
  const [a2, b2, c2] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d;
  const y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d;
  return { corners, x, y, r2: (ax - x) ** 2 + (ay - y) ** 2 };
}
