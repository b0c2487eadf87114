import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { box } from '../../../../testing/box.ts';
import type { LeafletMap, Tool } from '../../../map/draw/tools.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Definition, Shape } from '../queries.ts';
import { withGeometry } from '../shapes/geometry.ts';
import { buffersOf, layersOf } from './layers.ts';
import { mapActs } from './map-acts.ts';
import { pressed } from './use-map-keys.ts';

const fiji = withGeometry({ effect: 'deny' }, { kind: 'polygon', ring: box(179, -18, 182, -16) });

/** On a map on which a degree is ten pixels. */
function acts(tool: Tool, shapes: Shape[] = [fiji]) {
  const [pick, tryAt] = [vi.fn(), vi.fn()];
  const point = (x: number, y: number) => ({
    x,
    y,
    distanceTo: (other: { x: number; y: number }) => Math.hypot(x - other.x, y - other.y),
  });
  const map = { latLngToContainerPoint: ([lat, lng]: [number, number]) => point(10 * lng, -10 * lat) };
  const editor = { shapes, setShapes: vi.fn() } as unknown as Editor;
  const selection = { shape: 0, point: null, pick };
  const made = mapActs({
    editor,
    selection,
    tool,
    tryAt,
    setTool: vi.fn(),
    map: map as unknown as LeafletMap,
  });
  return { ...made, pick, tryAt };
}

it('tries a place with the longitude that everything else knows it by, by mouse and by keys', () => {
  const { clicked, tryAt } = acts('try');
  clicked([541, 10]);
  expect(tryAt).toHaveBeenCalledWith([-179, 10]);
  const keys = { tool: 'try' as const, tried: [179.9999999, 10] as LngLat, busy: () => false, tryAt };
  const event = { key: 'ArrowRight', shiftKey: true } as KeyboardEvent;
  expect(pressed(event, keys as unknown as Parameters<typeof pressed>[1])).toBe(true);
  expect(tryAt.mock.lastCall![0][0]).toBeLessThan(-179.99);
});

it('keeps a shape chosen when the click is near one of its points, in whichever world it is seen', () => {
  for (const turn of [-1, 0, 1, 2]) {
    const { clicked, pick } = acts('select');
    clicked([178.5 + 360 * turn, -18.5]);
    clicked([182.5 + 360 * turn, -15.5]);
    expect(pick).not.toHaveBeenCalled();
    clicked([170 + 360 * turn, -18]);
    expect(pick).toHaveBeenCalledWith(null);
  }
});

it('draws one buffer around an area that a policy keeps as two rings', () => {
  const definition = { name: 'A', rule: { buffer_m: 50, shapes: [fiji] } } as Definition;
  const [buffer, ...more] = buffersOf(definition);
  expect(more).toEqual([]);
  expect(buffer!.ring).toHaveLength(5);
});

it('still draws the other areas of a shape while the points of one are moved', () => {
  const polygon = [box(0, 0, 10, 10), box(4, 4, 6, 6), box(20, 0, 30, 10), box(24, 4, 26, 6)];
  const definition = { name: 'A', rule: { shapes: [fiji, { effect: 'deny', polygon }] } } as Definition;
  const ringsOf = (hidden: number | null) =>
    layersOf(definition, hidden).map((layer) => (layer.kind === 'polygon' ? layer.rings : null));
  expect(ringsOf(null)).toEqual([fiji.polygon, polygon]);
  expect(ringsOf(1)).toEqual([fiji.polygon, polygon.slice(2)]);
  expect(ringsOf(0)).toEqual([polygon]);
});
