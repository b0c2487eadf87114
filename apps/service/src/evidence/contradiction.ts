import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import { type EvidenceKind, publicSigningKey } from '../tokens/check-evidence.ts';
import { recordDigest, signatureStep } from './signature.ts';

/**
 * A writer of the database can change the columns of a decision. The record beside them is signed and sealed,
 * so it cannot be changed with them. Every read of a decision therefore compares the two.
 */
interface Contradiction {
  area: 'geolocation' | 'face';
  org: string;
  env: Environment;
  /** Of the verification or session. */
  id: string;
  /** The columns that differ, or what is wrong with the record. */
  what: string;
}

/** The names of the columns that differ from the record, as a list in words; null where all agree. */
export function differing(
  columns: Record<string, unknown>,
  recorded: Record<string, unknown>,
): string | null {
  const names = Object.keys(columns).filter((name) => !isDeepStrictEqual(columns[name], recorded[name]));
  return names.length === 0 ? null : names.join(', ');
}

/** A record's text with its signature. */
export interface Signed {
  record: string;
  signature: string;
}

/**
 * Whether a signature speaks of this record and names these ids. Its bytes are not checked, which is cheap
 * enough for lists.
 */
export function speaksOf({ record, signature }: Signed, names: Record<string, string>): boolean {
  try {
    const payload = Buffer.from(signature.split('.')[1]!, 'base64url').toString();
    const claims = JSON.parse(payload) as Record<string, unknown>;
    return (
      claims.sha256 === recordDigest(record) &&
      Object.entries(names).every(([name, value]) => claims[name] === value)
    );
  } catch {
    return false;
  }
}

/**
 * Whether the signature itself holds: for reads of one decision. A key that was withdrawn in an emergency
 * proves nothing any more, neither for the record nor against it. Every other name of a key must be known, or
 * a made-up name would pass for a signature.
 */
export async function signatureHolds(
  { keys }: Pick<Deps, 'keys'>,
  signed: Signed,
  kind: EvidenceKind,
  names: Record<string, string> & { env: Environment },
): Promise<boolean> {
  const step = () => {
    const known = keys.of(names.env).jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []);
    return signatureStep({ ...signed, jwk: null }, kind, names, known);
  };
  const { outcome, kid } = await step();
  if (outcome !== 'unknown_key') return outcome === 'valid';
  const withdrawn = () => kid !== null && keys.of(names.env).withdrawn.has(kid);
  if (withdrawn()) return true;
  // Another node may have signed with a key that this one has not read yet.
  await keys.refresh();
  return withdrawn() || (await step()).outcome === 'valid';
}

/** Counts a contradiction and logs it, and writes an audit entry for each decision at most once a minute. */
export async function noteContradiction(deps: Deps, found: Contradiction): Promise<void> {
  const { area, org, env, id, what } = found;
  deps.contradicted(area, env);
  deps.log.error({ area, org, env, id, what }, 'A stored decision differs from its signed record.');
  const { allowed } = await deps.limiter.take(`contradicted|${id}`, { rate: 1 / 60, burst: 1 });
  if (allowed)
    await audit(deps.database.db, {
      org,
      env,
      actor: 'system',
      action: 'record.contradicted',
      target: id,
      outcome: 'refused',
      detail: { area, what },
    });
}

/** Refuses to serve a decision that its record contradicts: 500 `record_contradicted`. */
export async function refuseContradicted(deps: Deps, found: Contradiction): Promise<never> {
  await noteContradiction(deps, found);
  return refuse('record_contradicted', `${found.id}: ${found.what}`);
}
