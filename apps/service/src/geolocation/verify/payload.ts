import { type Environment, Evidence, type Integrity, SealedContent, SealHeader } from '@standpoint/contract';
import { type JsonError, parseJson } from '../../json.ts';
import { headerOf, openPayload, unreadable } from '../../tokens/open-payload.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import { type Check, validator } from '../../validate.ts';

export interface Opened {
  evidence: Evidence;
  /** The exact text that the evidence was parsed from; null for plain evidence, which no seal protects. */
  core: string | null;
  /** The attestation that came beside `core`. */
  integrity: Integrity | null;
  /** Protected header of the JWE; null for plain evidence. */
  header: SealHeader | null;
}

// The same validator as for a request's body: null counts as absent.
const fitsEvidence = validator(Evidence);
const fitsHeader = validator(SealHeader);
const fitsContent = validator(SealedContent);

function parseAs<T>(
  env: Environment,
  bytes: Uint8Array | string,
  fits: Check,
  [path, what]: readonly [path: string, what: string],
): T {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    return unreadable(env, path, `${what} is refused as JSON: ${(cause as JsonError).message}`, { cause });
  }
  const fields = fits(value);
  if (fields) unreadable(env, path, `${what} does not fit its schema`, { fields });
  return value as T;
}

const CONTENT = ['payload.content', 'its content'] as const;
const CORE = ['payload.core', 'core'] as const;

/**
 * The evidence without its certificates, because those can name a device (Android's ID attestation). The kind
 * of the attestation stays.
 */
export function withoutProof(evidence: Evidence, integrity: Integrity | null): Evidence {
  const kind = (integrity ?? evidence.integrity)?.kind;
  return kind === undefined ? evidence : { ...evidence, integrity: { kind } };
}

/**
 * Opens a sealed payload and reads the evidence in it. 422 `payload_unreadable` when the seal, the JSON or
 * the schema does not fit.
 */
export async function openSealed(keys: KeyRing, env: Environment, payload: string): Promise<Opened> {
  const header = headerOf(env, payload);
  const fields = fitsHeader(header);
  if (fields) unreadable(env, 'payload.header', 'its protected header does not fit its schema', { fields });
  const content = await openPayload(keys, env, payload);
  const sealed = parseAs<{ core: string; integrity?: Integrity }>(env, content, fitsContent, CONTENT);
  const evidence = parseAs<Evidence>(env, sealed.core, fitsEvidence, CORE);
  const integrity = sealed.integrity ?? null;
  return {
    evidence: withoutProof(evidence, integrity),
    core: sealed.core,
    integrity,
    header: header as SealHeader,
  };
}

/** `plain.` + base64url of the evidence: what collect() makes without a token. */
export function openPlain(env: Environment, payload: string): Opened {
  const text = payload.slice('plain.'.length);
  const bytes = Buffer.from(text, 'base64url');
  // A respelled payload would be judged anew, where the same one gets its first answer.
  if (bytes.toString('base64url') !== text)
    unreadable(env, 'payload', 'must be plain. and canonical base64url');
  const evidence = parseAs<Evidence>(env, bytes, fitsEvidence, CORE);
  return { evidence: withoutProof(evidence, null), core: null, integrity: null, header: null };
}
