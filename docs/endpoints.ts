import { readFileSync, writeFileSync } from 'node:fs';
import { ENDPOINTS, type Endpoint } from '@standpoint/contract';

/**
 * The table of endpoints in docs/spec.md. After a change of an endpoint:
 *
 *   npx node docs/endpoints.ts
 */
const SPEC = new URL('spec.md', import.meta.url);
const HEAD = '| method | path | credential | what | given |\n|---|---|---|---|---|\n';

/** What it does, and whether it does so in the sandbox only. */
export const whatOf = ({ summary, sandbox_only }: Endpoint): string =>
  sandbox_only ? `${summary} Sandbox only.` : summary;

const row = (endpoint: Endpoint): string => {
  const { method, path, credential, scope, given = '–' } = endpoint;
  const allowed = `${credential.join(', ')}${scope ? ` (\`${scope}\`)` : ''}`;
  return `| ${method} | \`${path}\` | ${allowed} | ${whatOf(endpoint)} | ${given} |\n`;
};

export const endpointTable = (): string => HEAD + ENDPOINTS.map(row).join('');

if (import.meta.main) {
  const text = readFileSync(SPEC, 'utf8');
  const start = text.indexOf(HEAD);
  const end = text.indexOf('\n\n', start) + 1;
  if (start < 0) throw new Error('docs/spec.md has no table of endpoints');
  writeFileSync(SPEC, text.slice(0, start) + endpointTable() + text.slice(end));
}
