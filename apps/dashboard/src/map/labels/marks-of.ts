import type { MapLayer } from '../layers.ts';
import { type Flat, flat } from '../mercator.ts';

/** Parts of a dimension's line, so short that no name fits between their ends. */
const PIECES = 6;

/** What a place's name stands away from, on the world's square: points with labels, and lines with a length. */
export const marksOf = (layers: readonly MapLayer[]): Flat[] =>
  layers.flatMap((layer): Flat[] => {
    if (layer.kind === 'point' || layer.kind === 'circle') return [flat(layer.at)];
    if (layer.kind !== 'dimension') return [];
    const [from, to] = [flat(layer.from), flat(layer.to)];
    const at = (i: number): Flat => [
      from[0] + ((to[0] - from[0]) * i) / PIECES,
      from[1] + ((to[1] - from[1]) * i) / PIECES,
    ];
    return Array.from({ length: PIECES + 1 }, (_, i) => at(i));
  });
