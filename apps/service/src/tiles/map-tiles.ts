import { ConfigError } from '../config.ts';
import { Archive } from './archive.ts';
import { versionAt } from './file-source.ts';
import { UnfitArchive } from './unfit.ts';

/** While a file is being copied into place, it changes with every look. */
const PATIENCE_MS = 1_000;

type Say = (fields: object, text: string) => void;
interface Log {
  info: Say;
  warn: Say;
}

/** The PMTiles file of the operator, as it is now. */
export class MapTiles {
  readonly #path: string | null;
  readonly #log: Log;
  #open: Archive | null = null;
  /** The version that was tried last, fit or not. */
  #tried: string | null | undefined;
  #tried_at = Number.NEGATIVE_INFINITY;
  #trying: Promise<void> | null = null;
  #closed = false;

  constructor(path: string | null, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  /**
   * Null where no file is named, and while the file is missing or damaged: maps then show outlines alone. A file that
   * was replaced is opened as soon as it is asked for.
   */
  async current(): Promise<Archive | null> {
    if (this.#path === null || this.#closed) return null;
    const version = await versionAt(this.#path);
    const changed = version !== this.#tried;
    const due = performance.now() - this.#tried_at >= PATIENCE_MS;
    if (changed && due && !this.#trying)
      this.#trying = this.#openAgain(this.#path, version).finally(() => {
        this.#trying = null;
      });
    // Nothing is read from a file that changed, even where nothing has looked at the change yet.
    if (changed && !this.#trying) return null;
    await this.#trying;
    return this.#open;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#trying;
    await this.#leave();
  }

  async #openAgain(path: string, version: string | null): Promise<void> {
    const first = this.#tried === undefined;
    this.#tried = version;
    this.#tried_at = performance.now();
    await this.#leave();
    try {
      const archive = await Archive.open(path);
      this.#tried = archive.version;
      if (this.#closed) return await archive.close();
      this.#open = archive;
      if (!first) this.#log.info({ path, tiles: archive.facts.name }, 'The file of map tiles was replaced.');
    } catch (error) {
      this.#log.warn(
        { path },
        `The file of map tiles ${(error as Error).message}. Maps show outlines alone.`,
      );
    }
  }

  async #leave(): Promise<void> {
    const left = this.#open;
    this.#open = null;
    await left?.close().catch(() => undefined);
  }
}

/** Why the file cannot be used, in the words of a configuration; null when it can, or when none is named. */
export async function tilesProblem(path: string | null): Promise<string | null> {
  if (path === null) return null;
  try {
    await (await Archive.open(path)).close();
    return null;
  } catch (error) {
    if (!(error instanceof UnfitArchive)) throw error;
    return `STANDPOINT_MAP_TILES: ${path} ${error.message}. Name a whole PMTiles file, or remove the variable: maps then show outlines alone`;
  }
}

export async function refuseUnfitTiles(path: string | null): Promise<void> {
  const problem = await tilesProblem(path);
  if (problem) throw new ConfigError([problem]);
}
