import { createHash } from 'node:crypto';
import type { outlines as files } from '@standpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Places } from '../geolocation/geodata/places/places.ts';
import type { Plugin } from '../http/server.ts';
import { type Asset, asset, sendAsset } from './built-assets.ts';

/** The files that are asked for again and again; an overview and the countries of one place. */
const MOST_KEPT = 40;
const kept = new WeakMap<Places, Map<string, Promise<Asset>>>();

/** A name for the borders in use: newer ones have other addresses, so that a browser may keep these for good. */
const nameOf = ({ versions }: Places): string =>
  createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 16);

/** Made once per borders, and the ones asked for least recently are dropped. */
function fileOf(places: Places, name: string): Promise<Asset> | null {
  const files = kept.get(places) ?? new Map<string, Promise<Asset>>();
  kept.set(places, files);
  const known = files.get(name);
  const content = known ? null : contentOf(places, name);
  const found = known ?? (content && asset(Buffer.from(JSON.stringify(content)), JSON_TYPE));
  if (!found) return null;
  files.delete(name);
  files.set(name, found);
  if (files.size > MOST_KEPT) files.delete(files.keys().next().value!);
  return found;
}

/** `close` is asked for by half degrees: views near to one another ask for the same file. */
const CLOSE = /^([A-Z]{2})@(-?\d{1,2}(?:\.5)?),(-?\d{1,3}(?:\.5)?)$/;

function contentOf({ outlines }: Places, name: string): object | null {
  if (name === 'world') return outlines.world();
  if (name === 'coasts') return outlines.coasts();
  const [, of, lat, lng] = CLOSE.exec(name) ?? [];
  if (!of) return outlines.country(name);
  const onEarth = Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
  return onEarth ? outlines.close(of, Number(lat), Number(lng)) : null;
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
