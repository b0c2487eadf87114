import type { OverlayProps } from '../../../map/draw/overlay.tsx';
import { ringAround } from '../../../map/globe/circle.ts';
import { joinedAtSeam } from '../../../map/globe/joined.ts';
import type { MapLayer } from '../../../map/layers.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Definition, Shape } from '../queries.ts';
import { areasIn } from '../shapes/geometry.ts';

/** What the map shows of a definition; the shape under edit is drawn above it. */
export function layersOf({ rule }: Definition, hidden: number | null): MapLayer[] {
  const regions = [
    ...(rule?.allow ?? []).map((code): MapLayer => ({ kind: 'region', code, effect: 'allow' })),
    ...(rule?.deny ?? []).map((code): MapLayer => ({ kind: 'region', code, effect: 'deny' })),
  ];
  const shapes = rule?.shapes ?? [];
  return [...regions, ...shapes.flatMap((shape, i) => layerOf(i === hidden ? withoutFirst(shape) : shape))];
}

/** The first area of a shape is under the pointer; the others stay where they are. */
function withoutFirst({ effect, ...shape }: Shape): Shape {
  const others = areasIn({ effect, ...shape })
    .slice(1)
    .flat();
  return others.length > 0
    ? { effect, polygon: others.map((ring) => ring.map(([x, y]) => [x, y])) }
    : { effect };
}

function layerOf({ effect, name, polygon, circle }: Shape): MapLayer[] {
  const label = name && { label: name };
  if (circle)
    return [{ kind: 'circle', at: [circle.lng, circle.lat], radius_m: circle.radius_m, effect, ...label }];
  return polygon ? [{ kind: 'polygon', rings: polygon, effect, ...label }] : [];
}

/** Enough to look round, also from near. */
const SIDES = 180;

/** Shapes with a buffer, their own or the rule's. */
export const buffersOf = ({ rule }: Definition): OverlayProps['buffers'] =>
  (rule?.shapes ?? []).flatMap(({ effect, polygon, circle, buffer_m = rule?.buffer_m }) => {
    if (!buffer_m) return [];
    const rings: readonly (readonly LngLat[])[] = circle
      ? [ringAround([circle.lng, circle.lat], circle.radius_m, SIDES)]
      : joinedAtSeam(polygon ?? []);
    return rings.map((ring) => ({ ring, buffer_m, effect }));
  });
