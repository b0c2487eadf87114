/**
 * The same schemas in the dialect of OpenAPI 3.1, JSON Schema 2020-12: a tuple, which our validator writes as a list
 * of `items`, has `prefixItems` there.
 */
export function inDialect(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDialect);
  if (value === null || typeof value !== 'object') return value;
  const { items, additionalItems, ...rest } = value as Record<string, unknown>;
  const same = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, inDialect(inner)]));
  if (Array.isArray(items))
    return { ...same, prefixItems: items.map(inDialect), items: additionalItems ?? false };
  return {
    ...same,
    ...(items !== undefined && { items: inDialect(items) }),
    ...(additionalItems !== undefined && { additionalItems: inDialect(additionalItems) }),
  };
}
