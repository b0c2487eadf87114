import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from './published.ts';
import { openTypes, PARAMETER, type Types } from './types.ts';

/**
 * The contract's types as plain TypeScript. In the repository they are computed from schemas by TypeBox. A
 * published package must neither depend on that library nor show its types in an editor, so the types are
 * written out here.
 */

const CONTRACT = join(PACKAGES, 'contract/src');

/**
 * An endpoint has schemas, from which these read types. In the written contract it has the types themselves.
 */
const READERS = { BodyOf: 'body', AnswerOf: 'answer', QueryOf: 'query', ParamsOf: 'params' } as const;
const IMPORT = /(?:import|export)\s+(?:type\s*)?\{([^}]*)\}\s*from\s*'@standpoint\/contract[^']*'/g;

/** The names that the sources below a package's folder import from the contract. */
export function namesUsed(folder: string): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.test\.tsx?$/.test(file));
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)].flatMap(([, list]) =>
      list!.split(',').map(
        (name) =>
          name
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/)[0]!,
      ),
    ),
  );
  return [...new Set(names.filter(Boolean))].sort();
}

/** A type of the contract: its parameter, and the type that this must be one of. */
interface Declared {
  parameter?: string;
  keys?: string;
}
const TYPE = /^export (?:type|interface) (\w+)(?:<(\w+)(?: extends (\w+))?>)?/gm;

/** What the contract exports as types, by name. Every other name is a value. */
function typesDeclared(): Map<string, Declared> {
  const texts = globSync('**/*.ts', { cwd: CONTRACT }).map((file) =>
    readFileSync(join(CONTRACT, file), 'utf8'),
  );
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(TYPE)].map(([, name, parameter, keys]): [string, Declared] => [
        name!,
        { parameter, keys },
      ]),
    ),
  );
}

/**
 * What a name of the contract becomes: the aliases to look at, and the text that declares it with their
 * types.
 */
interface Plan {
  /** Whether it gives a name that the others may use, so that it is written before them. */
  first: boolean;
  aliases: Record<string, string>;
  text(types: Types): string;
}

function planOf(name: string, declared: Declared | undefined): Plan {
  if (name === 'Static') return { first: false, aliases: {}, text: () => 'export type Static<T> = T;' };
  if (name in READERS) {
    const part = READERS[name as keyof typeof READERS];
    const text = `export type ${name}<E> = E extends { ${part}: infer T } ? T : unknown;`;
    return { first: false, aliases: {}, text: () => text };
  }
  if (declared?.keys) return keyedPlan(name, declared.keys);
  if (declared?.parameter)
    return {
      first: false,
      aliases: { [name]: `contract.${name}<${PARAMETER}>` },
      text: (types) => `export type ${name}<${PARAMETER}> = ${types.print(name)};`,
    };
  if (declared)
    return {
      first: true,
      aliases: { [name]: `contract.${name}` },
      text: (types) => `${types.comment(name)}export type ${name} = ${types.print(name)};`,
    };
  return /^[a-z]/.test(name) ? endpointPlan(name) : schemaPlan(name);
}

/** A type that depends on one of a few words is looked up by that word. */
const keyedPlan = (name: string, keys: string): Plan => ({
  first: false,
  aliases: { [`Each_${name}`]: `{ [K in contract.${keys}]: contract.${name}<K> }` },
  text: (types) => `export type ${name}<K extends ${keys}> = ${types.print(`Each_${name}`)}[K];`,
});

const schemaPlan = (name: string): Plan => ({
  first: false,
  aliases: { [`Static_${name}`]: `contract.Static<typeof contract.${name}>` },
  text: (types) => `export declare const ${name}: ${types.print(`Static_${name}`)};`,
});

function endpointPlan(name: string): Plan {
  const parts = Object.entries(READERS).map(([reader, part]) => ({
    reader,
    part,
    alias: `${reader}_${name}`,
  }));
  return {
    first: false,
    aliases: Object.fromEntries(
      parts.map(({ reader, alias }) => [alias, `contract.${reader}<typeof contract.${name}>`]),
    ),
    text(types) {
      const known = parts
        .map(({ part, alias }) => ({ part, type: types.print(alias).replaceAll('\n', '\n  ') }))
        .filter(({ type }) => type !== 'unknown')
        .map(({ part, type }) => `  ${part}: ${type};\n`);
      if (known.length === 0) throw new Error(`${name} of the contract is no endpoint`);
      return `export declare const ${name}: {\n${known.join('')}};`;
    },
  };
}

/**
 * Writes `contract.d.ts`, which declares the names without TypeBox, and returns its path. `folder` is left
 * with it.
 */
export async function writePlainContract(names: readonly string[], folder: string): Promise<string> {
  const declared = typesDeclared();
  const keys = names.flatMap((name) => declared.get(name)?.keys ?? []);
  const plans = [...new Set([...names, ...keys])]
    .map((name) => planOf(name, declared.get(name)))
    .sort((one, other) => Number(other.first) - Number(one.first));
  const aliases = plans.flatMap((plan) => Object.entries(plan.aliases));
  const probe = [
    `import type * as contract from '${join(CONTRACT, 'index.ts')}';`,
    `export interface ${PARAMETER} { readonly parameter: true }`,
    ...aliases.map(([alias, type]) => `export type ${alias} = ${type};`),
  ];
  writeFileSync(join(folder, 'probe.ts'), `${probe.join('\n')}\n`);
  const types = await openTypes(join(folder, 'probe.ts'));
  try {
    const file = join(folder, 'contract.d.ts');
    writeFileSync(file, `${plans.map((plan) => plan.text(types)).join('\n\n')}\n`);
    return file;
  } finally {
    types.close();
  }
}
