import { SCOPES, type Scope } from '@standpoint/contract';
import { TooMany } from '../../accounts/api-keys.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { makeKey } from '../../accounts/key-changes.ts';
import { isCidr } from '../../network-address.ts';
import { command, ENV, environment, Failure, Misuse, ORG, oneOf } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

function scopesOf(kind: 'api' | 'results', text: string | undefined): Scope[] {
  if (text === undefined) return kind === 'results' ? [...SCOPES] : [];
  if (kind === 'api') throw new Misuse('--scopes are for results keys; an API key can only create tokens.');
  return text.split(',').map((scope) => oneOf('scopes', scope.trim(), SCOPES));
}

function cidrsOf(text: string | undefined): string[] {
  const cidrs = (text ?? '')
    .split(',')
    .map((cidr) => cidr.trim())
    .filter(Boolean);
  for (const cidr of cidrs)
    if (!isCidr(cidr)) throw new Misuse(`--cidr: ${cidr} is not a CIDR, e.g. 203.0.113.0/24.`);
  return cidrs;
}

export const keysCreate = command({
  name: 'keys create',
  summary: 'Create an API key or a results key; it is shown once',
  options: {
    ...ENV,
    kind: {
      type: 'string',
      value: 'api|results',
      meaning: 'api creates tokens; results reads and evaluates (default: api)',
    },
    name: { type: 'string', value: 'NAME', meaning: 'a name to tell keys apart' },
    scopes: {
      type: 'string',
      value: 'LIST',
      meaning: `for a results key, comma-separated: ${SCOPES.join(', ')} (default: all)`,
    },
    cidr: {
      type: 'string',
      value: 'LIST',
      meaning: 'networks it may be used from, comma-separated (default: any)',
    },
    ...ORG,
  },
  run: async ({ options, terminal }) => {
    const env = environment(options.env);
    const kind = oneOf('kind', options.kind ?? 'api', ['api', 'results']);
    const scopes = scopesOf(kind, options.scopes);
    const cidrs = cidrsOf(options.cidr);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const name = options.name ?? `${kind} key`;
      const made = await makeKey(database.db, BY_CLI, { org, env, kind, name, scopes, cidrs }).catch(tooMany);
      return { id: made.id, key: made.key, kind, environment: env };
    });
  },
  text: ({ id, key, kind, environment }) =>
    `${key}\n\n${id}: ${kind} key, ${environment}. ` +
    'It is not stored and will not be shown again: keep it as a server secret.',
});

export function tooMany(error: unknown): never {
  if (error instanceof TooMany) throw new Failure(error.message, 'See them: npx standpoint keys list');
  throw error;
}
