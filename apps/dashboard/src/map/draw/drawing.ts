import type L from 'leaflet';
import type { DrawnFeature } from './bridge.ts';
import type { Geometry } from './geometry.ts';

export type LeafletMap = L.Map;
export type Tool = 'select' | 'polygon' | 'circle' | 'try';

export interface Events {
  /** A new shape is finished. */
  made(geometry: Geometry): void;
  /** The shape under edit was let go of, somewhere else. */
  moved(geometry: Geometry): void;
  /** Everything that is to be drawn now: also while something is dragged. */
  drawn(features: readonly DrawnFeature[]): void;
}

export interface Drawing {
  use(tool: Tool): void;
  /** Puts a shape under the pointer, or none. */
  edit(geometry: Geometry | null): void;
  /** Whether a shape is begun and not finished. */
  busy(): boolean;
  close(): void;
}
