import type { TestService } from '../service.ts';

/** Tables with a row that has this text anywhere: as text, or as bytes. */
export async function storedAnywhere({ database }: TestService, text: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await database.owner.query(
      `SELECT FROM ${name} t WHERE position($1 IN t::text) > 0 OR position($2 IN t::text) > 0 LIMIT 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rowCount) found.push(name);
  }
  return found.sort();
}
