/** The server's address: a folder (unix socket) or 127.0.0.1, and a port. */
export type ServerAddress = { host: string; port: number };

/**
 * The usual 4,096 rounds slow down guesses at a password that a person chose, and each new connection works through
 * them. Our passwords are 192 random bits, which cannot be guessed, so one round is enough.
 */
export const SCRAM_ITERATIONS = '1';

/**
 * The server's settings. They are given on its command line, so that they win over any file in the cluster.
 * Durability is not traded for speed: the gain comes from fewer checkpoints, which write fewer full-page
 * images.
 */
export function serverSettings({ host, port }: ServerAddress): Record<string, string> {
  const socket = host !== '127.0.0.1';
  return {
    listen_addresses: socket ? '' : host,
    port: String(port),
    unix_socket_directories: socket ? host : '',
    unix_socket_permissions: '0700',
    // One service opens up to 38, and further nodes and commands may use the same data directory.
    max_connections: '200',
    shared_buffers: '128MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    commit_delay: '0',
    checkpoint_timeout: '15min',
    max_wal_size: '1GB',
    // Statements here are short: compiling them, or extra processes that read ahead, would cost more than it
    // saves.
    jit: 'off',
    scram_iterations: SCRAM_ITERATIONS,
    io_method: 'sync',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Rows and parameters are personal data, so they stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    cluster_name: 'standpoint',
  };
}
