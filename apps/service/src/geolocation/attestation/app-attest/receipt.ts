import { hash } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { readDer } from '../reading/der.ts';
import { integer, octets, sequence, set } from '../reading/der-values.ts';
import { readSignedData, type SignedData, signedDataFault } from '../reading/signed-data.ts';

/** Marks the certificates that sign App Attest receipts. */
export const RECEIPT_SIGNER_OID = '1.2.840.113635.100.12.15';

/** Field numbers (Apple, "Assessing fraud risk"), as far as they are judged. */
const FIELD = { app: 2, certificate: 3, type: 6, environment: 7, expires: 21 } as const;
const FIELDS_MAX = 64;

const ENVIRONMENTS = { production: 'production', development: 'sandbox' } as const;

export interface Receipt {
  signed: SignedData;
  /** Values by field number; those that we do not know are left alone. */
  fields: ReadonlyMap<number, Buffer>;
}

/** What the attestation that brought the receipt says, and the trust it is held against. */
export interface ReceiptQuestion {
  /** DER of the attestation's leaf. */
  leaf: Buffer;
  /** SHA-256 of the app id. */
  app_hash: Buffer;
  environment: keyof typeof ENVIRONMENTS | null;
  /** DER of the root that is trusted. */
  root: Buffer;
  /** Unix milliseconds. */
  at_ms: number;
}

/**
 * Reads a receipt: CMS SignedData over a
 * `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`. Throws `Malformed`.
 */
export function readReceipt(bytes: Buffer): Receipt {
  if (bytes.length === 0) malformed('receipt: empty');
  const signed = readSignedData(bytes);
  const fields = new Map<number, Buffer>();
  for (const field of set(readDer(signed.content), 'receipt')) {
    const [type, version, value, more] = sequence(field, 'receipt field');
    const number = Number(integer(type, 'receipt field'));
    integer(version, 'receipt field');
    if (more) malformed('receipt field: more than three parts');
    if (fields.has(number)) malformed(`receipt: field ${number} stands twice`);
    if (fields.size === FIELDS_MAX) malformed(`receipt: more than ${FIELDS_MAX} fields`);
    fields.set(number, octets(value, `receipt field ${number}`));
  }
  return { signed, fields };
}

/**
 * Why it is not the receipt of this attestation; null: it is. Apple advises to refuse receipts older than
 * five minutes against replay; here the leaf that it must hold carries a nonce made for one request, and that
 * says more.
 */
export function receiptFault({ signed, fields }: Receipt, question: ReceiptQuestion): string | null {
  const { root, at_ms } = question;
  const unsigned = signedDataFault(signed, { root, at_ms, purpose: RECEIPT_SIGNER_OID });
  if (unsigned) return unsigned;
  const app = fields.get(FIELD.app);
  const ours = app !== undefined && hash('sha256', app, 'buffer').equals(question.app_hash);
  if (!ours) return 'it is for another app';
  if (!fields.get(FIELD.certificate)?.equals(question.leaf)) return 'it is for another key';
  if (text(fields, FIELD.type) !== 'ATTEST') return 'it was not made with an attestation';
  const environment = question.environment && ENVIRONMENTS[question.environment];
  if (text(fields, FIELD.environment) !== environment) return 'it is for another environment';
  const expires = Date.parse(text(fields, FIELD.expires) ?? '');
  return at_ms < expires ? null : 'it has run out';
}

const text = (fields: Receipt['fields'], field: number): string | null =>
  fields.get(field)?.toString('latin1') ?? null;
