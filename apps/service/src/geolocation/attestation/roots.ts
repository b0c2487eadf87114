import { X509Certificate } from 'node:crypto';

/**
 * Apple App Attestation Root CA (P-384, 2020-03-18 to 2045-03-15), as Apple publishes it among its private
 * PKI roots. SHA-256 of the certificate: 1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932.
 * Only the root is pinned, because the present intermediate expires in 2030.
 */
const APPLE_ROOT_DER =
  'MIICITCCAaegAwIBAgIQC/O+DvHN0uD7jG5yH2IXmDAKBggqhkjOPQQDAzBSMSYwJAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0YXRpb24gUm9vdCBD' +
  'QTETMBEGA1UECgwKQXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODMyNTNaFw00NTAzMTUwMDAwMDBaMFIxJjAkBgNV' +
  'BAMMHUFwcGxlIEFwcCBBdHRlc3RhdGlvbiBSb290IENBMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9ybmlhMHYwEAYHKoZI' +
  'zj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdhNbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOUtgjqK9au' +
  'Yen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9TgS41o0IwQDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSskRBTM72+aEH/pwyp5frq5eWKoTAOBgNV' +
  'HQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwMDaAAwZQIwQgFGnByvsiVbpTKwSga0kP0e8EeDS4+sQmTvb7vn53O5+FRXgeLhpJ06ysC5PrOyAjEAp5U4' +
  'xDgEgllF7En3VcE3iexZZtKeYnpqtijVoyFraWVIyd/dganmrduC1bmTBGwD';

export const APPLE_ROOT_SHA256 = '1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932';

/**
 * Apple Root CA - G3 (P-384, 2014-04-30 to 2039-04-30). The receipts inside attestations are signed under
 * this root, not under the one above. Taken from the chain in real receipts, and compared with the SHA-256
 * that Apple publishes for it.
 */
const APPLE_RECEIPT_ROOT_DER =
  'MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYDVQQLDB1BcHBsZSBD' +
  'ZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcNMTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgx' +
  'OTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQK' +
  'DApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtf' +
  'TjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4ia' +
  'pIqZ3r6966/ayySrMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZL' +
  'uN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM6BgD56KyKA==';

export const APPLE_RECEIPT_ROOT_SHA256 = '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179';

/** The roots that a chain must end in. Tests use the root of their own chain. */
export interface TrustAnchors {
  /** DER of the certificate. */
  apple_root: Buffer;
  /** DER of the root certificate for receipts. */
  apple_receipt_root: Buffer;
  /** Lower-case hex of SHA-256 of each trusted root's SubjectPublicKeyInfo. */
  google_root_keys: readonly string[];
}

/**
 * Google's hardware attestation roots, pinned by public key because one key lives on in several self-signed
 * certificates (2016, 2019, 2022): RSA-4096 `serialNumber=f92009e853b6b045` and ECDSA P-384 `CN=Key
 * Attestation CA1` (2025-07-17 to 2035-07-15). Compare them with
 * https://android.googleapis.com/attestation/root before a release; the service never fetches them.
 */
export const GOOGLE_ROOT_KEYS = [
  'feb2ea7551ee316ed4bb443c8293b884dbfdea40b603ee3e4f4a897e4580fbae',
  '3ee44512a1af2beb39c889490c60ea3f82e43f5d5a5532f5ab9419f676cd07ec',
] as const;

export const PINNED: TrustAnchors = {
  apple_root: new X509Certificate(Buffer.from(APPLE_ROOT_DER, 'base64')).raw,
  apple_receipt_root: new X509Certificate(Buffer.from(APPLE_RECEIPT_ROOT_DER, 'base64')).raw,
  google_root_keys: GOOGLE_ROOT_KEYS,
};
