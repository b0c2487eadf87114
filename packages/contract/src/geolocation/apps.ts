import { closed, formed, optional, type Static, Type } from '../schema.ts';

/** SHA-256 as keytool prints it (`AA:BB:…`) or as plain hex. */
const Digest = formed(
  '^([0-9a-fA-F]{2}:){31}[0-9a-fA-F]{2}$|^[0-9a-fA-F]{64}$',
  'a SHA-256 as 64 hexadecimal digits, or as keytool prints it (AA:BB:…)',
);

/** The apps whose attestations an organization accepts (the file of `orgs apps set`). */
export const Apps = closed({
  /** Team id, dot, bundle id: `A1B2C3D4E5.com.example.bank`. */
  ios: optional(
    Type.Array(
      formed(
        '^[A-Z0-9]{10}\\.[A-Za-z0-9.-]{1,155}$',
        'a team id, a dot and a bundle id, like A1B2C3D4E5.com.example.bank',
      ),
      { maxItems: 50 },
    ),
  ),
  android: optional(
    Type.Array(
      closed({
        package: formed(
          '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
          'the package name of an Android app, like com.example.bank',
          { maxLength: 255 },
        ),
        /** SHA-256 of every certificate that signs the app. */
        digests: Type.Array(Digest, { minItems: 1, maxItems: 20 }),
        /** Play Integrity only: older versions get `app_not_recognized`. */
        min_version_code: optional(Type.Integer({ minimum: 0 })),
      }),
      { maxItems: 50 },
    ),
  ),
  /** Boot keys of hardened Android builds that may be self-signed. */
  android_boot_keys: optional(Type.Array(Digest, { maxItems: 20 })),
  /** Accepts the BOOLEAN of one known device that does not encode it as DER demands. */
  android_lenient_boolean: optional(Type.Boolean()),
});
export type Apps = Static<typeof Apps>;
