import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

export { type Static, type TObject, type TProperties, type TSchema, Type };

/** An object that refuses unknown fields, so that a misspelled `install_id` is reported (interface §1). */
export const closed = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const optional = Type.Optional;

/** One of a few words. */
export const oneOf = <T extends string[]>(...words: T) => Type.Enum<T>(words);

/**
 * Text of one form. `form` says it in words and completes the sentence "must be …", which a refusal tells the
 * caller: a regular expression tells a person nothing.
 */
export const formed = (pattern: string, form: string, options: Record<string, unknown> = {}) =>
  Type.String({ ...options, pattern, description: form });

/**
 * Text that a person typed: any Unicode without control characters (they forge log lines and multiply the
 * size of a claim sixfold when escaped) and without lone surrogates (they have no UTF-8 form).
 */
export const text = (max: number, options: Record<string, unknown> = {}) =>
  formed(
    '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    'text without control characters and without half of a surrogate pair',
    { minLength: 1, maxLength: max, ...options },
  );

/**
 * A name that a person types, and that others read in the middle of sentences. Marks that reverse the text after them
 * are refused, and so are invisible characters, with which two names can look the same. Marks that spelling needs are
 * accepted: joiners, and those that set the direction of one neighbour (U+200C to U+200F, U+061C).
 */
export const name = (max: number, options: Record<string, unknown> = {}) =>
  formed(
    '^[^\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff]*$',
    'a name without control characters, invisible characters and half of a surrogate pair',
    { minLength: 1, maxLength: max, ...options },
  );

/**
 * RFC 3339 UTC with milliseconds, e.g. 2026-11-21T09:30:00.000Z. Leap seconds are refused, because
 * neither the service nor the database counts them.
 */
export const timestamp = () =>
  formed('^[^:]*:[0-5][0-9]:[0-5]', 'an RFC 3339 time like 2026-11-21T09:30:00.000Z, without a leap second', {
    format: 'date-time',
    maxLength: 35,
  });

/** `prefix_` and a 26-character ULID in Crockford base32. */
export const id = (prefix: string) =>
  formed(
    `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`,
    `an id: ${prefix}_ and 26 digits or capital letters without I, L, O and U`,
  );

/** Exact web origin: scheme, host and optional port, without a path. */
export const origin = () =>
  formed(
    '^https?://[a-z0-9.\\-\\[\\]:]+$',
    'an origin in lower case without a path, like https://shop.example or http://localhost:3000',
    { maxLength: 200 },
  );

export const latitude = () => Type.Number({ minimum: -90, maximum: 90 });
export const longitude = () => Type.Number({ minimum: -180, maximum: 180 });

/** ISO 3166-1 alpha-2. */
export const country = () => formed('^[A-Z]{2}$', 'an ISO 3166-1 code of two capital letters, like US');
/** ISO 3166-2. */
export const subdivision = () =>
  formed('^[A-Z]{2}-[A-Z0-9]{1,3}$', 'an ISO 3166-2 code in capitals, like US-NJ');
/** ISO 3166-1 alpha-2 or ISO 3166-2. */
export const region = () =>
  formed('^[A-Z]{2}(-[A-Z0-9]{1,3})?$', 'an ISO 3166 code in capitals, like US or US-NJ');

export const jwt = () =>
  formed('^[\\w-]+\\.[\\w-]+\\.[\\w-]+$', 'a JWT: three parts of base64url with dots between them', {
    maxLength: 12_288,
  });
/** The last link of a hash chain, or the hash of a picture. */
export const sha256Hex = () => formed('^[0-9a-f]{64}$', 'a SHA-256 in lower-case hexadecimal, 64 digits');
export const sha256Base64url = () => formed('^[A-Za-z0-9_-]{43}$', 'a SHA-256 in base64url, 43 characters');

export const open = () => Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 100 });
