import pg from 'pg';
import type { DatabaseConnection } from '../connect.ts';
import type { ClusterRecord, Role } from './home.ts';

/** Makes the roles of a new cluster and its database, as the superuser. A repeated call is harmless. */
export async function setUp(
  superuser: DatabaseConnection,
  { roles, database }: Pick<ClusterRecord, 'roles' | 'database'>,
): Promise<void> {
  await withClient({ ...superuser, database: 'postgres' }, async (client) => {
    for (const role of [roles.owner, roles.service]) await makeRole(client, role);
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    const name = pg.escapeIdentifier(database);
    if (known.rows.length === 0) await client.query(`CREATE DATABASE ${name} OWNER ${roles.owner.user}`);
    for (const each of [name, 'postgres', 'template1'])
      await client.query(`REVOKE ALL ON DATABASE ${each} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${roles.service.user}`);
  });
  await withClient({ ...superuser, database }, (client) => letOwnerMaintain(client, roles.owner.user));
}

async function makeRole(client: pg.Client, { user, password }: Role): Promise<void> {
  const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user]);
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
  await client.query(
    `${known.rows.length > 0 ? 'ALTER' : 'CREATE'} ROLE ${user} ${rights} PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

/** After an erasure the owner ends the WAL file that still has the old rows. The right is each database's own. */
export const letOwnerMaintain = (client: pg.Client, owner: string) =>
  client.query(`GRANT EXECUTE ON FUNCTION pg_switch_wal() TO ${owner}`);

export async function withClient<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
