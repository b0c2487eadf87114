import type { Environment } from '@standpoint/contract';

/**
 * The address (below `/dashboard`) of the same list in another environment. A record belongs to one environment, so
 * its list takes its place; settings are outside of both and stay.
 */
export function otherEnvironment(pathname: string, env: Environment): string {
  const [org = '', where = '', page = ''] = pathname.split('/').filter(Boolean);
  if (where === 'settings' || !page) return pathname;
  return `/${org}/${env}/${page}`;
}

/** The address of the same list, or of the same settings, in another organization. */
export function otherOrganization(pathname: string, org: string): string {
  const [, where = '', page = ''] = pathname.split('/').filter(Boolean);
  return page ? `/${org}/${where}/${page}` : `/${org}`;
}
