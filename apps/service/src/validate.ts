import type { TSchema } from '@standpoint/contract';
import { compile } from './compiled.ts';

export interface Field {
  path: string;
  message: string;
}

interface JsonSchema {
  type?: string;
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
  instancePath: string;
  params: Record<string, unknown>;
  message: string;
}

const SENTENCES: Record<string, (params: Record<string, unknown>) => string> = {
  type: (p) => `must be ${/^[aeiou]/.test(String(p.type)) ? 'an' : 'a'} ${p.type}`,
  pattern: () => 'does not have the expected form',
  format: (p) =>
    `must be a valid ${String(p.format).replace('date-time', 'RFC 3339 time').replace('uri', 'address')}`,
  enum: (p) => `must be one of ${(p.allowedValues as unknown[]).join(', ')}`,
  maxLength: (p) => `must have at most ${p.limit} characters`,
  minLength: () => 'must not be empty',
};

function describe(schema: JsonSchema, errors: RawError[]): Field[] {
  const fields: Field[] = [];
  for (const error of errors) {
    const path = error.instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (error.keyword === 'boolean') {
      const name = path.pop() ?? '';
      fields.push({ path: [...path, clean(name)].join('.'), message: unknownField(schema, path, name) });
    } else if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties as string[])
        fields.push({ path: [...path, name].join('.'), message: 'is required' });
    } else if (error.keyword !== 'additionalProperties' && error.keyword !== 'anyOf') {
      fields.push({
        path: path.map(clean).join('.'),
        message: SENTENCES[error.keyword]?.(error.params) ?? error.message,
      });
    }
  }
  return fields.slice(0, 20);
}

export type Check = (value: unknown) => Field[] | null;

/**
 * Compiles a schema into a check. The check first normalises the value in place, then returns null, or the
 * mistakes in words.
 */
export function validator(schema: TSchema): Check {
  const compiled = compile(schema);
  const normalise = normaliser(schema as JsonSchema);
  return (value) => {
    normalise?.(value);
    if (compiled.Check(value)) return null;
    const fields = describe(schema as JsonSchema, compiled.Errors(value) as unknown as RawError[]);
    return fields.length > 0 ? fields : [{ path: '', message: 'does not have the expected form' }];
  };
}
