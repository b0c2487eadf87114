import type { Environment } from '@standpoint/contract';
import { useParams } from '@tanstack/react-router';
import { useWatched, watched } from '../api/watched.ts';
import { kept } from './appearance.ts';

export interface Place {
  org: string;
  env: Environment;
}

const isEnvironment = (value: unknown): value is Environment => value === 'production' || value === 'sandbox';

/** The environment that was looked at last: settings stand outside of both, and the next visit begins there. */
const lastEnv = watched<Environment>(
  isEnvironment(kept('env')) ? (kept('env') as Environment) : 'production',
);

export function rememberPlace({ org, env }: Place): void {
  lastEnv.set(env);
  try {
    localStorage.setItem('standpoint.env', env);
    localStorage.setItem('standpoint.org', org);
  } catch {
    // The next visit begins with the first organization.
  }
}

export const lastOrg = (): string | null => kept('org');
export const lastEnvironment = (): Environment => lastEnv.get();

/** The organization and environment of this page: of its path, and where the path has no environment, the last one. */
export function usePlace(): Place {
  const { org = '', env } = useParams({ strict: false }) as { org?: string; env?: string };
  const last = useWatched(lastEnv);
  return { org, env: isEnvironment(env) ? env : last };
}

/** Below this path of the API lies what belongs to an organization. */
export const orgPath = ({ org }: Pick<Place, 'org'>): string => `/${org}`;
/** Below this path of the API lies what belongs to an organization and an environment. */
export const envPath = ({ org, env }: Place): string => `/${org}/${env}`;
