import type { Kysely } from 'kysely';
import { type AuditEntry, audit, type By } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { FilePlace } from './artifact.ts';

/** Rows of one statement, far below the number of parameters that PostgreSQL takes. */
const ROWS = 1_000;

/**
 * Enters what is served from now on, or no longer, into the log of every organization that exists then: the operator
 * changes it for all of them, and each installs from it. One entry for each version. `trx`: the transaction of the
 * change.
 */
export async function auditPackages(
  trx: Kysely<Schema>,
  by: By,
  action: 'package.imported' | 'package.removed',
  files: readonly FilePlace[],
): Promise<void> {
  const versions = Object.entries(
    Object.groupBy(files, ({ kind, name, version }) => `${kind}:${name}@${version}`),
  );
  if (versions.length === 0) return;
  const organizations = await trx.selectFrom('organization').select('org').orderBy('org').execute();
  const entries: AuditEntry[] = organizations.flatMap(({ org }) =>
    versions.map(([target, of = []]) => ({
      ...by,
      org,
      action,
      target,
      detail: { files: of.map(({ file }) => file) },
    })),
  );
  for (let at = 0; at < entries.length; at += ROWS) {
    const [first, ...more] = entries.slice(at, at + ROWS);
    await audit(trx, first!, ...more);
  }
}
