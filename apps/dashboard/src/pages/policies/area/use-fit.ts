import { useMemo, useRef } from 'react';
import { WORLD } from '../../../map/geo-map.tsx';
import { ringAround } from '../../../map/globe/circle.ts';
import { joinedAtSeam } from '../../../map/globe/joined.ts';
import { boundsAround } from '../../../map/globe/span.ts';
import { type LngLat, round } from '../../../map/mercator.ts';
import { areasOf, type Outlines, useOutlines } from '../../../map/outlines.ts';
import type { Shown } from '../../../map/use-engine.ts';
import { type Bounds, boundsOf } from '../../../map/view.ts';
import type { Definition } from '../queries.ts';

const SIDES = 64;
/** Metres around a shape: a small one is seen with what is around it. */
const AROUND_M = 300;

const shapeBounds = ({ rule }: Definition): Bounds[] =>
  (rule?.shapes ?? []).flatMap(({ circle, polygon }) => {
    const rings: LngLat[][] = circle
      ? [ringAround([circle.lng, circle.lat], circle.radius_m, SIDES)]
      : joinedAtSeam(polygon ?? []);
    return rings.flatMap((ring) => {
      const bounds = boundsOf(ring.map((at) => ({ at, radius_m: AROUND_M })));
      return bounds ? [bounds] : [];
    });
  });

/** The regions that a policy speaks of first: those that it allows, else those that it denies. */
const codesOf = ({ rule }: Definition): readonly string[] =>
  rule?.allow?.length ? rule.allow : (rule?.deny ?? []);

const regionBounds = (codes: readonly string[], outlines: Outlines): Bounds[] =>
  codes.flatMap((code) =>
    areasOf(outlines, code).flatMap(({ rings }) =>
      rings.map(({ box: [left, top, right, bottom] }): Bounds => {
        const [[west, south], [east, north]] = [round([left, bottom]), round([right, top])];
        return [west, south, east, north];
      }),
    ),
  );

/**
 * What the map shows at first: the shapes, else the regions that are allowed, of the definition that the page was
 * opened with. A map that fits itself anew while a shape is drawn would run away from the pointer. Outlines come
 * one by one. “Show everything” shows the shapes and the regions of the definition as it is now.
 */
export function useFit(definition: Definition): Shown {
  const opened = useRef(definition).current;
  const codes = [...new Set([...codesOf(opened), ...codesOf(definition)])];
  const outlines = useOutlines([...new Set(codes.map((code) => code.slice(0, 2)))]);
  return useMemo(() => firstAndAll(opened, definition, outlines), [opened, definition, outlines]);
}

export function firstAndAll(opened: Definition, definition: Definition, outlines: Outlines): Shown {
  const of = shapeBounds(opened);
  const first = of.length > 0 ? of : regionBounds(codesOf(opened), outlines);
  return {
    first: boundsAround(first) ?? WORLD,
    // Only “Show everything” asks for it, and a policy changes with each move of a point.
    get all() {
      const all = [...shapeBounds(definition), ...regionBounds(codesOf(definition), outlines)];
      return boundsAround(all) ?? WORLD;
    },
    settling: true,
  };
}
