import { readFileSync, writeFileSync } from 'node:fs';
import { DASHBOARD_API, DASHBOARD_ENDPOINTS, type Endpoint, ROLES } from '@standpoint/contract';
import { whatOf } from './endpoints.ts';

/**
 * The table of the dashboard's endpoints and their roles in docs/dashboard.md. After a change of one:
 *
 *   npx node docs/roles.ts
 */
const DASHBOARD = new URL('dashboard.md', import.meta.url);
const HEAD = `| method | path below \`${DASHBOARD_API}\` | who | what |\n|---|---|---|---|\n`;

function who({ roles, credential, path }: Endpoint): string {
  if (!credential.includes('person')) return 'anyone';
  if (roles && roles.length < ROLES.length) return roles.join(', ');
  return path.includes('{org}') ? 'every member' : 'any signed-in person';
}

const row = (endpoint: Endpoint): string =>
  `| ${endpoint.method} | \`${endpoint.path.replace(DASHBOARD_API, '')}\` | ${who(endpoint)} | ${whatOf(endpoint)} |\n`;

export const rolesTable = (): string => HEAD + DASHBOARD_ENDPOINTS.map(row).join('');

if (import.meta.main) {
  const text = readFileSync(DASHBOARD, 'utf8');
  const start = text.indexOf(HEAD);
  if (start < 0) throw new Error('docs/dashboard.md has no table of endpoints');
  writeFileSync(DASHBOARD, text.slice(0, start) + rolesTable());
}
