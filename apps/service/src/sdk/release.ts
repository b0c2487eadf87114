import { writeFileSync } from 'node:fs';
import { builtBrowserSdk } from './browser.ts';
import { changedIn, integritiesIn, LIST, type Released, readReleased } from './released.ts';

/**
 * The list with the versions that are built here. Throws when one of them was released with other bytes, unless it is
 * named as one that is replaced.
 */
export function withRelease(built: Released, released: Released, replaced: readonly string[] = []): Released {
  const changed = changedIn(built, released).filter((version) => !replaced.includes(version));
  if (changed.length > 0)
    throw new Error(
      `${changed.join(' and ')} of @standpoint/web: released with other bytes. Raise the version in ` +
        'packages/web/package.json (or in standpoint.earlier there) and in src/version.ts. --replace VERSION is for ' +
        'a version that is not published yet.',
    );
  return {
    ...built,
    ...released,
    ...Object.fromEntries(replaced.map((version) => [version, built[version]!])),
  };
}

/** `npm run release [-- --replace VERSION …]`: writes `packages/web/released.json`. */
if (import.meta.main) {
  const built = integritiesIn(await builtBrowserSdk());
  const [flag, ...named] = process.argv.slice(2);
  const unknown = flag === '--replace' ? named.find((version) => !built[version]) : flag;
  try {
    if (unknown) throw new Error(`${unknown}: no version that is built here, and no option`);
    const list = withRelease(built, readReleased(), named);
    writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`);
    console.log(`${LIST}: ${Object.keys(list).join(', ')}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
