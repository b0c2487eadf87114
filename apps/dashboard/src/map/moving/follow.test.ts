import type L from 'leaflet';
import { describe, expect, it } from 'vitest';
import { centredIfWhole } from '../globe/turns.ts';
import { fitted, type View } from '../view.ts';
import { follow, type Limits } from './follow.ts';
import { openPerson } from './person.ts';

const LIMITS = { whole: 180, near: 360 } as unknown as Limits;

/** A map that keeps its centre to what its `maxBounds` allow, as Leaflet does, and tells its moves. */
function smallMap(width: number) {
  const listeners: [string, () => void][] = [];
  const at = { lng: 0, lat: 0, zoom: 0 };
  const options = { maxBounds: LIMITS.near };
  const map = {
    options,
    on: (types: string, listener: () => void) => listeners.push([types, listener]),
    setView([lat, lng]: [number, number], zoom: number) {
      const half = (width / (256 * 2 ** zoom)) * 180;
      const most = Math.max(0, Number(options.maxBounds) - half);
      const next = { lat, lng: Math.max(-most, Math.min(most, lng)), zoom };
      const same = next.lng === at.lng && lat === at.lat && zoom === at.zoom;
      Object.assign(at, next);
      for (const type of same ? ['moveend'] : ['move', 'moveend'])
        for (const [types, listener] of listeners) if (types.split(' ').includes(type)) listener();
    },
    getCenter: () => at,
    getZoom: () => at.zoom,
    getSize: () => ({ x: width, y: 400 }),
  };
  return { map: map as unknown as L.Map, options };
}

function opened(first: View) {
  const told: View[] = [];
  const { map, options } = smallMap(first.width);
  const followed = follow(map, LIMITS, first, (view) => told.push(view));
  return { followed, told, options };
}

const close = (view: View) => ({
  ...view,
  centre: view.centre.map((n) => expect.closeTo(n, 9)),
  scale: expect.closeTo(view.scale, 6),
});

describe('a map that is followed', () => {
  const AUCKLAND_TO_HONOLULU = fitted([171, -40, 206, 24], 1_280, 400);

  it('is where it was sent when it opens over the 180th meridian', () => {
    const { told } = opened(AUCKLAND_TO_HONOLULU);
    expect(told[0]).toEqual(close(AUCKLAND_TO_HONOLULU));
    expect(told.at(-1)).toEqual(told[0]);
  });

  it('tells where it is when it was not let to where it was sent', () => {
    const far = { ...AUCKLAND_TO_HONOLULU, centre: [2.4, 0.5] as const };
    const { followed, told } = opened(far);
    expect(told.at(-1)).toEqual(followed.view());
    expect(followed.view().centre[0]).toBeLessThan(1.5);
    // It stays where it is, and that is told too: the page has gone ahead.
    told.length = 0;
    followed.show({ ...far, centre: [2.5, 0.5] });
    expect(told).toEqual([followed.view()]);
  });

  it('has the world in its middle when all of the world is seen', () => {
    const far = { ...AUCKLAND_TO_HONOLULU, scale: 900 };
    const { followed, told, options } = opened(far);
    expect(told.at(-1)).toEqual(close(centredIfWhole(far)));
    followed.show(AUCKLAND_TO_HONOLULU);
    expect(followed.view()).toEqual(close(AUCKLAND_TO_HONOLULU));
    expect(options.maxBounds).toBe(LIMITS.near);
  });
});

describe('a person', () => {
  it('has begun to use the map when something is pressed, typed or focused in its box', () => {
    for (const sign of ['pointerdown', 'keydown', 'wheel', 'focusin']) {
      const [person, box] = [openPerson(), new EventTarget()];
      const leave = person.watch(box);
      for (const other of ['resize', 'pointermove', 'scroll']) box.dispatchEvent(new Event(other));
      expect(person.hasBegun()).toBe(false);
      leave();
      box.dispatchEvent(new Event(sign));
      expect(person.hasBegun()).toBe(false);
      person.watch(box);
      box.dispatchEvent(new Event(sign));
      expect(person.hasBegun(), sign).toBe(true);
    }
  });

  it('has begun to use the map when its buttons say so', () => {
    const person = openPerson();
    person.begin();
    expect(person.hasBegun()).toBe(true);
  });
});
