import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file `NNNN-name.sql`. */
export type Migration = { number: number; name: string; sha256: string; sql: string };

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** The migrations of a folder in order. Throws when a name is malformed, or a number is missing or double. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  const migrations = names.sort().map((name) => readMigration(directory, name));
  for (const [index, { number, name }] of migrations.entries()) {
    if (number !== index + 1) {
      throw new Error(`Migration ${label({ number, name })} should have the number ${index + 1}.`);
    }
  }
  return migrations;
}

export function label({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(4, '0')}-${name}`;
}

function readMigration(directory: string, file: string): Migration {
  const match = FILE_NAME.exec(file);
  if (!match) throw new Error(`${file} is not named like 0001-what-it-does.sql.`);
  // Line ends may change when a file is checked out on another system.
  const sql = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  return { number: Number(match[1]), name: match[2]!, sha256, sql };
}
