import { useQuery } from '@tanstack/react-query';
import { touch } from '../clip.ts';
import { flat } from '../mercator.ts';
import { type Bounds, seen, type View, zoomOf } from '../view.ts';

/** The file of the operator's, as the service describes it. */
export interface TileSet {
  /** Of the content: tiles of another file have other addresses. */
  name: string;
  type: 'raster' | 'vector';
  min_zoom: number;
  max_zoom: number;
  bounds: Bounds;
  attribution: { text: string; href?: string }[];
}

const BASE = '/dashboard/tiles';

/** As Leaflet fills it in. */
export const addressOf = ({ name }: TileSet): string => `${BASE}/${name}/{z}/{x}/{y}`;

async function current(): Promise<TileSet | null> {
  const response = await fetch(`${BASE}/current.json`, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The tiles did not load (${response.status}).`);
  return ((await response.json()) as { tiles: TileSet | null }).tiles;
}

/** An operator may replace the file meanwhile; old addresses hold nothing then. */
const ASKED_AGAIN_MS = 60_000;

/** The tiles to show below what is seen; null where no file is named, and where it has none of this. */
export function useTiles(view: View | null): TileSet | null {
  const { data } = useQuery({
    queryKey: ['tiles'],
    queryFn: current,
    staleTime: ASKED_AGAIN_MS,
    // A map may stay open for a day.
    refetchInterval: ASKED_AGAIN_MS,
    retry: 1,
  });
  return data && view && covers(data, view) ? data : null;
}

export function covers({ bounds: [west, south, east, north], min_zoom }: TileSet, view: View): boolean {
  // Half a step below its first zoom, Leaflet still shows that.
  if (zoomOf(view) < min_zoom - 0.5) return false;
  const [left, bottom] = flat([west, south]);
  const [right, top] = flat([east, north]);
  return touch([left, top, right, bottom], seen(view, 0));
}
