import pg from 'pg';

/** What a role may beyond reading and writing rows. */
export interface Privileges {
  role: string;
  /** With each of these, an attacker who takes the service over leaves the database, or becomes any other role. */
  dangerous: string[];
  /** Rights of the owner of the tables, with which the audit log can be edited. */
  owning: string[];
}

const PREDEFINED = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];
const APPENDED = ['audit', 'audit_link', 'audit_head', 'spent_token'];

/** Names each right that the role of the service does not need. */
export async function privilegesOf(pool: pg.Pool): Promise<Privileges> {
  const { rows } = await pool.query<{ role: string; dangerous: string[]; owning: string[] }>(
    `SELECT current_user AS role,
       array_remove(ARRAY[
         CASE WHEN r.rolsuper THEN 'superuser' END,
         CASE WHEN r.rolcreaterole THEN 'createrole' END,
         CASE WHEN r.rolcreatedb THEN 'createdb' END,
         CASE WHEN r.rolreplication THEN 'replication' END,
         CASE WHEN r.rolbypassrls THEN 'bypassrls' END], NULL)
       || ARRAY(SELECT p FROM unnest($1::text[]) p WHERE NOT r.rolsuper AND pg_has_role(p, 'MEMBER')) AS dangerous,
       CASE WHEN has_schema_privilege(current_schema(), 'CREATE')
            THEN ARRAY['CREATE in the schema ' || current_schema()] ELSE '{}' END
       || ARRAY(SELECT 'owner of ' || t FROM unnest($2::text[]) t
                 WHERE pg_has_role((SELECT relowner FROM pg_class WHERE oid = t::regclass), 'MEMBER'))
       || ARRAY(SELECT w || ' on ' || t FROM unnest($2::text[]) t, unnest('{UPDATE,DELETE,TRUNCATE}'::text[]) w
                 WHERE has_table_privilege(t, w)) AS owning
       FROM pg_roles r WHERE r.rolname = current_user`,
    [PREDEFINED, APPENDED],
  );
  return rows[0]!;
}

/** Whether a connection can only read: a replica, or a role that may write no table. */
export async function examineReader(url: string): Promise<{ role: string; writes: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; writes: string[] }>(
      `SELECT current_user AS role, ARRAY(
          SELECT c.relname::text FROM pg_class c
           WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p')
             AND NOT c.relispartition AND NOT pg_is_in_recovery()
             AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') ORDER BY 1) AS writes,
          (SELECT count(*) FROM audit LIMIT 1)`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
