import { type TSchema, Type } from '../../schema.ts';

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
}

/**
 * The shape of a schema without its rules: the same fields of the same types, with any text and any number in them.
 * A draft that is being typed has this form before it has the other.
 */
export const loosened = (schema: TSchema): TSchema => loose(schema as JsonSchema) as TSchema;

const MOST_ENTRIES = 100;
const MOST_TEXT = 8_000;

function loose({ type, properties, required, items, patternProperties, ...rest }: JsonSchema): JsonSchema {
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(([name, each]) => [name, loose(each)] as const);
    return {
      type,
      additionalProperties: false,
      ...(required && { required }),
      properties: Object.fromEntries(fields),
    } as JsonSchema;
  }
  const values = patternProperties && Object.values(patternProperties)[0];
  if (values)
    return Type.Record(Type.String({ maxLength: 64 }), loose(values) as TSchema, {
      maxProperties: MOST_ENTRIES,
    }) as JsonSchema;
  if (type === 'array' && items) return Type.Array(loose(items) as TSchema, { maxItems: MOST_ENTRIES });
  if (type === 'number' || type === 'integer') return Type.Number();
  if (type === 'boolean') return Type.Boolean();
  if (type === 'string' || rest.enum || rest.const !== undefined)
    return Type.String({ maxLength: MOST_TEXT });
  throw new Error(`cannot loosen a schema of type ${type}`);
}
