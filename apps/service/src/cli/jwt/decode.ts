import { TOKEN_TYPES, type TokenKind } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refuse.ts';
import { check } from '../../tokens/check.ts';
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
    // Said below.
  }
  throw new Failure('This is not a JWT.', 'A JWT is three parts of base64url with dots between.');
}

/** Whether this service's own keys signed it, and whether it would be accepted now. */
async function judge(deps: Deps, token: string, { header, claims }: Parts) {
  const context = {
    keys: deps.keys,
    issuers: [deps.config.base_url, deps.config.sandbox_base_url],
    now: deps.clock.now(),
    epoch: deps.epoch.current,
  };
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
    // Expiry and the fence are judged last, so the signature was good by then.
    const signature = error.code === 'token_expired' ? ('valid' as const) : ('not valid' as const);
    return { kind, times, signature, accepted: false, because: error.message };
  }
}

export const jwtDecode = command({
  name: 'jwt decode',
  summary: "Read a token's claims and check its signature with this service's keys",
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'where the token is; standard input when not named' },
  },
  notes:
    'A token is a secret while it lives, so it is not taken from the command line: echo "$TOKEN" | npx standpoint jwt decode\nWhether a single-use token was spent is known to the ledger alone and not said here.',
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
