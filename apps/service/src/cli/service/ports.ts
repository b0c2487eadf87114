import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { Failure } from '../command.ts';
import { runningServices } from './running.ts';

type Places = Pick<Config, 'host' | 'port' | 'sandbox_port' | 'data_dir'>;

/** The ports that the service needs; 0 asks the system for a free one. */
export const wantedPorts = ({ port, sandbox_port }: Pick<Places, 'port' | 'sandbox_port'>): number[] =>
  [...new Set([port, sandbox_port])].filter((number) => number !== 0);

/** The error of listening there, or null. */
export const listenError = (host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });

/** Refuses a port in use before the database and the models are opened, which takes seconds. */
export async function refuseTakenPorts(config: Places): Promise<void> {
  for (const port of wantedPorts(config)) {
    const error = await listenError(config.host, port);
    if (error) explainPort(Object.assign(error, { port }), config);
  }
}

/** Explains a port that cannot be opened, the commonest reason why a start fails. */
export function explainPort(error: unknown, places: Places): never {
  const { host, port, sandbox_port } = places;
  const { code, syscall, port: wanted } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall !== 'listen') throw error;
  if (code === 'EADDRINUSE')
    throw new Failure(
      `Port ${wanted} of ${host} is in use${userOf(places, wanted)}, or choose other ports with ` +
        `STANDPOINT_PORT (now ${port}) and STANDPOINT_SANDBOX_PORT (now ${sandbox_port}).`,
    );
  if (code === 'EACCES')
    throw new Failure(`This user may not open port ${wanted} of ${host}: choose a port from 1024 on.`);
  throw error;
}

/** Who has the port, and how to stop it. A Standpoint on other data is a program like any other. */
function userOf({ data_dir }: Places, port: number | undefined): string {
  const portIn = (address: string) => Number(new URL(address).port);
  const own = runningServices(data_dir).find(({ address, called }) =>
    [address, ...Object.values(called ?? {})].some((each) => portIn(each) === port),
  );
  if (!own) return ': stop the program that uses it';
  const address = own.called?.base_url ?? own.address;
  return (
    `: Standpoint itself runs there, at ${address}. Use that one, or stop it with Ctrl-C in its terminal ` +
    `or with kill ${own.pid}`
  );
}
