import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openHands } from './hands.ts';
import { type Bounds, fitted, type View } from './view.ts';

/** What else is done with Leaflet's map, and undone when it is left. */
type OnReady = (map: LeafletMap) => (() => void) | undefined;

/** What a map shows at first, and when it is asked for everything. */
export interface Shown {
  first: Bounds;
  all: Bounds;
  /** `first` is found little by little: it is shown anew while the person has not moved the map. */
  settling: boolean;
}

interface Engine {
  /** Null before the first layout. */
  view: View | null;
  zoom(by: 1 | -1): void;
  showAll(): void;
}

/** A step of zoom, drawn without Leaflet: the buttons work before it has come. */
const stepped = (view: View, by: number): View => ({ ...view, scale: view.scale * 2 ** by });

interface LeafletWanted {
  place: RefObject<HTMLDivElement | null>;
  map: RefObject<LeafletMap | null>;
  latest: RefObject<{ view: View | null; onReady?: OnReady | undefined }>;
  moved(view: View): void;
}

/** Puts Leaflet's map into `map` as soon as Leaflet is loaded, for as long as the page shows it. */
function useLeaflet({ place, map, latest, moved }: LeafletWanted): void {
  const call = useRef(moved);
  call.current = moved;
  useEffect(() => {
    let left = false;
    let leave: (() => void) | undefined;
    void import('./engine.ts').then(({ openEngine }) => {
      const { view: first, onReady: ready } = latest.current;
      if (left || !place.current || !first) return;
      map.current = openEngine(place.current, first, (view) => call.current(view));
      leave = ready?.(map.current);
    });
    return () => {
      left = true;
      leave?.();
      map.current?.remove();
      map.current = null;
    };
  }, [place, map, latest]);
}

/** The view, moved by Leaflet as soon as that is loaded; before, by the buttons alone. */
export function useEngine(
  place: RefObject<HTMLDivElement | null>,
  shown: Shown,
  height: number,
  onReady?: OnReady,
): Engine {
  const [view, setView] = useState<View | null>(null);
  const map = useRef<LeafletMap | null>(null);
  const latest = useRef({ shown, height, onReady, view });
  latest.current = { shown, height, onReady, view };
  const hands = useRef(openHands()).current;
  const resized = () => hands.off(() => map.current?.invalidateSize({ animate: false }));
  useWidth(place, (width) => {
    const { view: now, shown: wanted, height: high } = latest.current;
    setView(now && map.current ? { ...now, width, height: high } : fitted(wanted.first, width, high));
    resized();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is followed, other renders are not.
  useEffect(() => {
    setView((now) => now && { ...now, height });
    resized();
  }, [height]);
  const fit = (bounds: Bounds) => {
    const next = place.current && fitted(bounds, place.current.clientWidth, height);
    if (!next) return;
    setView(next);
    if (!map.current) return;
    void import('./engine.ts').then(({ show }) => hands.off(() => map.current && show(map.current, next)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other bounds are shown, other renders are not.
  useEffect(() => {
    if (!shown.settling || !hands.moved()) fit(shown.first);
  }, [shown.first.join(' ')]);
  useLeaflet({
    place,
    map,
    latest,
    moved: (next) => {
      hands.feel();
      setView(next);
    },
  });
  const zoom = (by: 1 | -1) => {
    hands.feel();
    if (map.current) map.current.setZoom(map.current.getZoom() + by, { animate: false });
    else if (view) setView(stepped(view, by));
  };
  return { view, zoom, showAll: () => fit(latest.current.shown.all) };
}

function useWidth(place: RefObject<HTMLElement | null>, changed: (width: number) => void): void {
  const call = useRef(changed);
  call.current = changed;
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    call.current(element.clientWidth);
    let known = element.clientWidth;
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === known || element.clientWidth === 0) return;
      known = element.clientWidth;
      call.current(known);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [place]);
}
