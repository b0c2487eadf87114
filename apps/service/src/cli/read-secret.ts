import { readFileSync } from 'node:fs';
import { Failure, Misuse, type Terminal } from './command.ts';

/**
 * Reads a secret from a file or standard input; arguments would stay in shell histories and process lists.
 */
export async function readSecret(
  { stdin }: Terminal,
  file: string | undefined,
  what: string,
): Promise<string> {
  if (file) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      throw new Failure(`${file} cannot be read.`);
    }
  }
  if (stdin.isTTY) throw new Misuse(`Give ${what} on standard input, or name a file with --file.`);
  let text = '';
  for await (const chunk of stdin) text += chunk;
  if (!text.trim())
    throw new Misuse(`Standard input is empty: give ${what} there, or name a file with --file.`);
  return text.trim();
}
