import { readFileSync } from 'node:fs';
import type { Static, TSchema } from '@standpoint/contract';
import { type JsonError, parseJson } from '../json.ts';
import { validator } from '../validate.ts';
import { Failure } from './command.ts';

/** Reads a JSON file as strictly as a request body. */
export function readJsonFile(file: string): unknown {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new Failure(`${file} ${why}.`);
  }
  try {
    return parseJson(bytes.subarray(bytes.indexOf('\ufeff') === 0 ? 3 : 0));
  } catch (error) {
    const { message, path } = error as JsonError;
    throw new Failure(`${file}: ${message}${path ? ` (${path})` : ''}.`);
  }
}

/** The definition inside what `workflows get` or `policies get` prints; any other value as it is. */
function definitionIn(value: unknown): unknown {
  const { definition, version } = (value ?? {}) as { definition?: unknown; version?: unknown };
  return typeof definition === 'object' && typeof version === 'number' ? definition : value;
}

/**
 * The file's content when it fits the schema; otherwise every mistake with its path. What `get` prints is a
 * file too.
 */
export function readDefinition<S extends TSchema>(file: string, schema: S): Static<S> {
  const value = definitionIn(readJsonFile(file));
  const fields = validator(schema)(value);
  if (fields) throw new Failure(`${file} does not have the expected form:`, undefined, fields);
  return value as Static<S>;
}
