import { createHash } from 'node:crypto';
import type { outlines as files } from '@standpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Places } from '../geolocation/geodata/places/places.ts';
import type { Plugin } from '../http/server.ts';
import { type Asset, asset, sendAsset } from './built-assets.ts';

/**
 * Every overview and country is kept, 20 MB together: a large country takes up to half a second to draw, and a stranger
 * could ask for one after another. What is close to a place is quick to draw, and there is no end of places.
 */
const MOST_KEPT = { whole: 300, close: 20 };
type Kept = Map<string, Promise<Asset>>;
const kept = new WeakMap<Places, Record<keyof typeof MOST_KEPT, Kept>>();

/** Files with another shape or other lines need a higher number: browsers keep what they have for a year. */
const SHAPE = 3;

/** A name for the borders in use: newer ones have other addresses. */
const nameOf = ({ versions }: Places): string =>
  createHash('sha256')
    .update(JSON.stringify([SHAPE, versions]))
    .digest('hex')
    .slice(0, 16);

/** Made once per borders, and the ones asked for least recently are dropped. */
function fileOf(places: Places, name: string): Promise<Asset> | null {
  const all = kept.get(places) ?? { whole: new Map(), close: new Map() };
  kept.set(places, all);
  // Two memories, so that a stranger who asks for one close file after another drops no overview.
  const kind = name.includes('@') ? 'close' : 'whole';
  const files: Kept = all[kind];
  const known = files.get(name);
  const content = known ? null : contentOf(places, name);
  const found = known ?? (content && asset(Buffer.from(JSON.stringify(content)), JSON_TYPE));
  if (!found) return null;
  files.delete(name);
  files.set(name, found);
  if (files.size > MOST_KEPT[kind]) files.delete(files.keys().next().value!);
  return found;
}

/** `close` is asked for by half degrees: views near to one another ask for the same file. */
const CLOSE = /^([A-Z]{2})@(-?\d{1,2}(?:\.5)?),(-?\d{1,3}(?:\.5)?)$/;

function contentOf({ outlines }: Places, name: string): object | null {
  if (name === 'world') return outlines.world();
  if (name === 'coasts') return outlines.coasts();
  const [, of, lat, lng] = CLOSE.exec(name) ?? [];
  if (!of) return outlines.country(name);
  const [y, x] = [Number(lat), Number(lng)];
  // One spelling of each place: others would be files of their own.
  if (name !== `${of}@${y},${x}` || Math.abs(y) > 90 || Math.abs(x) > 180) return null;
  return outlines.close(of, y, x);
}

const currentOf = (places: Places): files.Current => ({
  name: nameOf(places),
  countries: places.outlines.countries,
  surveyed: places.outlines.surveyed,
  attribution: places.own_attribution,
});

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Outlines for the dashboard's maps, which ask no outside service. They are of public data and the same for everybody,
 * so they are files and no part of the API.
 */
export const outlines: Plugin = (app, deps: Pick<Deps, 'places'>) => {
  app.get('/dashboard/outlines/current.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(currentOf(deps.places)),
  );
  app.get<{ Params: { name: string; file: string } }>(
    '/dashboard/outlines/:name/:file',
    async (
      request: FastifyRequest<{ Params: { name: string; file: string } }>,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const { name, file } = request.params;
      const wanted = /^(.*)\.json$/.exec(file)?.[1];
      const found = wanted && name === nameOf(deps.places) ? await fileOf(deps.places, wanted) : null;
      if (found) return sendAsset(reply, found, request.headers['accept-encoding']);
      reply.callNotFound();
      return reply;
    },
  );
};
