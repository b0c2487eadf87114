import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { writePrivate } from '../../data-folder/private-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import type { Service } from '../../main.ts';

/** A service that runs on this data folder, and the address where it listens. */
type RunningService = ProcessIdentity & { address: string };

const folderOf = (data_dir: string) => join(data_dir, 'run', 'services');

/**
 * Writes where this service listens, so that `doctor` looks at the service that runs and not at the ports that
 * its own environment names. The returned function removes it.
 */
export function announce({ data_dir, host }: Config, app: Service['app']): () => void {
  const folder = folderOf(data_dir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { port } = app.server.address() as AddressInfo;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const file = join(folder, `${process.pid}.json`);
  writePrivate(file, { ...identify(process.pid), address });
  return () => rmSync(file, { force: true });
}

/** The services that live; the files of killed ones are left alone. */
export function runningServices(data_dir: string): RunningService[] {
  const folder = folderOf(data_dir);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunningService)
    .filter(isAlive);
}
