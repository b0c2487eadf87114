import { listVersions, type VersionedNoun } from '../accounts/versions.ts';
import type { Terminal } from './command.ts';
import { organization, withDatabase } from './open.ts';
import { table } from './print.ts';

export interface Listed {
  id: string;
  name: string;
  version: number;
  status: string;
}

/** Every version that is not archived, oldest first; with `all`, the archived ones too. */
export const listed = (
  terminal: Terminal,
  noun: VersionedNoun,
  options: { org?: string; all?: boolean },
): Promise<Listed[]> =>
  withDatabase(terminal, async (database) => {
    const { org } = await organization(database, options.org);
    const versions = await listVersions(database.db, noun, org);
    return versions
      .filter(({ status }) => options.all || status !== 'archived')
      .map(({ id, name, version, status }) => ({ id, name, version, status }));
  });

export const versionsText = (versions: Listed[], empty: string): string =>
  table(
    ['id', 'version', 'status', 'name'],
    versions.map(({ id, version, status, name }) => [id, String(version), status, name]),
    empty,
  );
