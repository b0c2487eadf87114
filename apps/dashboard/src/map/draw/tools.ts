import type L from 'leaflet';
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { type DrawnFeature, LeafletBridge } from './bridge.ts';
import { type Geometry, metresBetween, precisePoint as point, ringAround, SIDES } from './geometry.ts';

export type LeafletMap = L.Map;
export type Tool = 'select' | 'polygon' | 'circle' | 'try';

interface Events {
  /** A new shape is finished. */
  made(geometry: Geometry): void;
  /** The shape under edit was let go of, somewhere else. */
  moved(geometry: Geometry): void;
  /** Everything that is to be drawn now: also while something is dragged. */
  drawn(features: readonly DrawnFeature[]): void;
}

export interface Drawing {
  use(tool: Tool): void;
  /** Puts a shape under the pointer, or none. */
  edit(geometry: Geometry | null): void;
  /** Whether a shape is begun and not finished. */
  busy(): boolean;
  close(): void;
}

function geometryOf({ geometry, properties }: DrawnFeature): Geometry | null {
  if (geometry.type !== 'Polygon') return null;
  const ring = (geometry.coordinates as number[][][])[0]!.map(point);
  if (properties.mode !== 'circle') return { kind: 'polygon', ring };
  const corners = ring.slice(0, -1);
  const mean = (axis: 0 | 1) => corners.reduce((sum, each) => sum + each[axis], 0) / corners.length;
  const at = point([mean(0), mean(1)]);
  const radius = corners.reduce((sum, each) => sum + metresBetween(at, each), 0) / corners.length;
  return { kind: 'circle', at, radius_m: Math.max(1, Math.round(radius)) };
}

const EDITED = {
  feature: {
    draggable: true,
    coordinates: { midpoints: { draggable: true }, draggable: true, deletable: false },
  },
};
const keyEvents = { cancel: 'Escape', finish: 'Enter' };
const modes = () => [
  new TerraDrawPolygonMode({ keyEvents, pointerDistance: 14 }),
  new TerraDrawCircleMode({ keyEvents, segments: SIDES }),
  new TerraDrawSelectMode({
    keyEvents: null,
    allowManualSelection: false,
    allowManualDeselection: false,
    pointerDistance: 14,
    flags: { polygon: EDITED, circle: ROUND },
  }),
];

const ringOf = (geometry: Geometry) =>
  geometry.kind === 'circle' ? ringAround(geometry.at, geometry.radius_m) : geometry.ring.map(point);

/** A shape as the library takes it. */
const featureOf = (id: string | number, geometry: Geometry) => ({
  id,
  type: 'Feature' as const,
  properties: { mode: geometry.kind },
  geometry: { type: 'Polygon' as const, coordinates: [ringOf(geometry).map((each) => [...each])] },
});

const ROUND = {
  feature: { draggable: true, coordinates: { draggable: false, resizable: 'center' as const } },
};

/** Drawing with the mouse or a finger, on Leaflet's map. Keys are the page's own: they move points one by one. */
export function openDrawing(map: L.Map, { made, moved, drawn }: Events): Drawing {
  const draw = new TerraDraw({ adapter: new LeafletBridge(map, drawn), modes: modes() });
  draw.start();
  draw.setMode('select');
  let edited: string | number | null = null;
  const drop = () => {
    if (edited !== null && draw.hasFeature(edited)) {
      draw.deselectFeature(edited);
      draw.removeFeatures([edited]);
    }
    edited = null;
  };
  draw.on('finish', (id, { action }) => {
    const feature = draw.getSnapshotFeature(id) as DrawnFeature | undefined;
    const geometry = feature && geometryOf(feature);
    if (!geometry) return;
    if (action !== 'draw') return moved(geometry);
    draw.removeFeatures([id]);
    made(geometry);
  });
  return {
    use(tool) {
      drop();
      draw.setMode(tool === 'try' ? 'select' : tool);
    },
    edit(geometry) {
      drop();
      if (!geometry || draw.getMode() !== 'select') return;
      const id = draw.getFeatureId();
      const [added] = draw.addFeatures([featureOf(id, geometry)]);
      edited = added?.valid ? id : null;
      if (edited !== null) draw.selectFeature(edited);
    },
    busy: () => draw.getModeState() === 'drawing',
    close() {
      if (draw.enabled) draw.stop();
    },
  };
}
