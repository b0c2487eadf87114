import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { BY_CLI } from '../../accounts/audit.ts';
import { BadPackage, contentsOf, FILE_MAX, type Given } from '../../registry/contents.ts';
import { addFiles } from '../../registry/stored.ts';
import { command, Failure } from '../command.ts';
import { withDatabase } from '../open.ts';

export const packagesImport = command({
  name: 'packages import',
  summary: 'Offer the packages of a release: .tgz, .aar and .jar with their .pom, .xcframework.zip',
  args: ['FILE…'],
  options: {},
  notes:
    'All files are taken, or none. They lie in the database, so that every node serves them at /npm, /maven and\n' +
    '/ios. A version never changes: the same file again changes nothing, another one is refused.',
  run: async ({ args, terminal }) => {
    const contents = checked(args.map(read));
    return withDatabase(terminal, async ({ db }) => {
      const added = await addFiles(db, BY_CLI, contents).catch(notTaken);
      const isNew = new Set(added.map(({ registry, path }) => `${registry}/${path}`));
      return {
        files: contents.map(({ registry, path, name, version, bytes }) => ({
          registry,
          path,
          name,
          version,
          size: bytes.length,
          added: isNew.has(`${registry}/${path}`),
        })),
      };
    });
  },
  text: ({ files }) =>
    files
      .map(({ registry, path, added }) => `${added ? 'imported' : 'was there'}  /${registry}/${path}`)
      .join('\n'),
});

function read(file: string): Given {
  let size: number;
  try {
    size = statSync(file).size;
  } catch {
    throw new Failure(`${file} cannot be read.`);
  }
  // The message is about a file that is not held in memory.
  if (size > FILE_MAX) throw new Failure(`${file} has more than ${FILE_MAX / 1024 / 1024} MB.`);
  try {
    return { name: basename(file), bytes: readFileSync(file) };
  } catch {
    throw new Failure(`${file} cannot be read: it is a folder, or this user has no permission.`);
  }
}

function checked(given: readonly Given[]) {
  try {
    return contentsOf(given);
  } catch (error) {
    return notTaken(error);
  }
}

function notTaken(error: unknown): never {
  if (error instanceof BadPackage) throw new Failure(error.message, 'Nothing was imported.');
  throw error;
}
