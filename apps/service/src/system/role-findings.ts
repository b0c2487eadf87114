import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { examineReader, type Privileges, privilegesOf } from '../database/privileges.ts';
import type { Finding } from './finding.ts';

/** What the roles may that they should not. */
export async function roleFindings(database: Database, config: Config): Promise<Finding[]> {
  const service = await privilegesOf(database.pool);
  const apart = (await database.service_role()) !== null;
  const named = config.database_owner_url !== null;
  return [serviceRole(service, named, apart), ...(await reader(config))];
}

function serviceRole({ role, dangerous, owning }: Privileges, named: boolean, apart: boolean): Finding {
  const name = 'database role';
  const too_much = [...dangerous, ...owning];
  if (too_much.length === 0)
    return { name, ok: true, says: `${role} reads and writes rows; another role owns the tables` };
  const may = `${role} may more than it needs: ${too_much.join(', ')}`;
  if (named && !apart)
    return { name, ok: false, says: `${may}; DATABASE_OWNER_URL names the same role as DATABASE_URL` };
  const remedy = 'see “Roles of the database” in docs/operations.md';
  // One role for everything is how a small installation begins: it is told, and it is no fault.
  return {
    name,
    ok: dangerous.length === 0 && !named,
    says: `${may}; ${remedy}`,
    ...(!named && dangerous.length === 0 && { but: 'warning' as const }),
  };
}

async function reader({ database_readonly_url }: Config): Promise<Finding[]> {
  if (!database_readonly_url) return [];
  const name = 'read-only role';
  try {
    const { role, writes } = await examineReader(database_readonly_url);
    if (writes.length > 0)
      return [
        { name, ok: false, says: `${role} may write ${writes.length} tables, ${writes[0]} among them` },
      ];
    return [
      { name, ok: true, says: `${role} only reads; audit list reads there, and nothing else does yet` },
    ];
  } catch (error) {
    return [{ name, ok: false, says: `DATABASE_READONLY_URL: ${(error as Error).message}` }];
  }
}
