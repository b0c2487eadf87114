import { verify } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { derOf } from './ber.ts';
import { type Certificate, isIssuedBy, isValidAt, readCertificate } from './certificate.ts';
import { childrenOf, type Der, readDer } from './der.ts';
import { explicit, integer, octets, oid, sequence, set } from './der-values.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const DATA = '1.2.840.113549.1.7.1';
/**
 * Whole AlgorithmIdentifiers, so that no parameter has a second spelling: SHA-256 with NULL,
 * ecdsa-with-SHA256.
 */
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex');
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

/** CMS SignedData (RFC 5652 §5) with its content inside and one signer; the content is all that is signed. */
export interface SignedData {
  content: Buffer;
  /** Signer, intermediate, root: exactly these, in this order. */
  certificates: [signer: Certificate, intermediate: Certificate, root: Certificate];
  /** The certificate that the signature names: DER of the issuer's name, and the serial in lower-case hex. */
  issuer: Buffer;
  serial: string;
  signature: Buffer;
}

/**
 * Reads BER or DER, in the one form that receipts have had from 2020 to 2026. Signed attributes are refused,
 * not skipped: where both forms are read, a signature over attributes can be passed off as one over other
 * bytes. Throws `Malformed`.
 */
export function readSignedData(bytes: Buffer): SignedData {
  const [type, holder] = exactly(2, sequence(readDer(derOf(bytes)), 'ContentInfo'), 'ContentInfo');
  if (oid(type, 'ContentInfo') !== SIGNED_DATA) malformed('ContentInfo: not signed data');
  const parts = sequence(explicit(holder, 0, 'ContentInfo'), 'SignedData');
  const [version, digests, encapsulated, certificates, signers] = exactly(5, parts, 'SignedData');
  if (integer(version, 'SignedData') !== 1n) malformed('SignedData: not version 1');
  const [digest] = exactly(1, set(digests, 'digestAlgorithms'), 'digestAlgorithms');
  mustBe(digest, SHA256, 'digestAlgorithms');
  const [signer] = exactly(1, set(signers, 'signerInfos'), 'signerInfos');
  return {
    content: contentIn(encapsulated),
    certificates: certificatesIn(certificates!),
    ...signatureIn(signer),
  };
}

function exactly(count: number, parts: Der[], what: string): Der[] {
  if (parts.length !== count) malformed(`${what}: ${parts.length} parts`);
  return parts;
}

function mustBe(element: Der | undefined, bytes: Buffer, what: string): void {
  if (!element?.raw.equals(bytes)) malformed(`${what}: another algorithm`);
}

function contentIn(encapsulated: Der | undefined): Buffer {
  const what = 'encapContentInfo';
  const [type, holder] = exactly(2, sequence(encapsulated, what), what);
  if (oid(type, what) !== DATA) malformed(`${what}: not plain data`);
  return octets(explicit(holder, 0, what), what);
}

function certificatesIn(holder: Der): SignedData['certificates'] {
  if (holder.tag_class !== 'context' || holder.tag !== 0) malformed('certificates: not [0]');
  const [signer, intermediate, root] = exactly(3, childrenOf(holder), 'certificates').map(({ raw }) =>
    readCertificate(raw),
  );
  return [signer!, intermediate!, root!];
}

function signatureIn(signer: Der | undefined): Pick<SignedData, 'issuer' | 'serial' | 'signature'> {
  const parts = exactly(5, sequence(signer, 'SignerInfo'), 'SignerInfo');
  const [version, name, digest, algorithm, signature] = parts;
  if (integer(version, 'SignerInfo') !== 1n) malformed('SignerInfo: not version 1');
  const [issuer, serial] = exactly(2, sequence(name, 'SignerInfo'), 'SignerInfo');
  mustBe(digest, SHA256, 'SignerInfo');
  mustBe(algorithm, ECDSA_SHA256, 'SignerInfo');
  return {
    issuer: issuer!.raw,
    serial: integer(serial, 'SignerInfo').toString(16),
    signature: octets(signature, 'SignerInfo'),
  };
}

interface SignedDataQuestion {
  /** DER of the root certificate. */
  root: Buffer;
  /** Identifier of the extension that marks a certificate for this purpose. */
  purpose: string;
  /** Unix milliseconds. */
  at_ms: number;
}

/** The reason why the signed data must not be believed; null when it may be. */
export function signedDataFault(signed: SignedData, question: SignedDataQuestion): string | null {
  const { certificates } = signed;
  const [signer, intermediate, root] = certificates;
  if (!root.der.equals(question.root)) return 'its chain does not end in the pinned root';
  const linked = isIssuedBy(signer, intermediate) && isIssuedBy(intermediate, root);
  const roles = intermediate.x509.ca && !signer.x509.ca;
  if (!linked || !roles) return 'its certificates are no chain';
  // The root issues certificates for many purposes: developers and shops hold certificates under it too, with
  // keys of their own.
  if (!signer.extensions.has(question.purpose)) return 'its signer is no signer of receipts';
  if (!certificates.every((certificate) => isValidAt(certificate, question.at_ms)))
    return 'a certificate of its chain is not in force';
  const named = signed.issuer.equals(signer.issuer) && signed.serial === signer.serial;
  if (!named) return 'its signature names another certificate';
  return isSigned(signed, signer) ? null : 'its signature does not fit its content';
}

function isSigned({ content, signature }: SignedData, { key }: Certificate): boolean {
  if (key.asymmetricKeyType !== 'ec') return false;
  try {
    return verify('sha256', content, key, signature);
  } catch {
    return false;
  }
}
