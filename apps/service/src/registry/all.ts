import type { Plugin } from '../http/server.ts';
import { fileRegistries } from './files.ts';
import { npmRegistry } from './npm.ts';
import { openShelf, type PackOwn } from './shelf.ts';

/** Private packages at `/npm`, `/maven` and `/ios` (given §5.7). `pack`: the packages of a clone; null serves none. */
export const packageRegistries =
  (pack: PackOwn | null): Plugin =>
  async (app, deps) => {
    const shelf = openShelf(deps.database.db, pack, deps.log);
    await npmRegistry(shelf)(app, deps);
    await fileRegistries(shelf)(app, deps);
  };
