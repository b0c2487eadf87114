import type L from 'leaflet';
import type { LngLat } from '../src/map/mercator.ts';

/** For tests: a map on which a degree is `size` pixels, with a place at its origin. */
export function mapAt(middle: number, size: number) {
  const point = (x: number, y: number): L.Point =>
    ({ x, y, distanceTo: (other: L.Point) => Math.hypot(other.x - x, other.y - y) }) as L.Point;
  const pointOf = ([lng, lat]: LngLat) => point((lng - middle) * size, -lat * size);
  const placeAt = ({ x, y }: L.Point): LngLat => [x / size + middle, -y / size];
  return { point, pointOf, placeAt };
}

/** A handler of Leaflet's that is on or off. */
function handler(on: boolean) {
  const set = (to: boolean) => () => {
    on = to;
  };
  return { enabled: () => on, enable: set(true), disable: set(false) };
}

/** The same as Leaflet's own map, as far as drawing uses it; `fire` is what a person does there. */
export function leafletAt(middle: number, size: number, { dragged = true } = {}) {
  const { point, pointOf, placeAt } = mapAt(middle, size);
  const taken: number[] = [];
  const container = Object.assign(new EventTarget(), {
    style: { cursor: '' },
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture: (id: number) => void taken.push(id),
  });
  let clicked = (_: { containerPoint: L.Point }) => {};
  const dragging = handler(dragged);
  const map = {
    dragging,
    on(type: string, listener: typeof clicked) {
      if (type === 'click') clicked = listener;
    },
    off() {},
    getContainer: () => container,
    getCenter: () => ({ lng: middle, lat: 0 }),
    latLngToContainerPoint(at: L.LatLngLiteral | [number, number]) {
      return Array.isArray(at) ? pointOf([at[1], at[0]]) : pointOf([at.lng, at.lat]);
    },
    containerPointToLatLng(at: L.Point | [number, number]) {
      const [lng, lat] = placeAt(Array.isArray(at) ? point(...at) : at);
      return { lng, lat };
    },
    mouseEventToContainerPoint: ({ clientX, clientY }: MouseEvent) => point(clientX, clientY),
  };
  const fire = (type: string, [lng, lat]: LngLat, more: object = {}) => {
    const { x, y } = pointOf([lng, lat]);
    const at = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
    const event = Object.assign(new Event(type, { cancelable: true }), at, more);
    container.dispatchEvent(event);
    return event;
  };
  const click = (place: LngLat) => clicked({ containerPoint: pointOf(place) });
  return { map: map as unknown as L.Map, fire, click, container, taken, dragging };
}
