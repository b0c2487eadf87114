import type { outlines } from '@standpoint/contract';
import { type QueryClient, type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { boxOf, touch } from './clip.ts';
import { flat } from './mercator.ts';
import { FAR } from './nearness.ts';
import type { Bounds } from './view.ts';

type SentFile = outlines.CountryFile | outlines.WorldFile;

/** A ring on the world's square, with the box around it. */
export interface FlatRing {
  points: Float64Array;
  box: Bounds;
}
export interface Area extends Omit<outlines.Area, 'rings'> {
  rings: FlatRing[];
  /** The overview's coast runs through it: it is no islet that the coast leaves out, and not landlocked. */
  coastal: boolean;
}
export interface Outline {
  areas: Area[];
  whole: FlatRing[];
  land: FlatRing[];
}

/** Every file is kept for as long as the page lives: borders do not move meanwhile. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 1 };
/** A map that is moved about asks for one close file after the other. */
const KEPT_CLOSE_MS = 60_000;
const BASE = '/dashboard/outlines';

async function fetched<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`${BASE}/${path}`, { credentials: 'same-origin', signal: signal ?? null });
  if (!response.ok) throw new Error(`The outlines did not load (${response.status}).`);
  return (await response.json()) as T;
}

function flatRing(ring: readonly number[]): FlatRing {
  const points = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) points.set(flat([ring[i]!, ring[i + 1]!]), i);
  return { points, box: boxOf(points) };
}

const read = async (path: string, signal?: AbortSignal): Promise<Outline> => {
  const sent = await fetched<SentFile>(path, signal);
  const land = ('land' in sent ? sent.land : []).map(flatRing);
  return {
    areas: sent.areas.map((area) => {
      const rings = area.rings.map(flatRing);
      return { ...area, rings, coastal: land.some((coast) => rings.some(({ box }) => runsInto(coast, box))) };
    }),
    whole: ('whole' in sent ? sent.whole : []).map(flatRing),
    land,
  };
};

/** A country with what is close by in its place: surveyed lines have all of their points there. */
function withClose(country: Outline, close: Outline): Outline {
  const exact = new Map(close.areas.map((area) => [area.id, area]));
  return {
    ...country,
    areas: country.areas.map((area) => exact.get(area.id) ?? area),
    whole: close.whole.length > 0 ? close.whole : country.whole,
  };
}

/** The close file of a country that came last. */
const lastClose = (client: QueryClient, queryKey: QueryKey): Outline | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ queryKey: { length }, state }) => length > queryKey.length && state.data !== undefined)
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    .at(-1)?.state.data as Outline | undefined;

const readLand = async (path: string): Promise<FlatRing[]> =>
  (await fetched<outlines.LandFile>(path)).land.map(flatRing);

/** Whether a point of the line lies in the box. */
function runsInto({ points, box }: FlatRing, wanted: Bounds): boolean {
  if (!touch(box, wanted)) return false;
  const [left, top, right, bottom] = wanted;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    if (x >= left && x <= right && y >= top && y <= bottom) return true;
  }
  return false;
}

const current = {
  queryKey: ['outlines'],
  queryFn: () => fetched<outlines.Current>('current.json'),
};

export interface Outlines {
  world: Outline | undefined;
  /** The countries asked for that have come. */
  countries: ReadonlyMap<string, Outline>;
  /** The land for maps of a continent, once it has come; before, and from far, the overview's. */
  land: readonly FlatRing[];
  /** Whom the licence of the lines asks to name. */
  attribution: string | null;
  failed: boolean;
}

/** Remembers what was made last, and makes it anew only when one of its parts is another. */
function openKeeper<T>(): (parts: readonly unknown[], make: () => T) => T {
  let kept: { parts: readonly unknown[]; made: T } | null = null;
  return (parts, make) => {
    const same = kept?.parts.length === parts.length && kept.parts.every((part, i) => part === parts[i]);
    if (!kept || !same) kept = { parts, made: make() };
    return kept.made;
  };
}

const NO_LAND: readonly FlatRing[] = [];

/** The overview of the world, and the lines of the countries named: the same object until another file has come. */
export function useOutlines(countries: readonly string[], near = FAR): Outlines {
  const { data: now, isError } = useQuery({ ...current, ...FOREVER });
  const client = useQueryClient();
  const known = countries.filter((code) => now?.countries.includes(code));
  const file = (name: string) => ({
    queryKey: ['outlines', now?.name, name],
    queryFn: () => read(`${now!.name}/${name}.json`),
    enabled: now !== undefined,
    ...FOREVER,
  });
  const closeFile = (code: string) => ({
    ...file(`${code}@${near.close}`),
    queryKey: ['outlines', now?.name, code, near.close],
    // A map that is moved on no longer waits for it.
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const [country, close] = await Promise.all([
        client.fetchQuery(file(code)),
        read(`${now!.name}/${code}@${near.close}.json`, signal),
      ]);
      return withClose(country, close);
    },
    // What was close a moment ago is exact for most of the view. The lines without these points would flash.
    placeholderData: () =>
      near.close === null ? undefined : lastClose(client, ['outlines', now?.name, code]),
    enabled: near.close !== null && now?.surveyed.includes(code) === true,
    gcTime: KEPT_CLOSE_MS,
  });
  const world = useQuery(file('world'));
  const coasts = useQuery({
    queryKey: ['outlines', now?.name, 'coasts'],
    queryFn: () => readLand(`${now!.name}/coasts.json`),
    ...FOREVER,
    enabled: now !== undefined && near.coasts,
  });
  const each = useQueries({ queries: known.map(file) });
  const close = useQueries({ queries: known.map(closeFile) });
  const found = known.flatMap((code, i) => {
    const data = close[i]?.data ?? each[i]?.data;
    return data ? [[code, data] as const] : [];
  });
  const land = (near.coasts && coasts.data) || world.data?.land || NO_LAND;
  const attribution = now?.attribution ?? null;
  const failed = isError || [world, ...each, ...close].some((file) => file.isError);
  const keep = useRef(openKeeper<Outlines>()).current;
  return keep([world.data, land, attribution, failed, ...found.flat()], () => ({
    world: world.data,
    countries: new Map(found),
    land,
    attribution,
    failed,
  }));
}

/** The parts of the outlines that a code names: of a country every part, or the country itself. */
export function areasOf({ world, countries }: Outlines, code: string): Area[] {
  const country = code.slice(0, 2);
  const areas = countries.get(country)?.areas ?? (code.length === 2 ? world?.areas : undefined) ?? [];
  return areas.filter((area) =>
    code.length === 2 ? area.country === code : area.code === code || area.within.includes(code),
  );
}
