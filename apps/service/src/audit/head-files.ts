import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Deps } from '../deps.ts';
import { parseJson } from '../json.ts';
import { checkEvidence, kidOf, publicSigningKey } from '../tokens/check-evidence.ts';
import type { KnownHead } from './verify-chain.ts';

/** One line of a file of heads, and the data of the event `audit.head`. Only `head` is signed. */
interface HeadLine {
  seq: number;
  audit_id: string;
  hash: string;
  at: string;
  head: string;
}

/** The file of an organization's heads: outside the database, whose writers cannot reach it. */
export const headFile = (data_dir: string, org: string): string =>
  join(data_dir, 'audit-heads', `${org}.jsonl`);

/** Appends a head as one line, and returns when it is on the disk. */
export function appendHead(data_dir: string, org: string, line: HeadLine): void {
  const path = headFile(data_dir, org);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ org, ...line })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

type Keys = Pick<Deps, 'keys'>;

/** What a signed head says; `withdrawn` when its key proves nothing any more; null when it is not ours. */
export async function openHead(
  { keys }: Keys,
  org: string,
  head: string,
): Promise<KnownHead | 'withdrawn' | null> {
  const { jwks, withdrawn } = keys.of('production');
  const kid = kidOf(head);
  if (kid && withdrawn.has(kid)) return 'withdrawn';
  const key = jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []).find((each) => each.kid === kid);
  const claims = key && (await checkEvidence(head, key, 'audit_head').catch(() => null));
  if (!claims || claims.org !== org) return null;
  const signed_at = new Date(claims.iat * 1000).toISOString();
  return { seq: claims.seq, hash: Buffer.from(claims.hash, 'base64url'), signed_at };
}

export interface ReadHeads {
  heads: KnownHead[];
  /** Lines that this service did not sign for the organization, by their number from 1. */
  refused: number[];
  /** Heads whose key was withdrawn in an emergency. */
  withdrawn: number;
}

/** The heads in a file of lines such as `appendHead` writes, or of bodies of the event `audit.head`. */
export async function readHeads(deps: Keys, org: string, path: string): Promise<ReadHeads> {
  const read: ReadHeads = { heads: [], refused: [], withdrawn: 0 };
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const opened = await openHead(deps, org, headIn(line) ?? '');
    if (opened === 'withdrawn') read.withdrawn++;
    else if (opened === null) read.refused.push(index + 1);
    else read.heads.push(opened);
  }
  return read;
}

/** The last line's head in the file of this node; null when there is none. */
export function lastHead(data_dir: string, org: string): string | null {
  const path = headFile(data_dir, org);
  if (!existsSync(path)) return null;
  return headIn(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)!);
}

function headIn(line: string): string | null {
  try {
    const value = parseJson(line) as { head?: unknown; data?: { head?: unknown } };
    const head = value.head ?? value.data?.head;
    return typeof head === 'string' ? head : null;
  } catch {
    return null;
  }
}
