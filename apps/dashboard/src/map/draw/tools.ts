import type L from 'leaflet';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { turnedTo } from '../globe/turns.ts';
import { type DrawnFeature, LeafletBridge } from './bridge.ts';
import type { Drawing, Events } from './drawing.ts';
import { Round } from './round.ts';

export type { Drawing, LeafletMap, Tool } from './drawing.ts';

const EDITED = {
  feature: {
    draggable: true,
    coordinates: { midpoints: { draggable: true }, draggable: true, deletable: false },
  },
};
const modes = () => [
  new TerraDrawPolygonMode({ keyEvents: { cancel: 'Escape', finish: 'Enter' }, pointerDistance: 14 }),
  new TerraDrawSelectMode({
    keyEvents: null,
    allowManualSelection: false,
    allowManualDeselection: false,
    pointerDistance: 14,
    flags: { polygon: EDITED },
  }),
];

/** A shape as the library takes it. */
const featureOf = (id: string | number, ring: [number, number][]) => ({
  id,
  type: 'Feature' as const,
  properties: { mode: 'polygon' },
  geometry: { type: 'Polygon' as const, coordinates: [ring] },
});

/** Polygons, by Terra Draw. */
function openAreas(map: L.Map, { made, moved, drawn }: Events): Drawing {
  const bridge = new LeafletBridge(map, drawn);
  const draw = new TerraDraw({ adapter: bridge, modes: modes() });
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
    if (feature?.geometry.type !== 'Polygon') return;
    const [ring = []] = feature.geometry.coordinates as number[][][];
    const geometry = { kind: 'polygon' as const, ring: ring.map(bridge.toMap) };
    if (action !== 'draw') return moved(geometry);
    draw.removeFeatures([id]);
    made(geometry);
  });
  return {
    use(tool) {
      drop();
      draw.setMode(tool === 'polygon' ? 'polygon' : 'select');
    },
    edit(geometry) {
      drop();
      if (geometry?.kind !== 'polygon' || draw.getMode() !== 'select') return;
      const ring = turnedTo(geometry.ring, map.getCenter().lng);
      bridge.begin(middleOf(ring.map(([lng]) => lng)));
      const id = draw.getFeatureId();
      const [added] = draw.addFeatures([featureOf(id, ring.map(bridge.fromMap))]);
      edited = added?.valid ? id : null;
      if (edited !== null) draw.selectFeature(edited);
    },
    busy: () => draw.getModeState() === 'drawing',
    close() {
      if (draw.enabled) draw.stop();
    },
  };
}

const middleOf = (lngs: readonly number[]): number => (Math.min(...lngs) + Math.max(...lngs)) / 2;

/** Drawing with the mouse or a finger, on Leaflet's map. Keys are the page's own: they move points one by one. */
export function openDrawing(map: L.Map, { made, moved, drawn }: Events): Drawing {
  const shown: (readonly DrawnFeature[])[] = [[], []];
  const eventsOf = (i: number): Events => ({
    made,
    moved,
    drawn(features) {
      shown[i] = features;
      drawn(shown.flat());
    },
  });
  const kinds = [openAreas(map, eventsOf(0)), new Round(map, eventsOf(1))];
  const presses = watchPresses(map.getContainer());
  return {
    use(tool) {
      presses.draw = tool === 'polygon' || tool === 'circle';
      for (const kind of kinds) kind.use(tool);
    },
    edit: (geometry) => kinds.forEach((kind) => void kind.edit(geometry)),
    busy: () => kinds.some((kind) => kind.busy()),
    close() {
      presses.leave();
      for (const kind of kinds) kind.close();
    },
  };
}

/** Rules for presses on a map with drawing tools, whichever of them is in use. */
function watchPresses(container: HTMLElement) {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  const presses = { draw: false, leave: () => stop.abort() };
  let lastTwo = [false, false];
  const pressed = ({ pointerId }: PointerEvent) => {
    lastTwo = [lastTwo[1]!, presses.draw];
    // A drag may end outside of the map, which has to hear of it.
    container.setPointerCapture(pointerId);
  };
  container.addEventListener('pointerdown', pressed, options);
  // The click that ends a shape changes the tool, and may be the second half of a double click.
  const zoomed = (event: Event) => lastTwo.includes(true) && event.stopImmediatePropagation();
  container.addEventListener('dblclick', zoomed, options);
  // That second click would select words beside the map, and choose the shape below it.
  const again = ({ detail }: MouseEvent) => detail > 1 && lastTwo[0]! && !lastTwo[1];
  const clicked = (event: MouseEvent) => again(event) && event.stopImmediatePropagation();
  container.addEventListener('click', clicked, options);
  container.addEventListener('mousedown', (event) => event.detail > 1 && event.preventDefault(), options);
  return presses;
}
