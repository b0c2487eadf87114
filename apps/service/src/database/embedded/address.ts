import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterHome } from './home.ts';
import type { ServerAddress } from './settings.ts';

/**
 * The longest path of a socket folder in bytes, without the name that PostgreSQL adds (unix(7): 108 bytes
 * with the closing zero).
 */
const SOCKET_FOLDER_MAX_BYTES = 107 - '/.s.PGSQL.65535'.length;

/**
 * Chooses where a server of this home listens. Usually a private folder near the cluster; when that path is
 * too long, a folder in the temporary folder, whose random name an attacker cannot create in advance;
 * 127.0.0.1 on systems without unix sockets.
 */
export async function chooseAddress(home: ClusterHome, unix_sockets: boolean): Promise<ServerAddress> {
  if (!unix_sockets) return { host: '127.0.0.1', port: await freePort() };
  const near = join(home.relocated ? home.folder : home.run, 'socket');
  const fits = Buffer.byteLength(near) <= SOCKET_FOLDER_MAX_BYTES;
  return { host: fits ? near : distantFolder(home), port: 5432 };
}

export function forgetAddress(home: ClusterHome): void {
  rmSync(distantFolder(home), { recursive: true, force: true });
}

function distantFolder(home: ClusterHome): string {
  const name = createHash('sha256').update(home.record.id).digest('hex').slice(0, 16);
  return join(tmpdir(), `standpoint-${name}`);
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
