import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

export type Change = readonly [from: string, to: string];

/**
 * The address of a module with a defence switched off. Each text to replace must occur in it exactly once.
 * `more` is code that the changes use.
 */
export const mutantOf = async (module: URL, changes: readonly Change[], more = ''): Promise<string> => {
  let text = await readFile(module, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`expected to switch off exactly once: ${from}`);
    text = text.replace(from, () => to);
  }
  const code = stripTypeScriptTypes(text).replace(/(from\s+')([^']+)'/g, (_, before, name) => {
    const address = name.startsWith('.') ? new URL(name, module).href : import.meta.resolve(name);
    return `${before}${address}'`;
  });
  return `data:text/javascript;base64,${Buffer.from(code + more).toString('base64')}`;
};
