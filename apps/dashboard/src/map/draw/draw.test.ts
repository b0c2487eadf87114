import type L from 'leaflet';
import { describe, expect, it } from 'vitest';
import { mapAt } from '../../../testing/leaflet.ts';
import { metresFrom } from '../globe/circle.ts';
import type { LngLat } from '../mercator.ts';
import { type DrawnFeature, LeafletBridge } from './bridge.ts';
import { type Circle, carried, featuresOf, holdAt } from './round-parts.ts';

const CIRCLE: Circle = { at: [20, 0], radius_m: 111_195 };

describe('a circle under the pointer', () => {
  const { pointOf, placeAt } = mapAt(20, 100);

  it('has its centre and four places of its rim as handles, and one when it is small', () => {
    const handles = (size: number, begun = false) =>
      featuresOf(CIRCLE, mapAt(20, size).pointOf, begun).filter(({ geometry }) => geometry.type === 'Point');
    expect(handles(100)).toHaveLength(5);
    expect(handles(20)).toHaveLength(2);
    expect(handles(100, true)).toHaveLength(1);
    // Beyond the pole, the rim is no place that the map shows.
    const polar = featuresOf({ at: [0, 80], radius_m: 2_000_000 }, pointOf, false);
    expect(polar.filter(({ geometry }) => geometry.type === 'Point')).toHaveLength(4);
  });

  it('is taken by its rim or as a whole, and not beside it', () => {
    const at = (lng: number, lat: number) => holdAt(CIRCLE, pointOf([lng, lat]), pointOf, placeAt)?.what;
    expect([at(21.05, 0), at(20, -1), at(20.5, 0.1), at(20, 0.05), at(21.3, 0)]).toEqual([
      'rim',
      'rim',
      'whole',
      'whole',
      undefined,
    ]);
  });

  it('keeps its centre when its rim is dragged, and its radius when it is dragged as a whole', () => {
    const north: Circle = { at: [20, 60], radius_m: 1_500_000 };
    const held = (what: 'rim' | 'whole', from: LngLat) => ({
      what,
      from: pointOf(from),
      at: north.at,
      moved: true,
    });
    const wider = carried(north, held('rim', [47, 60]), pointOf([60, 60]), placeAt);
    expect(wider.at).toEqual(north.at);
    expect(wider.radius_m).toBeCloseTo(metresFrom(north.at, north.radius_m, [60, 60]), -1);
    const moved = carried(north, held('whole', [25, 61]), pointOf([35, 56]), placeAt);
    expect(moved.at.map((n) => Math.round(n * 1e6) / 1e6)).toEqual([30, 55]);
    expect(moved.radius_m).toBe(north.radius_m);
  });

  it('moves as far as the pointer when its centre is nearer to a pole than the map shows', () => {
    const polar: Circle = { at: [10, 88], radius_m: 1_500_000 };
    const clamped = ([lng, lat]: LngLat) => pointOf([lng, Math.min(85.05, lat)]);
    const held = holdAt(polar, pointOf([12, 80]), clamped, placeAt)!;
    expect(held.what).toBe('whole');
    expect(carried(polar, held, pointOf([13, 79.5]), placeAt)).toEqual({ ...polar, at: [11, 87.5] });
    expect(carried(polar, held, pointOf([12, 84]), placeAt).at).toEqual([10, 90]);
  });
});

describe('what Terra Draw is told', () => {
  function opened(middle: number) {
    const drawn: DrawnFeature[][] = [];
    let centre = middle;
    const moveTo = (lng: number) => {
      centre = lng;
    };
    const { point, pointOf, placeAt } = mapAt(middle, 10);
    const map = {
      getContainer: () => ({}),
      dragging: {},
      getCenter: () => ({ lng: centre, lat: 0 }),
      latLngToContainerPoint: ({ lng, lat }: L.LatLngLiteral) => pointOf([lng, lat]),
      containerPointToLatLng: ([x, y]: [number, number]) => {
        const [lng, lat] = placeAt(point(x, y));
        return { lng, lat };
      },
    };
    const bridge = new LeafletBridge(map as unknown as L.Map, (features) => void drawn.push([...features]));
    return { bridge, drawn, moveTo };
  }

  it('never lies over its 180th meridian, wherever the map is', () => {
    for (const middle of [0, 179.4, 181, -180, 219]) {
      const { bridge, drawn } = opened(middle);
      bridge.begin(middle);
      const ring = [
        [middle - 2, 1],
        [middle + 2, 1],
        [middle, 3],
        [middle - 2, 1],
      ].map((each) => bridge.toMap(bridge.fromMap(each)));
      const told = ring.map(bridge.fromMap);
      expect(told.every(([lng]) => Math.abs(lng) < 4)).toBe(true);
      const { x, y } = bridge.project(...told[0]!);
      expect(bridge.unproject(x, y).lng).toBeCloseTo(told[0]![0], 9);
      // What is drawn stands where the map is.
      const geometry = { type: 'Polygon' as const, coordinates: [told] };
      bridge.render({ created: [{ id: 1, geometry, properties: {} }], updated: [], deletedIds: [] });
      expect(drawn.at(-1)![0]!.geometry.coordinates).toEqual([ring]);
    }
  });

  it('follows the middle of the map while nothing is drawn, and not while something is', () => {
    const { bridge, moveTo } = opened(181);
    Object.assign(bridge, { getMapElementXYPosition: () => ({ containerX: 0, containerY: 0 }) });
    const lngThere = () => bridge.getLngLatFromEvent({} as MouseEvent)?.lng;
    expect(lngThere()).toBe(0);
    moveTo(185);
    expect(lngThere()).toBe(-4);
    const geometry = { type: 'Point' as const, coordinates: [0, 0] };
    bridge.render({ created: [{ id: 1, geometry, properties: {} }], updated: [], deletedIds: [] });
    moveTo(190);
    expect(lngThere()).toBe(-4);
  });

  it('has no more digits than Terra Draw takes', () => {
    const { bridge } = opened(180);
    bridge.begin(180);
    for (const lng of [179.1234567, 180.7654321, 180.0000001])
      expect(String(Math.abs(bridge.fromMap([lng, 0])[0])).replace(/^\d+\.?/, '').length).toBeLessThan(10);
  });
});
