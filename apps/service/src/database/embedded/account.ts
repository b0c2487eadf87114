import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The unprivileged account that PostgreSQL runs under when the service itself runs as root. */
export type Account = { name: string; uid: number; gid: number };

/**
 * The account to run PostgreSQL under, which refuses to run as root and fails for a uid without an entry in
 * passwd. Null when this process is not root: then PostgreSQL runs as the same user.
 */
export function serverAccount(cluster_folder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = ownerOf(cluster_folder);
  const account =
    (owner ? accounts.find((one) => one.uid === owner) : undefined) ??
    accounts.find((one) => one.name === 'postgres') ??
    accounts.find((one) => one.name === 'nobody');
  if (!account) {
    throw new Error(
      'The embedded PostgreSQL cannot run as root, and /etc/passwd has neither "postgres" nor "nobody": ' +
        'run the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Whether the account may pass through the folder and everything above it. `path` must be a real path. */
export function canReach(account: Account, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && !fields[0]!.startsWith('#'))
    .map((fields) => ({ name: fields[0]!, uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/**
 * The uid of the folder's owner. Root counts as none: root made the folder and has not handed it over yet.
 */
function ownerOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.uid || null;
}
