import { once } from 'node:events';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';
import { type Maintain, maintenance } from './maintain.ts';
import type { Schema } from './schema.ts';

/** How to reach a database. `host` is a folder when it is reached through a unix socket. */
export type DatabaseConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export type Server = { url: string } | { connection: DatabaseConnection };

type ConnectOptions = Server & {
  log: Log;
  /** How the owner of the tables connects; the service's own role does everything when there is none. */
  owner?: Server | null;
  /** Connections kept by this process; 10 when not named. */
  max?: number;
  /** The longest wait of a statement for a lock, and of a caller for a connection. */
  patience?: Patience;
};

export interface Patience {
  lock_ms: number;
  /** The longest time for which a caller may do nothing within a transaction. */
  idle_ms: number;
  connection_ms: number;
  /** The longest statement of `reads`, 15 s when not named; 0: no end. */
  read_ms?: number;
}

const PATIENCE: Patience = { lock_ms: 2_000, idle_ms: 30_000, connection_ms: 5_000 };
/**
 * For a start and a command. On a busy machine, what they compute between two queries takes longer than 5 s, and the
 * time of a connection runs out although the server answered. No request waits behind them.
 */
export const STARTING: Patience = { ...PATIENCE, connection_ms: 20_000 };
const READ_MS = 15_000;
/** The longest wait, at the end, for a server to close its side of the connections. */
const CLOSING_MS = 2_000;
/**
 * People and backends that read at the same time, at most; further ones wait for each other, and for no
 * verification.
 */
const READERS = 8;

/** `close` may be called more than once. */
export type Database = {
  pool: pg.Pool;
  /**
   * One connection for readings that must not wait behind requests. A node that does not know the clock or
   * the fence refuses all work, and would do so just when it has most of it.
   */
  watch: pg.Pool;
  /**
   * Connections for what people and backends only read: lists, searches, home. A statement among them ends after
   * `read_ms`, so that one over a year of rows holds neither a connection nor the work of the others for ever.
   */
  reads: Database;
  /**
   * Connections of the owner of the tables, for migrations, partitions and maintenance: `pool` itself where one
   * role does everything. Requests never use it.
   */
  owner: pg.Pool;
  maintain: Maintain;
  /** The role of the service, where another one owns the tables. */
  service_role(): Promise<string | null>;
  db: Kysely<Schema>;
  /** Settings for a connection outside the pool, such as one that listens. */
  server: pg.ClientConfig;
  /** Requests come from now on: a caller waits 5 s for a connection, however long a start would wait. */
  serving(): void;
  close(): Promise<void>;
};

/**
 * Opens a pool. It connects at the first query. `int8` is read as a number (an error beyond 2^53: cast such a
 * column to text), `timestamptz` as a Date. A statement that waits for a lock longer than 2 s fails with
 * 55P03, which becomes a 503.
 */
export function connect(options: ConnectOptions): Database {
  const server = configOf(options);
  const { pool, readers, watch, owner, closed } = openPools(options, server);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= Promise.all([...new Set([pool, readers, watch, owner])].map((each) => each.end())).then(closed);
    return ended;
  };
  const database: Omit<Database, 'reads'> = {
    pool,
    watch,
    owner,
    maintain: maintenance(owner, options.log),
    service_role: async () => (owner === pool ? null : roleOf(pool, owner)),
    db,
    server,
    serving() {
      for (const each of [pool, readers, watch])
        each.options.connectionTimeoutMillis = PATIENCE.connection_ms;
    },
    close,
  };
  const reading: Database = {
    ...database,
    pool: readers,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: readers }) }),
    get reads() {
      return reading;
    },
  };
  return { ...database, reads: reading };
}

/** Those of requests, of long reads, of the clock and the fence, and of the owner of the tables. */
function openPools(options: ConnectOptions, server: pg.ClientConfig) {
  const { lock_ms, idle_ms, connection_ms } = options.patience ?? PATIENCE;
  const settings: pg.PoolConfig = {
    application_name: 'standpoint',
    lock_timeout: lock_ms,
    // A machine that vanished would hold its locks until TCP gives it up, which takes hours.
    idle_in_transaction_session_timeout: idle_ms,
    connectionTimeoutMillis: connection_ms,
    keepAlive: true,
    types: { getTypeParser },
  };
  const connections = new Set<pg.PoolClient>();
  const open = (config: pg.PoolConfig) => openPool({ ...settings, ...config }, connections, options.log);
  const max = options.max ?? 10;
  const pool = open({ ...server, max });
  const statement_timeout = options.patience?.read_ms ?? READ_MS;
  const readers = open({ ...server, statement_timeout, max: Math.min(max, READERS) });
  const watch = open({ ...server, max: 1 });
  // Opened when it is needed and closed soon after, so that most processes never connect as the owner.
  const owner = options.owner ? open({ ...configOf(options.owner), max, idleTimeoutMillis: 1_000 }) : pool;
  return { pool, readers, watch, owner, closed: () => allClosed(connections) };
}

/**
 * Waits until the connections of pools that ended are closed, because `end()` resolves before. An embedded database
 * that stops meanwhile would tell each of them that an administrator ended it, and the log would warn of that.
 */
async function allClosed(connections: ReadonlySet<pg.PoolClient>): Promise<void> {
  const late = AbortSignal.timeout(CLOSING_MS);
  await Promise.all([...connections].map((each) => once(each, 'end', { signal: late }).catch(() => {})));
}

/** Null when both connect as the same role. */
async function roleOf(pool: pg.Pool, owner: pg.Pool): Promise<string | null> {
  const role = async (each: pg.Pool) =>
    (await each.query<{ role: string }>('SELECT current_user AS role')).rows[0]!.role;
  const [service, owning] = [await role(pool), await role(owner)];
  return service === owning ? null : service;
}

const configOf = (server: Server): pg.ClientConfig =>
  'url' in server ? { connectionString: server.url } : server.connection;

function openPool(config: pg.PoolConfig, connections: Set<pg.PoolClient>, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => {
    connections.add(client);
    client.once('end', () => connections.delete(client));
    // Without a listener, a connection that breaks would end the process. The query reports its own error.
    client.on('error', (error) => log.warn({ err: error }, 'A database connection broke.'));
  });
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection broke.'));
  return pool;
}

const INT8 = 20;
const INT8_ARRAY = 1016;

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) => {
  if (format !== 'binary') {
    if (oid === INT8) return exactNumber;
    if (oid === INT8_ARRAY) {
      const parse: (text: string) => (string | null)[] = pg.types.getTypeParser(oid as 20, 'text');
      return (text: string) => parse(text).map((item) => (item === null ? null : exactNumber(item)));
    }
  }
  return pg.types.getTypeParser(oid, format as 'text');
};

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number.`);
  return value;
}
