import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { VerifyAnswer } from '@standpoint/contract';
import { openBytes } from '../../privacy/envelope.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import type { Person } from '../preflight/person.ts';
import type { EvidenceRecord } from './record.ts';

/** What else is kept sealed with a verification: the answer that was given, and the names. Never exported. */
export interface Particulars {
  answer: VerifyAnswer;
  transaction_name: string | null;
  person: Person;
}

export interface Bundle extends Particulars {
  input: DecisionInput;
  decision: Decision;
  /**
   * The record's exact text. Its digest was signed: it is stored and passed on as it is, never written anew.
   */
  record: string;
  /** JWS over the digest. */
  signature: string;
}

/**
 * What most records have in common: made once from a made-up one. Frozen: with one byte of it changed,
 * nothing that was deflated with it could be read again. Better words would be a second file and a second
 * number.
 */
const WORDS = readFileSync(new URL('./words-1.txt', import.meta.url));
const DEFLATED = 1;

/**
 * The bytes that are sealed: 1, length of the deflated record (32 bits, big-endian), the record in raw
 * DEFLATE (RFC 1951) with the words, then the rest as JSON. The rest stays as it is: whoever sends evidence
 * and sees how long the sealed bytes become should not learn from it whether a name is like something he
 * wrote.
 */
export function bundleBytes(record: string, signature: string, particulars: Particulars): Buffer {
  // The lowest level and one output buffer: with the words at hand, more work saves little.
  const deflated = deflateRawSync(record, { level: 1, dictionary: WORDS, chunkSize: 4_096 });
  const head = Buffer.alloc(5);
  head[0] = DEFLATED;
  head.writeUInt32BE(deflated.length, 1);
  return Buffer.concat([head, deflated, Buffer.from(JSON.stringify({ signature, ...particulars }))]);
}

/** Opens what was sealed; throws when the key, the row or a byte differs. */
export function openBundle(key: KeyObject, sealed: Uint8Array, aad: string): Bundle {
  const bytes = openBytes(key, sealed, aad);
  if (bytes[0] !== DEFLATED) throw new Error('a bundle has an unknown form');
  const end = 5 + bytes.readUInt32BE(1);
  const record = inflateRawSync(bytes.subarray(5, end), { dictionary: WORDS }).toString('utf8');
  const { input, decision } = JSON.parse(record) as EvidenceRecord;
  const rest = JSON.parse(bytes.toString('utf8', end)) as Particulars & { signature: string };
  return { input, decision, record, ...rest };
}
