import { describe, expect, it } from 'vitest';
import { leafletAt } from '../../../testing/leaflet.ts';
import type { LngLat } from '../mercator.ts';
import type { DrawnFeature } from './bridge.ts';
import type { Geometry } from './geometry.ts';
import { openDrawing, type Tool } from './tools.ts';

const CIRCLE: Geometry = { kind: 'circle', at: [20, 0], radius_m: 111_195 };

function opened(
  tool: Tool,
  edited: Geometry | null = null,
  options: { dragged?: boolean; at?: number } = {},
) {
  const leaflet = leafletAt(options.at ?? 20, 100, options);
  const told: { made: Geometry[]; moved: Geometry[] } = { made: [], moved: [] };
  let drawn: readonly DrawnFeature[] = [];
  const drawing = openDrawing(leaflet.map, {
    made: (geometry) => void told.made.push(geometry),
    moved: (geometry) => void told.moved.push(geometry),
    drawn(features) {
      drawn = features;
    },
  });
  drawing.use(tool);
  if (edited) drawing.edit(edited);
  return { ...leaflet, ...told, drawing, drawn: () => drawn };
}

describe('a circle that is dragged', () => {
  it('stays with the pointer that took it when another finger moves', () => {
    const { fire, moved } = opened('select', CIRCLE);
    const second = { pointerId: 2, isPrimary: false };
    fire('pointerdown', [20.5, 0], second);
    fire('pointermove', [25, 5], second);
    fire('pointerup', [25, 5], second);
    expect(moved).toEqual([]);
    fire('pointerdown', [20.5, 0]);
    fire('pointermove', [21.5, 1]);
    fire('pointerdown', [25, 5], second);
    fire('pointermove', [26, 6], second);
    fire('pointerup', [26, 6], second);
    expect(moved).toEqual([]);
    fire('pointerup', [21.5, 1]);
    expect(moved).toEqual([{ ...CIRCLE, at: [21, 1] }]);
  });

  it('keeps its pointer when it leaves the map, and is let go of when nothing is pressed any more', () => {
    const { fire, moved, taken, drawn } = opened('select', CIRCLE);
    fire('pointerdown', [20.5, 0]);
    expect(taken).toEqual([1]);
    fire('pointermove', [21.5, 1]);
    fire('pointermove', [29, 9], { buttons: 0 });
    expect(moved).toEqual([{ ...CIRCLE, at: [21, 1] }]);
    const before = JSON.stringify(drawn());
    fire('pointermove', [30, 9], { buttons: 0 });
    expect(JSON.stringify(drawn())).toBe(before);
  });

  it('is let go of when another press comes first', () => {
    const { fire, moved } = opened('select', CIRCLE);
    fire('pointerdown', [20.5, 0]);
    fire('pointermove', [21.5, 1]);
    fire('pointerdown', [40, 1]);
    expect(moved).toEqual([{ ...CIRCLE, at: [21, 1] }]);
  });

  it('keeps map and page still while it is held, and only then', () => {
    const { fire, dragging } = opened('select', CIRCLE);
    expect(fire('touchmove', [20, 0]).defaultPrevented).toBe(false);
    fire('pointerdown', [20.5, 0]);
    expect([dragging.enabled(), fire('touchmove', [20, 0]).defaultPrevented]).toEqual([false, true]);
    fire('pointerup', [20.5, 0]);
    expect([dragging.enabled(), fire('touchmove', [20, 0]).defaultPrevented]).toEqual([true, false]);
    fire('pointerdown', [20.5, 0], { button: 2 });
    expect(dragging.enabled()).toBe(true);
  });

  it('leaves a map undragged when fingers do not drag it', () => {
    const { fire, dragging } = opened('select', CIRCLE, { dragged: false });
    fire('pointerdown', [20.5, 0]);
    fire('pointermove', [21.5, 1]);
    fire('pointerup', [21.5, 1]);
    expect(dragging.enabled()).toBe(false);
  });

  it('chooses nothing else when it is let go of, and the next click counts again', async () => {
    const { fire, container } = opened('select', CIRCLE);
    // Node asks listeners in their order, a browser asks those that capture first: here the map's own comes last.
    const counts = (place: LngLat) => {
      let clicks = 0;
      container.addEventListener('click', () => void clicks++, { once: true });
      fire('click', place);
      return clicks;
    };
    fire('pointerdown', [20.5, 0]);
    fire('pointerup', [20.5, 0]);
    expect(counts([20.5, 0])).toBe(1);
    fire('pointerdown', [20.5, 0]);
    fire('pointermove', [21.5, 1]);
    fire('pointerup', [21.5, 1]);
    expect(counts([21.5, 1])).toBe(0);
    expect(counts([21.5, 1])).toBe(1);
    fire('pointerdown', [21.5, 1]);
    fire('pointermove', [22.5, 1]);
    fire('pointerup', [22.5, 1]);
    await new Promise((soon) => setTimeout(soon, 2));
    expect(counts([22.5, 1])).toBe(1);
  });

  it('gives the map back when drawing ends', () => {
    const { fire, dragging, drawing } = opened('select', CIRCLE);
    fire('pointerdown', [20.5, 0]);
    drawing.use('circle');
    expect(dragging.enabled()).toBe(true);
    drawing.use('select');
    drawing.edit(CIRCLE);
    fire('pointerdown', [20.5, 0]);
    drawing.close();
    expect(dragging.enabled()).toBe(true);
  });
});

describe('a circle that is begun', () => {
  it('is made by its centre and a place of its rim, and not when both are the same place', () => {
    const { fire, click, made, drawing } = opened('circle');
    click([20, 0]);
    click([20.01, 0]);
    fire('pointermove', [20.01, 0]);
    fire('keyup', [20, 0], { key: 'Enter' });
    expect([made, drawing.busy()]).toEqual([[], true]);
    fire('pointermove', [21, 0]);
    fire('keyup', [21, 0], { key: 'Enter' });
    expect(made).toEqual([{ kind: 'circle', at: [20, 0], radius_m: 111_195 }]);
    expect(drawing.busy()).toBe(false);
  });
});

describe('a double click', () => {
  const AT = [20, 0] as const;

  /** Two presses, each with its tool; the last click may change the tool to another one. What the page hears of. */
  function pressedTwice(first: Tool, second: Tool) {
    const { drawing, fire, container } = opened(first);
    fire('pointerdown', AT);
    drawing.use(second);
    fire('pointerdown', AT);
    const heard: string[] = [];
    for (const type of ['click', 'dblclick']) container.addEventListener(type, () => void heard.push(type));
    fire('click', AT, { detail: 2 });
    drawing.use('select');
    fire('dblclick', AT);
    return heard;
  }

  it('zooms when neither of its clicks draws', () => {
    expect(pressedTwice('select', 'try')).toEqual(['click', 'dblclick']);
    for (const tool of ['polygon', 'circle'] as const) expect(pressedTwice(tool, tool)).toEqual(['click']);
  });

  it('chooses no other shape when its first click ends one', () => {
    for (const tool of ['polygon', 'circle'] as const) expect(pressedTwice(tool, 'select')).toEqual([]);
  });

  it('chooses no words beside the map', () => {
    const { fire } = opened('select');
    expect(fire('mousedown', AT, { detail: 1 }).defaultPrevented).toBe(false);
    expect(fire('mousedown', AT, { detail: 2 }).defaultPrevented).toBe(true);
  });

  it('is the map’s again when drawing ends', () => {
    const { drawing, fire, container } = opened('polygon');
    fire('pointerdown', AT);
    drawing.close();
    const heard: string[] = [];
    container.addEventListener('dblclick', () => void heard.push('dblclick'));
    fire('dblclick', AT);
    expect(heard).toEqual(['dblclick']);
  });
});

describe('an area over the 180th meridian', () => {
  const ring = [
    [178, 0],
    [182, 0],
    [182, 3],
    [178, 3],
    [178, 0],
  ] as const;

  it('is drawn where it is when it is edited', () => {
    const { drawn } = opened('select', { kind: 'polygon', ring }, { at: 181 });
    const area = drawn().find(({ geometry }) => geometry.type === 'Polygon');
    expect(area?.geometry.coordinates).toEqual([ring]);
  });

  it('is made where it was drawn', () => {
    const { fire, made } = opened('polygon', null, { at: 181 });
    for (const place of ring.slice(0, 4).concat([ring[3]])) {
      fire('pointermove', place, { buttons: 0 });
      fire('pointerdown', place);
      fire('pointerup', place);
    }
    expect(made).toEqual([{ kind: 'polygon', ring }]);
  });
});
