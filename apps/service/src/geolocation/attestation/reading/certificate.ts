import { type KeyObject, X509Certificate } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { type Der, readDer, TAG } from './der.ts';
import { boolean, explicit, integer, octets, oid, sequence, set } from './der-values.ts';

/**
 * The parts of a certificate that node's X509Certificate does not give: extensions by identifier, names byte
 * for byte, the algorithm's identifier.
 */
export interface Certificate {
  der: Buffer;
  x509: X509Certificate;
  key: KeyObject;
  issuer: Buffer;
  subject: Buffer;
  /** Identifiers and values of the subject's attributes, in order. */
  subject_attributes: { oid: string; value: string }[];
  not_before_ms: number;
  not_after_ms: number;
  /** Lower-case hex without leading zeros, as in Google's revocation list. */
  serial: string;
  signature_oid: string;
  /** Extension value (the content of its OCTET STRING) by dotted identifier. */
  extensions: ReadonlyMap<string, Buffer>;
}

/** RFC 5758, RFC 8017. SHA-1 is not accepted, nor is any algorithm that the certificate alone proposes. */
const SIGNATURES = new Set([
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
]);

/** Reads one certificate (RFC 5280 §4.1) strictly, without trailing bytes. Throws `Malformed`. */
export function readCertificate(der: Buffer): Certificate {
  const parts = sequence(readDer(der), 'certificate');
  if (parts.length !== 3) malformed('certificate: not three parts');
  const tbs = sequence(parts[0], 'tbsCertificate');
  // A v3 certificate states its version; an older one has no extensions and cannot attest anything.
  explicit(tbs[0], 0, 'version');
  const [, serial, algorithm, issuer, validity, subject, , ...optional] = tbs;
  const outer = parts[1]!;
  if (!algorithm?.raw.equals(outer.raw)) malformed('certificate: two signature algorithms');
  const [from, until] = sequence(validity, 'validity');
  const x509 = parseX509(der);
  return {
    der,
    x509,
    key: keyOf(x509),
    issuer: issuer!.raw,
    subject: subject!.raw,
    subject_attributes: attributes(subject),
    not_before_ms: time(from),
    not_after_ms: time(until),
    serial: integer(serial, 'serialNumber').toString(16),
    signature_oid: oid(sequence(outer, 'signatureAlgorithm')[0], 'signatureAlgorithm'),
    extensions: extensions(optional.find(({ tag, tag_class }) => tag_class === 'context' && tag === 3)),
  };
}

function parseX509(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    return malformed('certificate: cannot be read');
  }
}

function keyOf(x509: X509Certificate): KeyObject {
  try {
    return x509.publicKey;
  } catch {
    return malformed('certificate: its public key cannot be read');
  }
}

function extensions(holder: Der | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  if (!holder) return found;
  for (const extension of sequence(explicit(holder, 3, 'extensions'), 'extensions')) {
    const parts = sequence(extension, 'extension');
    const id = oid(parts[0], 'extension');
    if (found.has(id)) malformed(`certificate: duplicate extension ${id}`);
    if (parts.length === 3) boolean(parts[1], 'critical');
    else if (parts.length !== 2) malformed('extension: not two or three parts');
    found.set(id, octets(parts.at(-1), `extension ${id}`));
  }
  return found;
}

function attributes(name: Der | undefined): { oid: string; value: string }[] {
  return sequence(name, 'name').flatMap((relative) =>
    set(relative, 'name').map((attribute) => {
      const [id, value] = sequence(attribute, 'name');
      return { oid: oid(id, 'name'), value: value?.content.toString('utf8') ?? '' };
    }),
  );
}

const UTC = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/** UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5), Unix milliseconds. */
function time(element: Der | undefined): number {
  const text = element?.content.toString('latin1') ?? '';
  const utc = element?.tag === TAG.utc_time ? UTC.exec(text) : null;
  const parts = utc ?? (element?.tag === TAG.generalized_time ? GENERALIZED.exec(text) : null);
  if (!parts || element?.tag_class !== 'universal') return malformed('validity: not a time');
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const century = utc ? (year < 50 ? 2000 : 1900) : 0;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}

/** Whether `issuer` signed the certificate: by its key, its exact name, and a known algorithm. */
export function isIssuedBy(certificate: Certificate, issuer: { key: KeyObject; subject: Buffer }): boolean {
  if (!SIGNATURES.has(certificate.signature_oid)) return false;
  if (!certificate.issuer.equals(issuer.subject)) return false;
  return isSignedBy(certificate, issuer.key);
}

function isSignedBy({ x509 }: Certificate, key: KeyObject): boolean {
  try {
    // `checkIssued` alone compares names, and a name is easily copied.
    return x509.verify(key);
  } catch {
    return false;
  }
}

export const isValidAt = ({ not_before_ms, not_after_ms }: Certificate, at_ms: number): boolean =>
  not_before_ms <= at_ms && at_ms <= not_after_ms;

/** The certificates of a PEM text, in order; empty when it holds none. */
export function certificatesInPem(text: string): Buffer[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, body]) => Buffer.from(body!, 'base64'));
}
