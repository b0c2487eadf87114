import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Plugin } from '../http/server.ts';
import { type Archive, inflated, type StoredTile } from '../tiles/archive.ts';
import { ArchiveChanged } from '../tiles/unfit.ts';
import { KEPT_FOR_GOOD, takesGzip } from './built-assets.ts';

interface Address {
  name: string;
  z: string;
  x: string;
  y: string;
}

/** One way to write each number, so that each tile has one address. */
const NUMBER = /^(0|[1-9]\d{0,7})$/;

/** Null where the archive's zooms or the world end. */
function placeOf({ z, x, y }: Address, { facts }: Archive): [z: number, x: number, y: number] | null {
  if (![z, x, y].every((each) => NUMBER.test(each))) return null;
  const [zoom, column, row] = [Number(z), Number(x), Number(y)];
  if (zoom < facts.min_zoom || zoom > facts.max_zoom) return null;
  return column < 2 ** zoom && row < 2 ** zoom ? [zoom, column, row] : null;
}

/** As it is stored for those who take gzip, so that it is not packed twice. */
async function send(
  reply: FastifyReply,
  { bytes, gzipped, media_type }: StoredTile,
  accepted: string | undefined,
) {
  reply.type(media_type);
  if (!gzipped) return reply.send(bytes);
  reply.header('vary', 'accept-encoding');
  if (takesGzip(accepted)) return reply.header('content-encoding', 'gzip').send(bytes);
  return reply.send(await inflated(bytes));
}

/**
 * Tiles of the file that the operator named, beside the outlines. The browser asks this service alone, so no other
 * service learns which places are looked at.
 */
export const tiles: Plugin = (app, deps: Pick<Deps, 'tiles'>) => {
  app.get('/dashboard/tiles/current.json', async (_request, reply) => {
    const archive = await deps.tiles.current();
    return reply.header('cache-control', 'no-cache').send({ tiles: archive?.facts ?? null });
  });
  app.get<{ Params: Address }>(
    '/dashboard/tiles/:name/:z/:x/:y',
    async ({ params, headers }: FastifyRequest<{ Params: Address }>, reply: FastifyReply) => {
      const archive = await deps.tiles.current();
      const place = archive?.facts.name === params.name ? placeOf(params, archive) : null;
      const found = place && archive ? await read(archive, place) : GONE;
      if (found === GONE) return reply.callNotFound();
      reply.headers(KEPT_FOR_GOOD);
      return found ? send(reply, found, headers['accept-encoding'] as string) : reply.code(204).send();
    },
  );
};

const GONE = Symbol('gone');

/** Null: the archive has no tile there, as at sea. Gone: the file was replaced, and with it every address. */
async function read(
  archive: Archive,
  place: [number, number, number],
): Promise<StoredTile | null | typeof GONE> {
  try {
    return await archive.tile(...place);
  } catch (error) {
    const closed = (error as NodeJS.ErrnoException).code === 'EBADF';
    if (closed || error instanceof ArchiveChanged) return GONE;
    throw error;
  }
}
