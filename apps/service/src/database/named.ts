import type { QueryConfig } from 'pg';

/**
 * A prepared statement whose values are given by name. Throws when a value is missing: null has to be said.
 */
export type NamedStatement = (values: Readonly<Record<string, unknown>>) => QueryConfig<unknown[]>;

/** A parameter such as `:customer_id`; the second colon of a cast (`::text`) begins none. */
const PARAMETER = /(?<!:):([a-z]\w*)/g;

/**
 * Turns a statement with parameters such as `:org` into one with `$1`, `$2`, … as PostgreSQL wants them. The
 * text is translated once, when the statement is made; a call only puts its values in order. `name` is the
 * name of the prepared statement. The text must not hold a colon before a letter elsewhere (in a literal).
 */
export function named(name: string, text: string): NamedStatement {
  const order: string[] = [];
  const numbered = text.replace(PARAMETER, (_, parameter: string) => {
    if (!order.includes(parameter)) order.push(parameter);
    return `$${order.indexOf(parameter) + 1}`;
  });
  return (values) => ({
    name,
    text: numbered,
    values: order.map((parameter) => {
      const value = values[parameter];
      if (value === undefined) throw new Error(`${name}: no value for :${parameter}`);
      return value;
    }),
  });
}
