import type { FastifyRequest } from 'fastify';
import { type ProvenToken, provePackageToken } from '../accounts/package-tokens.ts';
import { limitOf, overridesOf } from '../calls/limits.ts';
import { takeForStranger, takeOrRefuse } from '../calls/take.ts';
import type { Deps } from '../deps.ts';
import { limitFailures } from '../http/call-limits.ts';
import { addressOf } from '../http/client-address.ts';
import { networkKey } from '../network-address.ts';
import { Refusal } from '../refuse.ts';
import { type Said, wrongCredential } from './wrong-credential.ts';

/** Letters of a header field: those that sentences have beside ASCII are written with it. */
const inAscii = (text: string): string =>
  text
    .replaceAll('…', '...')
    .replaceAll('→', '>')
    .replace(/[“”"\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');

/**
 * npm prints this header. The case of a scheme makes no difference (RFC 9110 §11.1), but where npm reads `Bearer` with
 * a capital, it prints advice to log in at npmjs.com in place of our sentence.
 */
const challengeOf = (code: string, sentence: string): string => {
  const error = code === 'token_invalid' ? 'error="invalid_token", ' : '';
  return `bearer realm="Standpoint packages", ${error}error_description="${inAscii(sentence)}"`;
};

/** A refusal with the words of its status line, which is all that pnpm, Maven and curl print. */
export class StatusLine extends Refusal {
  readonly phrase: string;
  constructor(code: 'not_found' | 'token_invalid' | 'token_missing', { sentence, phrase }: Said) {
    const challenge = code === 'not_found' ? null : challengeOf(code, sentence);
    super(code, phrase, {
      message: sentence,
      ...(challenge && { headers: { 'www-authenticate': challenge } }),
    });
    this.phrase = phrase;
  }
}

/** Counts a call that needs no token. */
export async function admitStranger(deps: Deps, request: FastifyRequest): Promise<void> {
  await takeForStranger(deps, 'public_address', networkKey(addressOf(deps, request)));
}

/** Counts a call of a token that works as so many calls. */
export async function takeForToken(
  deps: Deps,
  { org, token_id }: Pick<ProvenToken, 'org' | 'token_id'>,
  cost: number,
): Promise<void> {
  const limit = limitOf('package_token', ...(await overridesOf(deps, org)));
  await takeOrRefuse(deps.limiter, { name: 'package_token', bucket: token_id, limit, cost });
}

/**
 * The package token of a call, as Bearer or as the password of Basic with any name. Throws a `StatusLine` or the
 * refusal of a limit. It counts only calls whose token does not work: what a call costs is known when it is known
 * what is sent, and two charges for one call could together exceed every bucket.
 */
export async function provenToken(deps: Deps, request: FastifyRequest): Promise<ProvenToken> {
  try {
    return await prove(deps, request);
  } catch (error) {
    // Maven asks for each file without a credential first: that is no guess.
    if (error instanceof StatusLine && error.code === 'token_missing') {
      await admitStranger(deps, request);
      throw error;
    }
    return limitFailures(deps, addressOf(deps, request), error);
  }
}

async function prove({ database, config }: Deps, { headers }: FastifyRequest): Promise<ProvenToken> {
  const place = `${config.base_url}/dashboard, Settings → Developer`;
  // No command is named: who installs has no clone, and npx would fetch whatever has that name elsewhere.
  const help = `Make a package token in ${place}: it shows the lines for your files.`;
  const text = tokenIn(headers.authorization);
  if (text === null)
    throw new StatusLine('token_missing', {
      sentence: `This package needs a package token (pkg_…), and none was sent. ${help}`,
      phrase: 'Package token missing',
    });
  const agent = headers['user-agent'] ?? null;
  const found = await provePackageToken(database.db, text, agent);
  if (!found) {
    const { sentence, phrase } = wrongCredential(text);
    throw new StatusLine('token_invalid', { sentence: `${sentence} ${help}`, phrase });
  }
  if (!found.revoked_at) return found;
  const day = found.revoked_at.toISOString().slice(0, 10);
  // Only the holder of its secret is told which token it is.
  throw new StatusLine('token_invalid', {
    sentence: `The package token “${found.name}” (${found.token_id}) was revoked on ${day}. ${help}`,
    phrase: `Package token ${found.token_id} was revoked`,
  });
}

const MOST = 4_096;

/** The token in an Authorization header; null where there is none. */
export function tokenIn(header: string | undefined): string | null {
  const [, scheme, value = ''] = /^(\w+) +(\S+)\s*$/.exec((header ?? '').slice(0, MOST)) ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return header ? '' : null;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  // `curl --netrc-optional` sends nothing without an entry; a name without a password is a mistake to name.
  return pair.slice(pair.indexOf(':') + 1);
}
