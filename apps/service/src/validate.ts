import type { TSchema } from '@standpoint/contract';
import { compile } from './compiled.ts';

export interface Field {
  path: string;
  message: string;
}

interface JsonSchema {
  type?: string;
  /** Beside a pattern: its form in words. */
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

type Normalise = (value: unknown) => void;

/**
 * Removes optional fields that are null or "", which count as absent (interface §1). Compiled once per
 * schema.
 */
function normaliser(schema: JsonSchema): Normalise | null {
  if (schema.type === 'array' && schema.items) {
    const inner = normaliser(schema.items);
    return inner && ((value) => Array.isArray(value) && value.forEach(inner));
  }
  if (schema.type !== 'object' || !schema.properties) return null;
  const optional = Object.keys(schema.properties).filter((key) => !schema.required?.includes(key));
  const nested = Object.entries(schema.properties).flatMap(([key, inner]) => {
    const normalise = normaliser(inner);
    return normalise ? [[key, normalise] as const] : [];
  });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const object = value as Record<string, unknown>;
    for (const key of optional) if (object[key] === null || object[key] === '') delete object[key];
    for (const [key, normalise] of nested) if (key in object) normalise(object[key]);
  };
}

/** The number of edits between two words, for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

const clean = (name: string): string => name.replace(/[^\w .-]/g, '?').slice(0, 64);

function schemaAt(schema: JsonSchema, path: string[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (at, key) => (/^\d+$/.test(key) && at?.items ? at.items : at?.properties?.[key]),
    schema,
  );
}

/** The name that was probably meant, or null. */
export function nearest(name: string, known: readonly string[]): string | null {
  const near = known
    .map((key) => ({ key, d: distance(name.slice(0, 64), key) }))
    .sort((a, b) => a.d - b.d)[0];
  return near && near.d <= Math.max(2, Math.floor(near.key.length / 4)) ? near.key : null;
}

function unknownField(schema: JsonSchema, parent: string[], name: string): string {
  const known = Object.keys(schemaAt(schema, parent)?.properties ?? {});
  const near = nearest(name, known);
  return near ? `is not a field here; did you mean ${near}?` : 'is not a field here';
}

interface RawError {
  keyword: string;
  /** JSON Pointer to the part of the schema, with `#` before it. */
  schemaPath: string;
  instancePath: string;
  params: Record<string, unknown>;
  message: string;
}

const an = (word: unknown): string => `${/^[aeiou]/.test(String(word)) ? 'an' : 'a'} ${word}`;
const entries = (limit: unknown): string => `${limit} ${limit === 1 ? 'entry' : 'entries'}`;

const FORMATS: Record<string, string> = {
  'date-time': 'a valid RFC 3339 time',
  email: 'a valid e-mail address',
  uri: 'a valid address',
};

/** What a value must be, in words, by the keyword that it does not fit. */
const SENTENCES: Record<string, (params: Record<string, unknown>, schema: JsonSchema | undefined) => string> =
  {
    type: (p) => `must be ${an(p.type)}`,
    pattern: (p, schema) => `must be ${schema?.description ?? `text of the form ${p.pattern}`}`,
    format: (p, schema) =>
      `must be ${schema?.description ?? FORMATS[String(p.format)] ?? `a valid ${p.format}`}`,
    enum: (p) => `must be one of ${(p.allowedValues as unknown[]).join(', ')}`,
    const: (p) => `must be ${p.allowedValue}`,
    maxLength: (p) => `must have at most ${p.limit} characters`,
    minLength: () => 'must not be empty',
    minimum: (p) => `must be at least ${p.limit}`,
    maximum: (p) => `must be at most ${p.limit}`,
    exclusiveMinimum: (p) => `must be more than ${p.limit}`,
    minItems: (p) => `must have at least ${entries(p.limit)}`,
    maxItems: (p) => `must have at most ${entries(p.limit)}`,
    uniqueItems: () => 'must not have the same entry twice',
    maxProperties: (p) => `must have at most ${p.limit} fields`,
  };

/** The part of a schema at a JSON Pointer. */
function schemaOf(schema: JsonSchema, pointer: string): JsonSchema | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], schema) as JsonSchema;
}

function describe(schema: JsonSchema, errors: RawError[]): Field[] {
  const fields = new Map<string, Field>();
  // The first mistake of a field is enough: a time that is no time is also not of the form of a time.
  const add = (path: string, message: string) => {
    if (!fields.has(path)) fields.set(path, { path, message });
  };
  for (const error of errors) {
    const path = error.instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (error.keyword === 'boolean') {
      const name = path.pop() ?? '';
      add([...path, clean(name)].join('.'), unknownField(schema, path, name));
    } else if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties as string[])
        add([...path, name].join('.'), 'is required');
    } else if (error.keyword !== 'additionalProperties' && error.keyword !== 'anyOf') {
      const about = schemaOf(schema, error.schemaPath);
      add(path.map(clean).join('.'), SENTENCES[error.keyword]?.(error.params, about) ?? error.message);
    }
  }
  return [...fields.values()].slice(0, 20);
}

export type Check = (value: unknown) => Field[] | null;

/** A schema is a constant, and its check knows nothing else: a process compiles it once. */
const compiled_once = new WeakMap<TSchema, ReturnType<typeof compile>>();

/** Compiles a schema into a check that leaves the value as it is. */
export function inspector(schema: TSchema): Check {
  const compiled = compiled_once.get(schema) ?? compile(schema);
  compiled_once.set(schema, compiled);
  return (value) => {
    if (compiled.Check(value)) return null;
    const fields = describe(schema as JsonSchema, compiled.Errors(value) as unknown as RawError[]);
    return fields.length > 0 ? fields : [{ path: '', message: 'does not fit the schema of this call' }];
  };
}

/**
 * Compiles a schema into a check. The check first normalises the value in place, then returns null, or the
 * mistakes in words.
 */
export function validator(schema: TSchema): Check {
  const inspect = inspector(schema);
  const normalise = normaliser(schema as JsonSchema);
  return (value) => {
    normalise?.(value);
    return inspect(value);
  };
}
