import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

export { type Static, type TObject, type TSchema, Type };

/** An object that refuses unknown fields, so that a misspelled `install_id` is reported (interface §1). */
export const closed = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const optional = Type.Optional;

/** One of a few words. */
export const oneOf = <T extends string[]>(...words: T) => Type.Enum<T>(words);

/**
 * Text that a person typed: any Unicode without control characters (they forge log lines and multiply the
 * size of a claim sixfold when escaped) and without lone surrogates (they have no UTF-8 form).
 */
export const text = (max: number, options: Record<string, unknown> = {}) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    ...options,
  });

/**
 * RFC 3339 UTC with milliseconds, e.g. 2026-11-21T09:30:00.000Z. Leap seconds are refused, because
 * neither the service nor the database counts them.
 */
export const timestamp = () =>
  Type.String({ format: 'date-time', maxLength: 35, pattern: '^[^:]*:[0-5][0-9]:[0-5]' });

/** `prefix_` and a 26-character ULID in Crockford base32. */
export const id = (prefix: string) => Type.String({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` });

/** Exact web origin: scheme, host and optional port, without a path. */
export const origin = () => Type.String({ maxLength: 200, pattern: '^https?://[a-z0-9.\\-\\[\\]:]+$' });

export const latitude = () => Type.Number({ minimum: -90, maximum: 90 });
export const longitude = () => Type.Number({ minimum: -180, maximum: 180 });

/** ISO 3166-1 alpha-2. */
export const country = () => Type.String({ pattern: '^[A-Z]{2}$' });
/** ISO 3166-2. */
export const subdivision = () => Type.String({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$' });
/** ISO 3166-1 alpha-2 or ISO 3166-2. */
export const region = () => Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' });

export const jwt = () => Type.String({ maxLength: 12_288, pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' });
export const open = () => Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 100 });
