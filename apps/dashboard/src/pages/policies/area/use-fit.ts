import { useEffect, useState } from 'react';
import { ringAround } from '../../../map/draw/geometry.ts';
import { type LngLat, round } from '../../../map/mercator.ts';
import { areasOf, useOutlines } from '../../../map/outlines.ts';
import { type Bounds, boundsOf } from '../../../map/view.ts';
import type { Definition } from '../queries.ts';

const placesOf = ({ rule }: Definition): LngLat[] =>
  (rule?.shapes ?? []).flatMap(({ circle, polygon }) =>
    circle ? ringAround([circle.lng, circle.lat], circle.radius_m) : (polygon?.[0] ?? []),
  );

/**
 * What the map shows at first: the shapes, else the regions that are allowed. It is found once: a map that fits itself
 * anew while a shape is drawn would run away from the pointer.
 */
export function useFit(definition: Definition): Bounds | undefined {
  const codes = definition.rule?.allow?.length ? definition.rule.allow : (definition.rule?.deny ?? []);
  const outlines = useOutlines([...new Set(codes.map((code) => code.slice(0, 2)))]);
  const [found, setFound] = useState<Bounds | null>(() =>
    boundsOf(placesOf(definition).map((at) => ({ at, radius_m: 300 }))),
  );
  useEffect(() => {
    if (found || codes.length === 0) return;
    const boxes = codes.flatMap((code) =>
      areasOf(outlines, code).flatMap(({ rings }) => rings.map(({ box }) => box)),
    );
    const corners = boxes.flatMap(([left, top, right, bottom]) => [
      round([left, bottom]),
      round([right, top]),
    ]);
    const bounds = boundsOf(corners.map((at) => ({ at, radius_m: 0 })));
    if (bounds) setFound(bounds);
  }, [found, codes, outlines]);
  return found ?? undefined;
}
