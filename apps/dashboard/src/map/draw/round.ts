import type L from 'leaflet';
import { radiusThrough } from '../globe/circle.ts';
import { beside } from '../globe/turns.ts';
import type { LngLat } from '../mercator.ts';
import type { Drawing, Events, Tool } from './drawing.ts';
import { type Geometry, precisePoint } from './geometry.ts';
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
  private held: Held | null = null;

  constructor(map: L.Map, events: Events) {
    this.map = map;
    this.events = events;
    const container = map.getContainer();
    const { signal } = this.stop;
    container.addEventListener('pointerdown', (event) => this.taken(event), { signal });
    container.addEventListener('pointermove', (event) => this.pointed(event), { signal });
    container.addEventListener('pointerup', () => this.letGo(), { signal });
    container.addEventListener('pointercancel', () => this.letGo(), { signal });
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
    if (tool === 'circle') this.map.doubleClickZoom.disable();
    else this.map.doubleClickZoom.enable();
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
      if (this.held) this.map.dragging.enable();
      this.held = null;
      this.map.getContainer().style.cursor = '';
    }
    this.circle = circle;
    this.show();
  }

  /** The first click is the centre, the second one a place of the rim. */
  private readonly clicked = ({ containerPoint }: L.LeafletMouseEvent): void => {
    if (this.tool !== 'circle') return;
    const at = this.placeAt(containerPoint);
    if (this.circle) this.finish(radiusThrough(this.circle.at, at));
    else this.put({ at, radius_m: 1 });
  };

  private pressed(key: string): void {
    if (!this.busy()) return;
    if (key === 'Escape') this.put(null);
    if (key === 'Enter') this.finish(this.circle!.radius_m);
  }

  private finish(radius_m: number): void {
    const { at } = this.circle!;
    this.put(null);
    this.events.made({ kind: 'circle', at, radius_m });
  }

  private taken(event: PointerEvent): void {
    if (!this.circle || this.tool !== 'select' || !event.isPrimary || event.button !== 0) return;
    this.held = holdAt(this.circle, this.map.mouseEventToContainerPoint(event), this.pointOf, this.placeAt);
    if (this.held) this.map.dragging.disable();
  }

  private pointed(event: PointerEvent): void {
    const { circle, held } = this;
    if (!circle) return;
    const at = this.map.mouseEventToContainerPoint(event);
    if (held) {
      held.moved ||= held.from.distanceTo(at) > STILL_PX;
      if (held.moved) this.put(carried(circle, held, at, this.placeAt));
    } else if (this.busy()) this.put({ ...circle, radius_m: radiusThrough(circle.at, this.placeAt(at)) });
    else {
      const over = holdAt(circle, at, this.pointOf, this.placeAt);
      this.map.getContainer().style.cursor = CURSORS[over?.what ?? 'none'];
    }
  }

  private letGo(): void {
    const { circle, held } = this;
    if (!held || !circle) return;
    this.held = null;
    this.map.dragging.enable();
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
