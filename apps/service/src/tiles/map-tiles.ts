import { Archive } from './archive.ts';
import { versionAt } from './file-source.ts';
import { UnfitArchive, UnreadableArchive } from './unfit.ts';

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
  /**
   * The version that was tried last, fit or not; undefined when the system could not read it, so that it is
   * tried again.
   */
  #tried: string | null | undefined;
  /** Why maps show outlines alone, as it was last said in the log. */
  #problem: string | null = null;
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

  /** Why the file that is named is not shown now; null when it is, or when none is named. */
  async problem(): Promise<string | null> {
    if (this.#path === null || (await this.current())) return null;
    return this.#problem ?? sentence(this.#path, 'changed a moment ago, and is looked at again in a second');
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#trying;
    await this.#leave();
  }

  async #openAgain(path: string, version: string | null): Promise<void> {
    const first = this.#tried_at === Number.NEGATIVE_INFINITY;
    this.#tried = version;
    this.#tried_at = performance.now();
    await this.#leave();
    try {
      const archive = await Archive.open(path);
      this.#tried = archive.version;
      if (this.#closed) return await archive.close();
      this.#open = archive;
      this.#problem = null;
      if (!first)
        this.#log.info({ path, tiles: archive.facts.name }, 'Maps show the file of map tiles anew.');
    } catch (error) {
      if (error instanceof UnreadableArchive) this.#tried = undefined;
      this.#warn(sentence(path, (error as Error).message));
    }
  }

  /** Once: what is tried again each second would fill the log. */
  #warn(problem: string): void {
    if (problem !== this.#problem) this.#log.warn({ path: this.#path }, problem);
    this.#problem = problem;
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
    return sentence(path, error.message);
  }
}

const sentence = (path: string, why: string): string =>
  `STANDPOINT_MAP_TILES: ${path} ${why}. Maps show outlines alone. Name a whole PMTiles file, or remove the variable`;
