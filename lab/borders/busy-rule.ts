import type { PlaceRule, PlaceShape } from '../../apps/service/src/geolocation/places/places.ts';
import { seeded } from './random.ts';

/** A rule as busy as the speed bar asks for: one state, 200 exclusion circles and 20 polygons of 40 corners in it. */
export function busyRule(): PlaceRule {
  const { uniform } = seeded(11);
  const spot = () => ({ lat: 39.2 + 2 * uniform(), lng: -79.5 + 4 * uniform() });
  const circles = Array.from({ length: 200 }, (_, i): PlaceShape => {
    const radius_m = 150 + 850 * uniform();
    return { effect: 'exclusion', name: `circle ${i}`, circle: { ...spot(), radius_m } };
  });
  const polygons = Array.from({ length: 20 }, (_, i): PlaceShape => {
    const [{ lat, lng }, size] = [spot(), 0.02 + 0.08 * uniform()];
    const ring = Array.from({ length: 40 }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / 40;
      const reach = size * (0.7 + 0.3 * uniform());
      return [lng + 1.3 * reach * Math.cos(angle), lat + reach * Math.sin(angle)];
    });
    return { effect: i % 2 ? 'allow' : 'deny', name: `area ${i}`, polygon: [[...ring, ring[0]!]] };
  });
  return { allow: ['US-PA'], shapes: [...circles, ...polygons] };
}

/** Positions around that rule's areas: what `compileRule(busyRule())` is timed with. */
export function busySpots(count: number): { lat: number; lng: number; p95_m: number }[] {
  const { uniform } = seeded(12);
  return Array.from({ length: count }, () => ({
    lat: 39.2 + 2 * uniform(),
    lng: -79.5 + 4 * uniform(),
    p95_m: 10 * 50 ** uniform(),
  }));
}
