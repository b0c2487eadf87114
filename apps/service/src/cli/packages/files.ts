import { openShelf } from '../../registry/shelf.ts';
import { packedTree } from '../../sdk/packed-tree.ts';
import { command } from '../command.ts';
import { quiet, withDatabase } from '../open.ts';
import { table } from '../print.ts';

export const packagesFiles = command({
  name: 'packages files',
  summary: 'List the files that package tokens install, with their checksums',
  options: {},
  run: ({ terminal }) =>
    withDatabase(terminal, async ({ db }, config) => {
      const log = quiet(terminal);
      return { files: await openShelf(db, () => packedTree(config, log), log).list() };
    }),
  text: ({ files }) =>
    table(
      ['registry', 'name', 'version', 'bytes', 'SHA-256', 'file'],
      files.map(({ registry, name, version, size, sha256, path }) => [
        registry,
        name,
        version,
        `${size}`,
        sha256,
        path.split('/').at(-1)!,
      ]),
      'There is no package file yet: npx standpoint packages import FILE…',
    ),
});
