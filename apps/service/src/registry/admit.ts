import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KnownToken, noteUse, readPackageToken } from '../accounts/package-tokens.ts';
import { takeForStranger } from '../calls/take.ts';
import type { Deps } from '../deps.ts';
import { limitFailures } from '../http/call-limits.ts';
import { addressOf } from '../http/client-address.ts';
import { networkKey } from '../network-address.ts';
import { Refusal } from '../refuse.ts';

export type Scheme = 'Bearer' | 'Basic';
const WHERE = 'Make a package token (pkg_...) in the dashboard: Settings, Developer.';
/** A password says what it is by its beginning. */
const OTHERS: readonly [RegExp, string][] = [
  [/^sp_(live|test)_/, `This is an API key, which creates tokens and installs nothing. ${WHERE}`],
  [/^sr_(live|test)_/, `This is a results key, which reads results and installs nothing. ${WHERE}`],
  [/^eyJ/, `This is a token of a check, which installs nothing. ${WHERE}`],
  [/^(whsec|whpk)_/, `This is a key of a webhook, which installs nothing. ${WHERE}`],
  [/^\$|^\$?\{/, 'The name of a variable was sent in place of its value: write the token itself there.'],
  [/^pkg_/, `There is no such package token: it may be cut off or mistyped. ${WHERE}`],
];

/** The secret in `Authorization`: a Bearer token, or the password of Basic with any user. */
function secretOf(header: string | undefined): string | null {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme === '') return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const [user, ...password] = text.split(':');
  // Some tools send the token as the user, without a password.
  return password.join(':') || user || null;
}

/**
 * Admits a package token. `public_too`: what needs none, and then a stranger is counted by address; a token that does
 * not work is refused there too, because its owner would otherwise learn of it only from the next private package.
 */
export async function admit(
  deps: Deps,
  request: FastifyRequest,
  scheme: Scheme,
  public_too = false,
): Promise<KnownToken | null> {
  const ip = addressOf(deps, request);
  const secret = secretOf(request.headers.authorization);
  if (secret === null) {
    // Maven asks for each file without a credential first, so this is no guess.
    await takeForStranger(deps, 'public_address', networkKey(ip));
    if (public_too) return null;
    throw refused('token_missing', scheme, `This needs a package token. ${WHERE}`);
  }
  const token = await readPackageToken(deps.database.db, secret);
  if (!token) {
    const [, sentence] = OTHERS.find(([form]) => form.test(secret)) ?? OTHERS.at(-1)!;
    return limitFailures(deps, ip, refused('token_invalid', scheme, sentence));
  }
  if (token.revoked)
    throw refused('token_invalid', scheme, `The package token ${token.token_id} was revoked. ${WHERE}`);
  await noteUse(deps.database.db, token, request.headers['user-agent'] ?? null);
  return token;
}

/**
 * npm shows its user the header, pnpm and Maven the words beside the status (RFC 6750 §3, RFC 9112 §4): the sentence
 * stands in all three places. A scheme's case makes no difference (RFC 9110 §11.1), but npm replaces the sentence by one
 * of its own where it reads `Bearer` with a capital.
 */
function refused(code: 'token_missing' | 'token_invalid', scheme: Scheme, message: string): Refusal {
  const error = code === 'token_missing' ? '' : 'error="invalid_token", ';
  const challenge =
    scheme === 'Bearer'
      ? `bearer realm="standpoint", ${error}error_description="${message}"`
      : 'Basic realm="standpoint", charset="UTF-8"';
  return new Refusal(code, message, { message, headers: { 'www-authenticate': challenge } });
}

/** Runs a handler; a refusal's sentence is put beside the status too, where tools show it. */
export async function told(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.detail.message)
      reply.raw.statusMessage = error.detail.message.replace(/[^\x20-\x7e]/g, '?');
    throw error;
  }
}
