/** GeoJSON as far as a pack uses it; every field may be missing or wrong. */
export interface Geometry {
  type: string;
  coordinates?: unknown;
  geometries?: Geometry[];
}
export interface Feature {
  properties?: Record<string, unknown> | null;
  geometry?: Geometry | null;
}
