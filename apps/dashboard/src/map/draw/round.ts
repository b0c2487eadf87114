import type L from 'leaflet';
import { radiusThrough } from '../globe/circle.ts';
import { beside } from '../globe/turns.ts';
import type { LngLat } from '../mercator.ts';
import type { Drawing, Events, Tool } from './drawing.ts';
import { type Geometry, precisePoint } from './geometry.ts';
import { type Grip, gripOf } from './grip.ts';
import { type Circle, carried, featuresOf, type Held, holdAt } from './round-parts.ts';

/** Pixels that a pointer may shake by. */
const STILL_PX = 2;
const CURSORS = { rim: 'pointer', whole: 'move', none: '' } as const;

/**
 * Circles, by their centre and a place of their rim. Terra Draw takes a circle for a polygon of many corners: each
 * would be a handle, and a large circle would lose its form and its centre whenever it is moved.
 */
export class Round implements Drawing {
  private readonly map: L.Map;
  private readonly events: Events;
  private readonly stop = new AbortController();
  private tool: Tool = 'select';
  private circle: Circle | null = null;
  private readonly grip: Grip;
  private held: (Held & Pick<PointerEvent, 'pointerId'>) | null = null;

  constructor(map: L.Map, events: Events) {
    this.map = map;
    this.grip = gripOf(map);
    this.events = events;
    const container = map.getContainer();
    const { signal } = this.stop;
    container.addEventListener('pointerdown', (event) => this.taken(event), { signal });
    container.addEventListener('pointermove', (event) => this.pointed(event), { signal });
    container.addEventListener('pointerup', (event) => this.letGo(event), { signal });
    container.addEventListener('pointercancel', (event) => this.letGo(event), { signal });
    // A finger that holds the circle would scroll the page, which takes the pointer away.
    const still = (event: TouchEvent) => this.held && event.cancelable && event.preventDefault();
    container.addEventListener('touchmove', still, { signal, passive: false });
    container.addEventListener('keyup', ({ key }) => this.pressed(key), { signal });
    map.on('click', this.clicked);
    map.on('zoomend', this.show);
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.put(null);
  }

  edit(geometry: Geometry | null): void {
    const round = geometry?.kind === 'circle' ? geometry : null;
    const middle = this.map.getCenter().lng;
    this.put(round && { at: [beside(round.at[0], middle), round.at[1]], radius_m: round.radius_m });
  }

  busy(): boolean {
    return this.tool === 'circle' && this.circle !== null;
  }

  close(): void {
    this.stop.abort();
    this.grip.free();
    this.map.off('click', this.clicked);
    this.map.off('zoomend', this.show);
  }

  private readonly placeAt = (point: L.Point): LngLat => {
    const { lng, lat } = this.map.containerPointToLatLng(point);
    return precisePoint([lng, lat]);
  };

  private readonly pointOf = ([lng, lat]: LngLat): L.Point => this.map.latLngToContainerPoint([lat, lng]);

  private readonly show = (): void =>
    this.events.drawn(this.circle ? featuresOf(this.circle, this.pointOf, this.busy()) : []);

  private put(circle: Circle | null): void {
    if (!circle && !this.circle) return;
    if (!circle) {
      this.grip.free();
      this.held = null;
      this.map.getContainer().style.cursor = '';
    }
    this.circle = circle;
    this.show();
  }

  /** The first click is the centre, the second one a place of the rim. */
  private readonly clicked = ({ containerPoint }: L.LeafletMouseEvent): void => {
    if (this.tool !== 'circle') return;
    if (this.circle) this.finish(this.reach(this.circle, containerPoint));
    else this.put({ at: this.placeAt(containerPoint), radius_m: 0 });
  };

  /** The radius up to a point, if that is another one than the centre. */
  private reach({ at }: Circle, point: L.Point): number {
    const still = this.pointOf(at).distanceTo(point) <= STILL_PX;
    return still ? 0 : radiusThrough(at, this.placeAt(point));
  }

  private pressed(key: string): void {
    if (!this.busy()) return;
    if (key === 'Escape') this.put(null);
    if (key === 'Enter') this.finish(this.circle!.radius_m);
  }

  private finish(radius_m: number): void {
    if (radius_m === 0) return;
    const { at } = this.circle!;
    this.put(null);
    this.events.made({ kind: 'circle', at, radius_m });
  }

  private taken(event: PointerEvent): void {
    if (!this.circle || this.tool !== 'select' || !event.isPrimary || event.button !== 0) return;
    if (this.held) this.letGo(this.held);
    const at = this.map.mouseEventToContainerPoint(event);
    const held = holdAt(this.circle, at, this.pointOf, this.placeAt);
    this.held = held && { ...held, pointerId: event.pointerId };
    if (held) this.grip.hold();
  }

  private pointed(event: PointerEvent): void {
    const { circle, held } = this;
    if (!circle || (held && held.pointerId !== event.pointerId)) return;
    const at = this.map.mouseEventToContainerPoint(event);
    // The button was released where no event reached the map.
    if (held && event.buttons === 0) this.letGo(event);
    else if (held) {
      held.moved ||= held.from.distanceTo(at) > STILL_PX;
      if (held.moved) this.put(carried(circle, held, at, this.placeAt));
    } else if (this.busy()) this.put({ ...circle, radius_m: this.reach(circle, at) });
    else {
      const over = holdAt(circle, at, this.pointOf, this.placeAt);
      this.map.getContainer().style.cursor = CURSORS[over?.what ?? 'none'];
    }
  }

  private letGo({ pointerId }: Pick<PointerEvent, 'pointerId'>): void {
    const { circle, held } = this;
    if (!circle || held?.pointerId !== pointerId) return;
    this.held = null;
    this.grip.free();
    if (!held.moved) return;
    withoutClick(this.map.getContainer());
    this.events.moved({ kind: 'circle', ...circle });
  }
}

/** Letting go is a click for the browser: outside of the circle, it would choose something else. */
function withoutClick(container: HTMLElement): void {
  const swallow = (event: Event) => event.stopImmediatePropagation();
  container.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => container.removeEventListener('click', swallow, { capture: true }));
}
