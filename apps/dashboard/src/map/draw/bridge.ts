import type L from 'leaflet';
import { TerraDrawExtend } from 'terra-draw';
import type { LngLat } from '../mercator.ts';
import { precise, precisePoint } from './geometry.ts';
import { type Grip, gripOf } from './grip.ts';

/** What is drawn: Terra Draw's own features, as far as they are used here. */
export interface DrawnFeature {
  id?: string | number;
  geometry: { type: 'Point' | 'LineString' | 'Polygon'; coordinates: unknown };
  properties: Record<string, unknown>;
}

interface Changes {
  created: DrawnFeature[];
  updated: DrawnFeature[];
  deletedIds: (string | number)[];
}
interface Callbacks {
  onClear(): void;
  onReady?(): void;
}

/** The types of the package import each other in a way that this project does not read: these parts are its own. */
declare class Adapter {
  constructor(options: { coordinatePrecision: number; minPixelDragDistanceSelecting: number });
  protected _currentModeCallbacks: Callbacks | undefined;
  protected getMapElementXYPosition(event: MouseEvent): { containerX: number; containerY: number };
  register(callbacks: Callbacks): void;
}
const Base = TerraDrawExtend.TerraDrawBaseAdapter as unknown as typeof Adapter;

/**
 * Between Terra Draw and Leaflet. Its usual adapter writes style elements, which the page's policy refuses, and draws
 * round points; this one draws nothing and passes on what there is, and `overlay.tsx` draws it.
 */
export class LeafletBridge extends Base {
  private readonly map: L.Map;
  private readonly grip: Grip;
  private readonly features = new Map<string | number, DrawnFeature>();
  private readonly drawn: (features: readonly DrawnFeature[]) => void;
  /**
   * The meridian that Terra Draw takes for 0, in whole degrees. It knows nothing beyond ±180, so while nothing is
   * drawn the meridian follows the map: what is drawn never lies over the 180th one.
   */
  private zero = 0;

  constructor(map: L.Map, drawn: (features: readonly DrawnFeature[]) => void) {
    super({ coordinatePrecision: 9, minPixelDragDistanceSelecting: 2 });
    this.map = map;
    this.grip = gripOf(map);
    this.drawn = drawn;
  }

  /** Puts a place in the middle of what Terra Draw knows. Only while nothing is drawn. */
  begin(lng: number): void {
    this.zero = Math.round(lng);
  }

  toMap = ([lng, lat]: readonly number[]): LngLat => [precise(lng! + this.zero), precise(lat!)];
  fromMap = ([lng, lat]: readonly number[]): [number, number] => {
    const [x, y] = precisePoint([lng! - this.zero, lat!]);
    return [x, y];
  };

  getMapEventElement(): HTMLElement {
    return this.map.getContainer();
  }

  override register(callbacks: Callbacks): void {
    super.register(callbacks);
    callbacks.onReady?.();
  }

  clear(): void {
    this._currentModeCallbacks?.onClear();
    this.features.clear();
    this.drawn([]);
  }

  project(lng: number, lat: number) {
    const { x, y } = this.map.latLngToContainerPoint({ lng: lng + this.zero, lat });
    return { x, y };
  }

  unproject(x: number, y: number) {
    const { lng, lat } = this.map.containerPointToLatLng([x, y]);
    return { lng: lng - this.zero, lat };
  }

  getLngLatFromEvent(event: MouseEvent) {
    if (this.features.size === 0) this.begin(this.map.getCenter().lng);
    const { containerX, containerY } = this.getMapElementXYPosition(event);
    const { lng, lat } = this.unproject(containerX, containerY);
    return Number.isFinite(lng) && Number.isFinite(lat) ? { lng, lat } : null;
  }

  setCursor(cursor: string): void {
    this.getMapEventElement().style.cursor = cursor === 'unset' ? '' : cursor;
  }

  setDraggability(enabled: boolean): void {
    if (enabled) this.grip.free();
    else this.grip.hold();
  }

  /** Terra Draw asks for it in each of its modes; `tools.ts` decides which double clicks zoom. */
  setDoubleClickToZoom(): void {}

  render({ created, updated, deletedIds }: Changes): void {
    for (const feature of [...created, ...updated]) this.features.set(feature.id!, feature);
    for (const id of deletedIds) this.features.delete(id);
    this.drawn([...this.features.values()].map((feature) => this.onMap(feature)));
  }

  private onMap(feature: DrawnFeature): DrawnFeature {
    const { type, coordinates } = feature.geometry;
    const moved = (deep: unknown): unknown =>
      Array.isArray(deep) && typeof deep[0] === 'number' ? this.toMap(deep) : (deep as unknown[]).map(moved);
    return { ...feature, geometry: { type, coordinates: moved(coordinates) } };
  }
}
