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

/** The definition inside what `workflows get` prints, or the service answers; any other value as it is. */
function definitionIn(value: unknown): unknown {
  const { definition, version } = (value ?? {}) as { definition?: unknown; version?: unknown };
  return typeof definition === 'object' && typeof version === 'number' ? definition : value;
}

/** The part of that name inside what a command printed with the id of its subject; any other value as it is. */
export function partIn(value: unknown, name: string): unknown {
  const printed = (value ?? {}) as Record<string, unknown>;
  const part = typeof printed.id === 'string' ? printed[name] : undefined;
  return typeof part === 'object' && part !== null ? part : value;
}

/**
 * The file's content when it fits the schema; otherwise every mistake with its path. What `get` prints is a
 * file too; `part` names what is read of it where that is not a definition.
 */
export function readDefinition<S extends TSchema>(file: string, schema: S, part?: string): Static<S> {
  const content = readJsonFile(file);
  const value = part ? partIn(content, part) : definitionIn(content);
  const fields = validator(schema)(value);
  if (fields) throw new Failure(`${file} does not have the expected form:`, undefined, fields);
  return value as Static<S>;
}
