import { type Environment, Evidence, SealedContent, SealHeader } from '@standpoint/contract';
import { type JsonError, parseJson } from '../json.ts';
import { refuse } from '../refuse.ts';
import { openPayload } from '../tokens/open-payload.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import { type Shape, shape } from './shape.ts';

export interface Opened {
  evidence: Evidence;
  /** Protected header of the JWE; null for plain evidence. */
  header: SealHeader | null;
}

const fitsEvidence = shape(Evidence);
const fitsHeader = shape(SealHeader);
const fitsContent = shape(SealedContent);

function parse<T>(bytes: Uint8Array | string, fits: Shape, what: string): T {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    return refuse('payload_unreadable', `${what}: ${(cause as JsonError).message}`, { cause });
  }
  const fields = fits(value);
  if (fields) refuse('payload_unreadable', `${what} does not fit the schema`, { fields });
  return value as T;
}

/** Opens a sealed payload and reads the evidence in it. 422 `payload_unreadable` when anything does not fit. */
export async function openSealed(keys: KeyRing, env: Environment, payload: string): Promise<Opened> {
  const { header, content } = await openPayload(keys, env, payload);
  const fields = fitsHeader(header);
  if (fields) refuse('payload_unreadable', 'protected header does not fit the schema', { fields });
  const sealed = parse<{ core: string; integrity?: Evidence['integrity'] }>(content, fitsContent, 'content');
  const evidence = parse<Evidence>(sealed.core, fitsEvidence, 'core');
  if (sealed.integrity) evidence.integrity = sealed.integrity;
  return { evidence, header: header as SealHeader };
}

/** `plain.` + base64url of the evidence: what collect() makes without a token. */
export function openPlain(payload: string): Opened {
  const bytes = Buffer.from(payload.slice('plain.'.length), 'base64url');
  return { evidence: parse<Evidence>(bytes, fitsEvidence, 'plain payload'), header: null };
}
