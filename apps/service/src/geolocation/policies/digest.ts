import { createHash } from 'node:crypto';

/** Names the content of a definition, whatever the order of its fields: the database keeps none. */
export const digestOf = (definition: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('base64url');

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // The corners of a polygon are many, and have nothing to sort.
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(sorted);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, each]) => [key, sorted(each)]));
}
