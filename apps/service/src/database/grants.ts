import pg from 'pg';

/** The ledger of spent tokens and the audit chain: the service reads them and adds to them, and does no more. */
const ADDED_TO = ['spent_token', 'audit_link', 'audit_head'];
/** Without `at` and `tx`: the database says when an entry was written, so no entry can be backdated. */
const AUDIT_COLUMNS = 'org, env, audit_id, actor, action, target, outcome, request_id, ip, detail';
/** Only migrations write these. */
const READ_ONLY = ['schema_migration', 'graphile_worker.migrations'];

/**
 * Gives the role of the service its rights to every table, as the owner of the tables. Rows may be read and
 * written. Nothing may be created, changed or emptied, because that needs the owner. `always`: also where the
 * role has what it needs, because a migration may have changed what that is.
 */
export async function grantTo(client: pg.ClientBase, role: string, always: boolean): Promise<void> {
  if (!always && !(await lacksRights(client, role))) return;
  const name = pg.escapeIdentifier(role);
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  const schemas = [pg.escapeIdentifier(rows[0]!.schema), 'graphile_worker'].join(', ');
  const grants = [
    `GRANT USAGE ON SCHEMA ${schemas} TO ${name}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${name}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(', ')} FROM ${name}`,
    `REVOKE UPDATE, DELETE ON ${ADDED_TO.join(', ')} FROM ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON audit FROM ${name}`,
    `GRANT INSERT (${AUDIT_COLUMNS}) ON audit TO ${name}`,
    `REVOKE INSERT, DELETE ON audit_place FROM ${name}`,
    // An erasure that could be taken back would let an old token in again.
    `REVOKE UPDATE, DELETE ON erasure FROM ${name}`,
    `GRANT UPDATE (finished_at, scrubbed_at) ON erasure TO ${name}`,
    // What a run deleted stays written; a run adds to its own row until it ends.
    `REVOKE UPDATE, DELETE ON retention_run FROM ${name}`,
    `GRANT UPDATE (lease_until, ended_at, outcome, swept) ON retention_run TO ${name}`,
    `REVOKE UPDATE, DELETE ON key_store FROM ${name}`,
    ...(await policies(client)),
  ];
  await client.query('BEGIN');
  for (const grant of grants) await client.query(grant);
  await client.query('COMMIT');
}

/** Whether there is a table that the role may not even read. Without a name: the role of the connection. */
export async function lacksRights(
  client: Pick<pg.ClientBase, 'query'>,
  role: string | null = null,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relnamespace IN (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))
        AND NOT has_table_privilege(coalesce($1, current_user), c.oid, 'SELECT') LIMIT 1`,
    [role],
  );
  return rows.length > 0;
}

/**
 * The worker's tables show rows to their owner alone unless a policy lets others see them. It names no role,
 * because the grants say who may.
 */
async function policies(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c
      WHERE c.relnamespace = to_regnamespace('graphile_worker') AND c.relrowsecurity
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'granted')`,
  );
  return rows.map(({ table }) => `CREATE POLICY granted ON ${table} USING (true) WITH CHECK (true)`);
}
