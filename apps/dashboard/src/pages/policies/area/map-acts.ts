import { type Geometry, onEarth, precisePoint } from '../../../map/draw/geometry.ts';
import type { LeafletMap, Tool } from '../../../map/draw/tools.ts';
import { beside } from '../../../map/globe/turns.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Shape } from '../queries.ts';
import { covers, newShape, pointsOf, squareAround, withGeometry } from '../shapes/geometry.ts';
import type { Selection } from '../shapes/use-selection.ts';

interface Parts {
  editor: Editor;
  selection: Selection;
  tool: Tool;
  setTool(tool: Tool): void;
  tryAt(at: LngLat): void;
  map: LeafletMap | null;
}

interface MapActs {
  made(geometry: Geometry): void;
  moved(geometry: Geometry): void;
  change(shape: Shape, about: string): void;
  remove(): void;
  begin(): void;
  clicked(at: LngLat): void;
}

/** Pixels around a point of the shape that belong to it. */
const NEAR_PX = 14;

/** What happens to the shapes, by mouse and by keys. */
export function mapActs({ editor, selection, tool, setTool, tryAt, map }: Parts): MapActs {
  const { shapes } = editor;
  const at = selection.shape;
  const shape = at === null ? null : (shapes[at] ?? null);
  const change = (next: Shape, about: string) => {
    if (at !== null)
      editor.setShapes(
        shapes.map((each, i) => (i === at ? next : each)),
        about,
      );
  };
  const made = (geometry: Geometry, point: number | null = null) => {
    editor.setShapes([...shapes, newShape(geometry, shapes)]);
    selection.pick(shapes.length, point);
    setTool('select');
  };
  return {
    made: (geometry) => made(geometry),
    moved: (geometry) => shape && change(withGeometry(shape, geometry), ''),
    change,
    remove() {
      if (at === null) return;
      editor.setShapes(shapes.filter((_, i) => i !== at));
      selection.pick(null);
    },
    begin() {
      if (!map) return;
      const { lng, lat } = map.getCenter();
      if (tool === 'try') tryAt(onEarth([lng, lat]));
      else made(startOf(tool, map), 0);
    },
    clicked(place) {
      if (tool === 'try') return tryAt(onEarth(place));
      if (tool !== 'select') return;
      if (shape && map && isNear(map, pointsOf(shape), place)) return;
      const found = shapes.findLastIndex((each) => covers(each, place));
      if (found !== at) selection.pick(found < 0 ? null : found);
    },
  };
}

/** From far, a larger one would reach around a pole. */
const MOST_M = 500_000;

/** In the middle of what the map shows, an eighth of its height. */
export function startOf(kind: Tool, map: LeafletMap | null): Geometry {
  const { lng, lat } = map?.getCenter() ?? { lng: 0, lat: 0 };
  const at = precisePoint([lng, lat]);
  const half_m = map ? Math.max(5, Math.min(MOST_M, Math.round(heightMetres(map) / 8))) : 500;
  if (kind === 'circle') return { kind: 'circle', at, radius_m: half_m };
  const points = squareAround(at, half_m);
  return { kind: 'polygon', ring: [...points, points[0]!] };
}

const heightMetres = (map: LeafletMap): number => {
  const bounds = map.getBounds();
  return bounds.getNorthEast().distanceTo(bounds.getSouthEast());
};

function isNear(map: LeafletMap, points: readonly LngLat[], [lng, lat]: LngLat): boolean {
  const there = map.latLngToContainerPoint([lat, lng]);
  return points.some(([x, y]) => map.latLngToContainerPoint([y, beside(x, lng)]).distanceTo(there) < NEAR_PX);
}
