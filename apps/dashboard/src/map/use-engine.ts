import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { centredIfWhole } from './globe/turns.ts';
import type { Followed } from './moving/follow.ts';
import { openPerson } from './moving/person.ts';
import { type Bounds, fitted, type View } from './view.ts';

/** What else is done with Leaflet's map, and undone when it is left. */
type OnReady = (map: LeafletMap) => (() => void) | undefined;

/** What a map shows at first, and when it is asked for everything. */
export interface Shown {
  first: Bounds;
  all: Bounds;
  /** `first` is found little by little: it is shown anew until a person begins to use the map. */
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
  engine: RefObject<Followed | null>;
  latest: RefObject<{ view: View | null; onReady?: OnReady | undefined }>;
  moved(view: View): void;
}

/** Puts Leaflet's map into `engine` as soon as Leaflet is loaded, for as long as the page shows it. */
function useLeaflet({ place, engine, latest, moved }: LeafletWanted): void {
  const call = useRef(moved);
  call.current = moved;
  useEffect(() => {
    let left = false;
    let leave: (() => void) | undefined;
    void import('./engine.ts').then(({ openEngine }) => {
      const { view: first, onReady: ready } = latest.current;
      if (left || !place.current || !first) return;
      engine.current = openEngine(place.current, first, (view) => call.current(view));
      leave = ready?.(engine.current.map);
    });
    return () => {
      left = true;
      leave?.();
      engine.current?.map.remove();
      engine.current = null;
    };
  }, [place, engine, latest]);
}

/** The view, moved by Leaflet as soon as that is loaded; before, by the buttons alone. */
export function useEngine(
  place: RefObject<HTMLDivElement | null>,
  shown: Shown,
  height: number,
  onReady?: OnReady,
): Engine {
  const [view, setView] = useState<View | null>(null);
  const engine = useRef<Followed | null>(null);
  const latest = useRef({ shown, height, onReady, view });
  latest.current = { shown, height, onReady, view };
  const person = usePerson(place);
  // Leaflet may come before the next render, and opens with this view.
  const put = (next: View) => {
    latest.current.view = next;
    setView(next);
  };
  const resized = () => engine.current?.map.invalidateSize({ animate: false });
  useWidth(place, (width) => {
    const { view: now, shown: wanted, height: high } = latest.current;
    const same = now && engine.current;
    put(same ? { ...now, width, height: high } : centredIfWhole(fitted(wanted.first, width, high)));
    resized();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is followed, other renders are not.
  useEffect(() => {
    setView((now) => now && { ...now, height });
    resized();
  }, [height]);
  const show = (next: View) => {
    put(centredIfWhole(next));
    engine.current?.show(centredIfWhole(next));
  };
  const fit = (bounds: Bounds) => place.current && show(fitted(bounds, place.current.clientWidth, height));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other bounds are shown, other renders are not.
  useEffect(() => {
    if (!shown.settling || !person.hasBegun()) fit(shown.first);
  }, [shown.first.join(' ')]);
  useLeaflet({ place, engine, latest, moved: setView });
  const zoom = (by: 1 | -1) => {
    person.begin();
    const now = engine.current?.view() ?? view;
    if (now) show(stepped(now, by));
  };
  const showAll = () => {
    person.begin();
    fit(latest.current.shown.all);
  };
  return { view, zoom, showAll };
}

/** Watches the map and what lies above it: the tools, and the buttons of zoom. */
function usePerson(place: RefObject<HTMLElement | null>) {
  const person = useRef(openPerson()).current;
  useEffect(() => {
    const box = place.current?.parentElement;
    return box ? person.watch(box) : undefined;
  }, [place, person]);
  return person;
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
