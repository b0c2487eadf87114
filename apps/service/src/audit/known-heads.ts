import { existsSync, statSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { headFile, type ReadHeads, readHeads } from './head-files.ts';
import type { Problem } from './verify-chain.ts';

export interface Heads extends ReadHeads {
  /** Null where there is none: a cut tail would not show. */
  file: string | null;
}

/** The signed heads that were kept outside the database: in the named file, or in the data folder of this node. */
export async function headsFor(
  deps: Pick<Deps, 'keys' | 'config'>,
  org: string,
  named?: string,
): Promise<Heads> {
  const own = headFile(deps.config.data_dir, org);
  const file = named ?? (existsSync(own) ? own : null);
  if (file === null) return { heads: [], refused: [], withdrawn: 0, file };
  return { ...(await readHeads(deps, org, file)), file };
}

/** Files whose heads are kept as they were read. */
const KEPT_MOST = 16;
const kept = new Map<string, { stamp: string; heads: Heads }>();

/**
 * As `headsFor`, of this node's folder, for a check that comes in many calls: thousands of signatures are checked
 * again only when the file or the withdrawn keys have changed.
 */
export async function headsOfNode(deps: Pick<Deps, 'keys' | 'config'>, org: string): Promise<Heads> {
  const path = headFile(deps.config.data_dir, org);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return headsFor(deps, org);
  const withdrawn = [...deps.keys.of('production').withdrawn].sort().join();
  const stamp = `${found.ino} ${found.size} ${found.mtimeMs} ${withdrawn}`;
  const known = kept.get(path);
  if (known?.stamp === stamp) return known.heads;
  const heads = await headsFor(deps, org);
  kept.delete(path);
  kept.set(path, { stamp, heads });
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value!);
  return heads;
}

/** A line that proves nothing is a problem too: it may stand where a true head stood. `file`: as it is said. */
export const badLine = ({ refused }: ReadHeads, file: string | null): Problem | null =>
  refused.length === 0
    ? null
    : {
        seq: null,
        audit_id: null,
        says: `line ${refused[0]} of ${file} is no head that this service signed for this organization`,
      };

export const newestHead = ({ heads }: ReadHeads): string | null =>
  heads.reduce<string | null>((last, { signed_at }) => (last && last > signed_at ? last : signed_at), null);
