import { hash } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { readDer } from '../reading/der.ts';
import { integer, octets, sequence, set } from '../reading/der-values.ts';
import { readSignedData, type SignedData, signedDataFault } from '../reading/signed-data.ts';

/** Marks the certificates that sign App Attest receipts. */
export const RECEIPT_SIGNER_OID = '1.2.840.113635.100.12.15';

/** Field numbers (Apple, "Assessing fraud risk") of the fields that are checked. */
const FIELD = { app: 2, certificate: 3, type: 6, environment: 7, expires: 21 } as const;
const FIELDS_MAX = 64;

const ENVIRONMENTS = { production: 'production', development: 'sandbox' } as const;

export interface Receipt {
  signed: SignedData;
  /** Values by field number; unknown fields are kept unread. */
  fields: ReadonlyMap<number, Buffer>;
}

/** The attestation that brought the receipt, and the root it must chain to. */
export interface ReceiptQuestion {
  /** DER of the attestation's leaf. */
  leaf: Buffer;
  /** SHA-256 of the app id. */
  app_hash: Buffer;
  environment: keyof typeof ENVIRONMENTS | null;
  /** DER of the trusted root. */
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
    if (fields.has(number)) malformed(`receipt: field ${number} appears twice`);
    if (fields.size === FIELDS_MAX) malformed(`receipt: more than ${FIELDS_MAX} fields`);
    fields.set(number, octets(value, `receipt field ${number}`));
  }
  return { signed, fields };
}

/**
 * The reason why this is not the receipt of this attestation; null when it is. Apple advises refusing
 * receipts older than five minutes against replay. Here the receipt must hold the leaf, and the leaf carries
 * a nonce made for one request, which is a stronger check.
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
  return at_ms < expires ? null : 'it has expired';
}

const text = (fields: Receipt['fields'], field: number): string | null =>
  fields.get(field)?.toString('latin1') ?? null;
