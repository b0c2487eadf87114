import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Environment, VerifyAnswer } from '@standpoint/contract';
import { openBytes } from '../../privacy/envelope.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import type { Person } from '../preflight/person.ts';
import { bundleAad } from '../records/sealed.ts';
import type { EvidenceRecord } from './record.ts';

/**
 * Sealed with a verification, beside the record: the answer that was given, the names, and the ids that tie
 * the decision to a transaction and a chain of tries. Never exported.
 */
export interface Particulars {
  answer: VerifyAnswer;
  transaction_name: string | null;
  transaction_id: string | null;
  customer_id: string;
  root_jti: string | null;
  person: Person;
}

export interface Bundle extends Particulars {
  input: DecisionInput;
  decision: Decision;
  decision_source: EvidenceRecord['decision_source'];
  /**
   * The record's exact text. Its digest was signed, so the text is stored and passed on byte for byte and
   * never serialised again.
   */
  record: string;
  /** JWS over the digest. */
  signature: string;
}

/**
 * The deflate dictionary: text that most records share, taken from a made-up record. It is frozen: if one
 * byte changed, no stored bundle could be read again. A better dictionary would be a second file with a
 * second form number.
 */
const WORDS = readFileSync(new URL('./words-1.txt', import.meta.url));
const DEFLATED = 1;

/**
 * The bytes that are sealed: 1, length of the deflated record (32 bits, big-endian), the record in raw
 * DEFLATE (RFC 1951) with the dictionary, then the rest as JSON. The rest is not compressed. A caller that
 * sends evidence and sees the length of the sealed bytes must not learn from it whether the person's name
 * resembles a text in that evidence.
 */
export function bundleBytes(
  record: string,
  signature: string,
  { answer, transaction_name, transaction_id, customer_id, root_jti, person }: Particulars,
): Buffer {
  // The lowest level and one output buffer: with the dictionary, a higher level saves little.
  const deflated = deflateRawSync(record, { level: 1, dictionary: WORDS, chunkSize: 4_096 });
  const head = Buffer.alloc(5);
  head[0] = DEFLATED;
  head.writeUInt32BE(deflated.length, 1);
  const rest = { signature, answer, transaction_name, transaction_id, customer_id, root_jti, person };
  return Buffer.concat([head, deflated, Buffer.from(JSON.stringify(rest))]);
}

/** The columns that hold a verification's bundle, with the data key of its customer. */
export interface SealedBundle {
  org: string;
  env: Environment;
  verification_id: string;
  sealed: Buffer | null;
  /** The customer's data key; null once the person was erased. */
  key: KeyObject | null;
}

/** The bundle of a stored row; null when the person was erased, because no key opens it then. */
export function openStoredBundle(row: SealedBundle): Bundle | null {
  const bytes = openStoredBytes(row);
  return bytes && bundleOf(bytes);
}

/** The opened bytes of a stored row; null when the person was erased. */
export const openStoredBytes = ({ org, env, verification_id, sealed, key }: SealedBundle): Buffer | null =>
  sealed && key && openBytes(key, sealed, bundleAad(org, env, verification_id));

/** Opens a bundle; throws when the key, the row or a byte differs. */
export const openBundle = (key: KeyObject, sealed: Uint8Array, aad: string): Bundle =>
  bundleOf(openBytes(key, sealed, aad));

/** What opened bytes say. */
export function bundleOf(bytes: Buffer): Bundle {
  if (bytes[0] !== DEFLATED) throw new Error('a bundle has an unknown form');
  const end = 5 + bytes.readUInt32BE(1);
  const record = inflateRawSync(bytes.subarray(5, end), { dictionary: WORDS }).toString('utf8');
  const { input, decision, decision_source } = JSON.parse(record) as EvidenceRecord;
  const rest = JSON.parse(bytes.toString('utf8', end)) as Particulars & { signature: string };
  return { input, decision, decision_source, record, ...rest };
}
