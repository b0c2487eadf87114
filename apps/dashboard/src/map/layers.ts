import type { LngLat } from './mercator.ts';

/** What a policy says of a place. */
export type Effect = 'allow' | 'deny' | 'exclusion';

export interface BandLine {
  /** 95 %, metres. */
  error_m: number;
  /** Longitude, latitude, … in one flat list. */
  points: readonly number[];
}

/**
 * What stands on a map, as data. Later ones lie above earlier ones of their kind.
 *
 * - region: a country (`US`) or a part of one (`US-NJ`), by the very lines that decisions use.
 * - polygon, circle: the operator's own shapes.
 * - band: border lines, and how far their data may be off to both sides.
 * - disc: a place with its 95 % radius.
 * - point: the device, the network's address, an earlier try, or a number.
 * - path: dotted, from earlier to later. dimension: a distance, with its length.
 */
export type MapLayer =
  | { kind: 'region'; code: string; effect: Effect }
  | { kind: 'polygon'; rings: readonly (readonly LngLat[])[]; effect: Effect; label?: string }
  | { kind: 'circle'; at: LngLat; radius_m: number; effect: Effect; label?: string }
  | { kind: 'band'; lines: readonly BandLine[] }
  | { kind: 'disc'; at: LngLat; radius_m: number; of: 'device' | 'network' | 'try' }
  | {
      kind: 'point';
      at: LngLat;
      shape: 'device' | 'network' | 'try' | 'number';
      label: string;
      number?: number;
    }
  | { kind: 'path'; points: readonly LngLat[] }
  | { kind: 'dimension'; from: LngLat; to: LngLat; label: string };

export type Layer<K extends MapLayer['kind']> = Extract<MapLayer, { kind: K }>;

export const ofKind = <K extends MapLayer['kind']>(layers: readonly MapLayer[], kind: K): Layer<K>[] =>
  layers.filter((layer): layer is Layer<K> => layer.kind === kind);

/** Every place of a layer with the room it takes; a region takes none, because it may be half a continent. */
export function placesOf(layer: MapLayer): { at: LngLat; radius_m: number }[] {
  switch (layer.kind) {
    case 'circle':
    case 'disc':
      return [{ at: layer.at, radius_m: layer.radius_m }];
    case 'point':
      return [{ at: layer.at, radius_m: 0 }];
    case 'polygon':
      return layer.rings.flat().map((at) => ({ at, radius_m: 0 }));
    case 'path':
      return layer.points.map((at) => ({ at, radius_m: 0 }));
    case 'dimension':
      return [layer.from, layer.to].map((at) => ({ at, radius_m: 0 }));
    default:
      return [];
  }
}

/** The countries whose lines the layers need. */
export const countriesOf = (layers: readonly MapLayer[]): string[] => [
  ...new Set(ofKind(layers, 'region').map(({ code }) => code.slice(0, 2))),
];
