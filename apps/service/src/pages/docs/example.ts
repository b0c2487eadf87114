import type { TSchema } from '@standpoint/contract';
import type { Schema } from './schema.ts';

const ULID = '01KAJ6V8M0Z3T5W7Y9ABCDEFGH';
const LINK_CODE = '7K3M9Q2X5R8T1V4W7K3M9Q2X5R8T1V4W';
const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJleGFtcGxlIn0.c2lnbmF0dXJl';
const TIME = '2026-11-21T09:30:00.000Z';

/** Typical values for an example. A field that is not listed gets a value made from its schema. */
const BY_NAME: Record<string, unknown> = {
  customer_id: 'customer-8471',
  transaction_type: 'deposit',
  transaction_name: 'Deposit of 50 euros',
  transaction_id: 'order-20931',
  name: 'Example Person',
  first_name: 'Example',
  last_name: 'Person',
  email: 'person@example.com',
  password: 'correct horse battery staple',
  install_id: 'ins_01KAJ6V8M0Z3T5W7Y9ABCDEFGH.Zm9vYmFy',
  country: 'US',
  subdivision: 'US-NJ',
  client_ip: '203.0.113.7',
  ip: '203.0.113.7',
  payload: 'eyJhbGciOiJFQ0RILUVTIn0..c2VhbGVk',
  code: '7K3M9Q2X5R8T1V4W',
  number: '42',
  url: 'https://verify.example.com/face/wf_01KAJ6V8M0Z3T5W7Y9ABCDEFGH#t=token',
  integrator: 'Example Shop',
  purpose: 'Confirm that it is you',
  locale: 'en',
  device_label: 'Chrome on Windows',
  customer_hint: 'p•••@e•••.com',
  engine_version: '1',
  logo: null,
  lat: 40.7128,
  lng: -74.006,
  p95_m: 25,
  hop: 0,
  next_check_in_s: 1200,
  attempts_max: 3,
  attempts_used: 0,
  version: 1,
  number_of_frames: 8,
  frames: undefined,
  remedy: 'Move near a window or outdoors, then try again.',
  recheck_on: ['ip_change', 'resume'],
  reason_codes: [],
  reasons: [],
  next_cursor: null,
  root_jti: null,
  nonce: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo',
  texts: undefined,
};

/** Optional request fields that an example shows. All others are left out to keep it short. */
const SHOWN = new Set([
  'transaction_name',
  'name',
  'email',
  'first_name',
  'last_name',
  'install_id',
  'payload',
  'code',
  'channel',
  'client_ip',
]);

interface ExampleOptions {
  /** A request shows the required fields and a few others; an answer shows all. */
  request?: boolean;
}

/** A value that fits the schema; a typical one when the name is known. */
export function example(schema: TSchema | Schema, options: ExampleOptions = {}, name = ''): unknown {
  const s = schema as Schema;
  const known = BY_NAME[name];
  if (known !== undefined && fits(s, known)) return known;
  if (name === 'code' && fits(s, LINK_CODE)) return LINK_CODE;
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  if (s.anyOf) {
    const real = s.anyOf.find((option) => option.type !== 'null');
    return known === null ? null : real ? example(real, options, name) : null;
  }
  switch (s.type) {
    case 'object':
      return exampleObject(s, options);
    case 'array':
      return exampleArray(s, options, name);
    case 'integer':
    case 'number':
      return Math.max(s.minimum ?? 0, Math.min(1, s.maximum ?? 1));
    case 'boolean':
      return name === 'required' || name === 'created' || name === 'confirmed';
    case 'null':
      return null;
    case 'string':
      return exampleText(s, name);
    default:
      return {};
  }
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((option) => fits(option, value));
  if (schema.enum || schema.const !== undefined) return false;
  if (value === null) return schema.type === 'null';
  if (typeof value === 'string')
    return schema.type === 'string' && (!schema.pattern || new RegExp(schema.pattern, 'u').test(value));
  if (typeof value === 'number')
    return schema.type === 'number' || (schema.type === 'integer' && Number.isInteger(value));
  return Array.isArray(value) && schema.type === 'array' && !schema.minItems;
}

function exampleObject({ properties = {}, required = [] }: Schema, options: ExampleOptions): unknown {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !options.request || required.includes(name) || SHOWN.has(name))
      .map(([name, inner]) => [name, example(inner, options, name)]),
  );
}

function exampleArray({ items, minItems = 1 }: Schema, options: ExampleOptions, name: string): unknown {
  if (Array.isArray(items)) return items.map((item) => example(item, options, name));
  return items ? Array.from({ length: minItems }, () => example(items, options, name.replace(/s$/, ''))) : [];
}

function exampleText({ pattern = '', format }: Schema, name: string): string {
  if (format === 'date-time') return TIME;
  if (format === 'uri') return 'https://www.example.com/';
  if (format === 'email') return 'person@example.com';
  const id = /^\^(\w+)_\[/.exec(pattern)?.[1];
  if (id) return `${id}_${ULID}`;
  if (pattern.includes('\\.[\\w-]+\\.')) return JWT;
  if (pattern.includes('https?')) return 'https://www.example.com';
  if (pattern.includes('{43}')) return 'a'.repeat(43);
  if (pattern.includes('{64}')) return 'a'.repeat(64);
  if (pattern.startsWith('^[A-Z]{2}(-')) return 'US-NJ';
  if (/\[0-9\]|\d\|/.test(pattern)) return '1';
  return name || 'text';
}
