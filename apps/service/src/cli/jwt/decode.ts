import { TOKEN_TYPES, type TokenKind } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refuse.ts';
import { check, checkContext } from '../../tokens/check.ts';
import { command, Failure } from '../command.ts';
import { withDeps } from '../open.ts';
import { readSecret } from '../read-secret.ts';

interface Parts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

function partsOf(token: string): Parts {
  try {
    const [header, claims] = token
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    if (typeof header === 'object' && typeof claims === 'object' && header && claims)
      return { header, claims };
  } catch {
    // The error is thrown below.
  }
  throw new Failure('This is not a JWT.', 'A JWT is three parts of base64url with dots between.');
}

/** Says whether this service's own keys signed the token, and whether it would be accepted now. */
async function judge(deps: Deps, token: string, { header, claims }: Parts) {
  const context = checkContext(deps);
  const kind =
    (Object.keys(TOKEN_TYPES) as TokenKind[]).find((name) => TOKEN_TYPES[name] === header.typ) ?? null;
  const times = Object.fromEntries(
    ['iat', 'exp'].flatMap((name) =>
      typeof claims[name] === 'number' ? [[name, new Date(claims[name] * 1000).toISOString()]] : [],
    ),
  );
  try {
    await check(context, token, Object.keys(TOKEN_TYPES) as TokenKind[]);
    return { kind, times, signature: 'valid' as const, accepted: true, because: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Expiry and the epoch are checked last, so a refusal for them means that the signature was good.
    const signature = error.code === 'token_expired' ? ('valid' as const) : ('not valid' as const);
    return { kind, times, signature, accepted: false, because: error.message };
  }
}

export const jwtDecode = command({
  name: 'jwt decode',
  summary: "Read a token's claims and check its signature with this service's keys",
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'the file with the token (default: standard input)' },
  },
  notes:
    'A token is a secret while it is valid, so it is not taken from the command line:\n' +
    '  echo "$TOKEN" | npx standpoint jwt decode\n' +
    'The command does not say whether a single-use token was already used.',
  run: async ({ options, terminal }) => {
    const token = await readSecret(terminal, options.file, 'a token');
    const parts = partsOf(token);
    return withDeps(terminal, async (deps) => ({ ...parts, ...(await judge(deps, token, parts)) }));
  },
  text: ({ header, claims, kind, times, signature, accepted, because }) =>
    [
      `${kind ?? 'unknown kind'}, signature ${signature}, ${accepted ? 'in force' : `not accepted: ${because}`}`,
      ...Object.entries(times).map(([name, at]) => `${name} ${at}`),
      JSON.stringify(header, null, 2),
      JSON.stringify(claims, null, 2),
    ].join('\n'),
});
