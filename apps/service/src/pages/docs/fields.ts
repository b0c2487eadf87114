import type { TSchema } from '@standpoint/contract';
import { FIELD_NOTES } from './field-notes.ts';
import type { Schema } from './schema.ts';

/** One row of a table of fields. */
export interface Field {
  /** Dotted path; `[]` stands for any element. */
  path: string;
  type: string;
  required: boolean;
  nullable: boolean;
  /** Allowed words, when it is one of a few. */
  words: string[];
  /** Bounds in words. */
  bounds: string;
  note: string;
}

/** Inside these containers, a field name has the same meaning as outside. */
const CONTAINERS = /^(verifications\[\]|sessions\[\]|session|timeline\[\])\./;

/** Every field of an object schema, nested ones after their parent. */
export function fieldsOf(schema: TSchema, prefix = ''): Field[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([name, inner]) => {
    const { schema: bare, nullable } = unwrap(inner);
    const path = prefix + name;
    const field: Field = {
      path,
      type: typeOf(bare),
      required: required.includes(name),
      nullable,
      words: wordsOf(bare),
      bounds: boundsOf(bare),
      note: FIELD_NOTES[path.replace(CONTAINERS, '')] ?? '',
    };
    return [field, ...fieldsOf(bare as TSchema, `${path}.`), ...elementsOf(bare, path)];
  });
}

function elementsOf({ items }: Schema, path: string): Field[] {
  return items && !Array.isArray(items) ? fieldsOf(items as TSchema, `${path}[].`) : [];
}

function unwrap(schema: Schema): { schema: Schema; nullable: boolean } {
  if (!schema.anyOf) return { schema, nullable: false };
  const real = schema.anyOf.filter((option) => option.type !== 'null');
  return {
    schema: real.length === 1 ? real[0]! : { ...schema, anyOf: real },
    nullable: real.length < schema.anyOf.length,
  };
}

function wordsOf({ enum: words, const: only, items }: Schema): string[] {
  if (words) return words.map(String);
  if (only !== undefined) return [String(only)];
  return items && !Array.isArray(items) ? wordsOf(items) : [];
}

function typeOf({
  type,
  format,
  pattern = '',
  items,
  enum: words,
  const: only,
  patternProperties,
}: Schema): string {
  if (words || only !== undefined) return 'word';
  if (type === 'array') return Array.isArray(items) ? 'list' : `list of ${typeOf(items ?? {})}`;
  if (type === 'object') return patternProperties ? 'map' : 'object';
  if (type !== 'string') return type ?? 'any';
  if (format === 'date-time') return 'time';
  if (format) return { email: 'e-mail', uri: 'address' }[format] ?? format;
  const id = /^\^(\w+)_\[/.exec(pattern)?.[1];
  if (id) return `id ${id}_…`;
  if (pattern.includes('\\.[\\w-]+\\.')) return 'JWT';
  return 'text';
}

function boundsOf(schema: Schema): string {
  const { type, format, pattern, maxLength, minimum, maximum, exclusiveMinimum, minItems, maxItems } = schema;
  if (type === 'string' && maxLength && !format && !pattern?.includes('\\.['))
    return `at most ${maxLength} characters`;
  if (type === 'array')
    return [minItems && `at least ${minItems}`, maxItems && `at most ${maxItems}`].filter(Boolean).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (exclusiveMinimum !== undefined)
    return `more than ${exclusiveMinimum}${maximum === undefined ? '' : `, at most ${maximum}`}`;
  if (minimum !== undefined) return minimum === 0 ? 'not negative' : `at least ${minimum}`;
  return '';
}
