import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '../../data-folder/private-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';

/**
 * Adds this process to the members of the cluster. Returns the path of its entry, which must be removed
 * later.
 */
export function register(run: string): string {
  const entry = join(run, 'members', `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  writePrivate(entry, identify(process.pid));
  return entry;
}

/** The processes that use the cluster now. Entries of killed processes are removed on the way. */
export function livingMembers(run: string): ProcessIdentity[] {
  const living: ProcessIdentity[] = [];
  for (const name of readdirSync(join(run, 'members'))) {
    if (!name.endsWith('.json')) continue;
    const entry = join(run, 'members', name);
    const member = JSON.parse(readFileSync(entry, 'utf8')) as ProcessIdentity;
    if (isAlive(member)) living.push(member);
    else rmSync(entry, { force: true });
  }
  return living;
}
