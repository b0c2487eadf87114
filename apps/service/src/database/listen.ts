import pg from 'pg';
import type { Database } from './connect.ts';
import type { Log } from './log.ts';

/**
 * Notices between nodes (LISTEN/NOTIFY). A notice only saves time: a node that misses it reads again soon
 * anyway.
 */
export interface Notices {
  /** Calls `heard` with the payload of each notice on `channel`. Returns a function that stops this. */
  on(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

type Hearers = Map<string, Set<(payload: string) => void>>;

/** Uses a connection of its own, because a pooled one could be handed on with its subscriptions. */
export async function openNotices(
  database: Database,
  channels: readonly string[],
  log: Log,
): Promise<Notices> {
  const hearers: Hearers = new Map(channels.map((channel) => [channel, new Set()]));
  let client: pg.Client | null = null;
  let closed = false;

  const open = async () => {
    const next = newListener(database, hearers);
    next.on('end', () => {
      if (client === next) client = null;
      if (!closed) setTimeout(reopen, RECONNECT_MS).unref();
    });
    await next.connect();
    for (const channel of channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client = next;
    // Notices sent while the connection was down are lost, so every listener reads again.
    for (const set of hearers.values()) for (const heard of set) heard('');
  };
  const reopen = () => {
    if (!closed && !client)
      open().catch((error) =>
        log.warn({ err: error }, 'The connection for notices between nodes is lost; trying again.'),
      );
  };
  await open();

  return {
    on(channel, heard) {
      const set = hearers.get(channel);
      if (!set) throw new Error(`the connection does not listen to ${channel}`);
      set.add(heard);
      return () => set.delete(heard);
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}

/** A connection, not open yet, that passes each notice on to the listeners of its channel. */
function newListener(database: Database, hearers: Hearers): pg.Client {
  const client = new pg.Client({ ...database.server, application_name: 'standpoint notices' });
  // `end` follows each error and opens the next connection.
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload }) => {
    for (const heard of hearers.get(channel) ?? []) heard(payload ?? '');
  });
  return client;
}
