import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, type Form, integrityOf, versionsIn } from './browser.ts';
import { PACKAGES } from './published.ts';

/**
 * The integrity of every file of the browser SDK that was released, by version and name. Browsers keep a released
 * file for a year, and pages name its integrity, so other bytes under its version are a fault.
 */
export type Released = Record<string, Record<string, string>>;

/** Committed, and written by `npm run release`. */
export const LIST = join(PACKAGES, 'web/released.json');

export const readReleased = (): Released =>
  existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as Released) : {};

/** The integrity of each file in the folder of `builtBrowserSdk`. */
export const integritiesIn = (folder: string): Released =>
  Object.fromEntries(
    versionsIn(folder).map((version) => [
      version,
      Object.fromEntries(
        (Object.keys(FILES) as Form[]).map((form) => [
          FILES[form],
          integrityOf(readFileSync(join(folder, version, FILES[form]))),
        ]),
      ),
    ]),
  );

/** Versions that were released, and that these sources build with other bytes. */
export const changedIn = (built: Released, released: Released): string[] =>
  Object.keys(built).filter(
    (version) =>
      released[version] &&
      Object.entries(built[version]!).some(([name, hash]) => released[version]![name] !== hash),
  );
