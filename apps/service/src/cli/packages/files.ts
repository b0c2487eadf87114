import { listed } from '../../registry/artifact.ts';
import { storedFiles } from '../../registry/stored.ts';
import { command } from '../command.ts';
import { withReader } from '../open.ts';
import { table } from '../print.ts';

export const packagesFiles = command({
  name: 'packages files',
  summary: 'List the packages that were imported, with size and SHA-256',
  options: {},
  run: ({ terminal }) =>
    withReader(terminal, async ({ db }) => ({
      files: (await storedFiles(db)).map((file) => ({
        ...listed(file),
        imported_at: file.created_at.toISOString(),
      })),
    })),
  text: ({ files }) =>
    table(
      ['at', 'name', 'version', 'file', 'bytes', 'SHA-256'],
      files.map(({ kind, name, version, file, size, sha256 }) => [
        `/${kind}`,
        name,
        version,
        file,
        `${size}`,
        sha256,
      ]),
      'No package was imported yet: npx standpoint packages import FILE…',
    ),
});
