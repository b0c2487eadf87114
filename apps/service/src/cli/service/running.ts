import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { writePrivate } from '../../data-folder/private-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import type { Service } from '../../main.ts';

/** The addresses that a service is called by, and the variables that name them. */
const NAMED = {
  base_url: 'STANDPOINT_BASE_URL',
  sandbox_base_url: 'STANDPOINT_SANDBOX_BASE_URL',
  face_base_url: 'STANDPOINT_FACE_BASE_URL',
} as const;
type Addresses = Pick<Config, keyof typeof NAMED>;

/** A service that runs on this data folder, where it listens, and how it is called. */
type RunningService = ProcessIdentity & { address: string; called: Addresses };

const folderOf = (data_dir: string) => join(data_dir, 'run', 'services');

/**
 * Writes where this service listens, so that `doctor` looks at the service that runs and not at the ports that
 * its own environment names. The returned function removes it.
 */
export function announce(config: Config, app: Pick<Service['app'], 'server'>): () => void {
  const { data_dir, host, base_url, sandbox_base_url, face_base_url } = config;
  const folder = folderOf(data_dir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { port } = app.server.address() as AddressInfo;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const file = join(folder, `${process.pid}.json`);
  writePrivate(file, {
    ...identify(process.pid),
    address,
    called: { base_url, sandbox_base_url, face_base_url },
  });
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

/**
 * The configuration of a command: where this terminal does not name an address, it is that of the service that runs on
 * the same data. A link to another port would lead nowhere. Nodes that disagree leave it as the terminal has it.
 */
export function configOf(env: Record<string, string | undefined>): Config {
  const config = readConfig(env);
  const [first, ...others] = runningServices(config.data_dir).map(({ called }) => called);
  if (!first || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return config;
  const unnamed = Object.entries(first).filter(([key]) => !env[NAMED[key as keyof Addresses]]);
  return { ...config, ...Object.fromEntries(unnamed) };
}
