import type { FilePlace } from '../../registry/artifact.ts';
import { Unfit } from '../../registry/artifact.ts';
import { readArtifacts } from '../../registry/artifacts/read.ts';
import { OtherBytes, storeFiles } from '../../registry/stored.ts';
import { command, Failure } from '../command.ts';
import { withDatabase } from '../open.ts';

interface Imported {
  imported: FilePlace[];
  /** Files that were there before, with the same bytes. */
  known: number;
}

export const packagesImport = command({
  name: 'packages import',
  summary: 'Serve packages of a release: .tgz of npm, .aar or .jar with its .pom, .zip of iOS',
  args: ['FILE…'],
  options: {},
  notes:
    'All files are checked first, and all or none are taken. They lie in the database, so every node serves\n' +
    'them at once. A version that was imported keeps its bytes for good.',
  run: async ({ args, terminal }): Promise<Imported> => {
    const files = attempt(() => readArtifacts(args));
    return withDatabase(terminal, async ({ db }) => {
      const imported = await storeFiles(db, files).catch(refuseOtherBytes);
      return { imported, known: files.length - imported.length };
    });
  },
  text: ({ imported, known }) =>
    [
      ...imported.map(({ kind, name, version, file }) => `Served at /${kind}: ${name} ${version} (${file})`),
      ...(known > 0
        ? [`${known === 1 ? '1 file was' : `${known} files were`} served before, unchanged.`]
        : []),
    ].join('\n'),
});

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unfit) throw new Failure(`${error.message}.`, 'Nothing was imported.');
    throw error;
  }
}

function refuseOtherBytes(error: unknown): never {
  if (!(error instanceof OtherBytes)) throw error;
  const { name, version, file } = error.place;
  throw new Failure(
    `${name} ${version} was imported before, and ${file} had other bytes then. Nothing was imported.`,
    'What people have locked would no longer install. Release the change under a new version.',
  );
}
