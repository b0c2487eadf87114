import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The path of a program: the one that a variable of the environment names, else the first of these names on
 * PATH. Null if there is none; a variable that names no executable is an error, not a reason to skip.
 */
export const findProgram = (
  variable: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string | null => {
  const named = env[variable];
  if (named && !isProgram(named)) throw new Error(`${variable}: ${named} is not an executable`);
  if (named) return named;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isProgram) ?? null;
};
