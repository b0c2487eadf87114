import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checker, Symbol as Named, Type, UnionType } from 'typescript/unstable/sync';
import { REPOSITORY } from '../pages/built.ts';

/** An interface of this name stands for the parameter of a generic type. */
export const PARAMETER = 'D';

/** The types that one file exports, written out as text. */
export interface Types {
  /**
   * What the alias stands for, down to the last member. Types that were printed before are written by name.
   */
  print(alias: string): string;
  /** The comment of the alias, with a line break, or nothing. */
  comment(alias: string): string;
  close(): void;
}

/** Settings under which the packages are compiled: those of the repository. */
export function writeConfig(folder: string, more: object): string {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(REPOSITORY, 'tsconfig.json'), ...more }));
  return config;
}

/** Reads the types that `file` exports. */
export async function openTypes(file: string): Promise<Types> {
  const { API } = await import('typescript/unstable/sync');
  const config = writeConfig(dirname(file), { files: [file], include: [] });
  const api = new API();
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  const source = project?.program.getSourceFile(file);
  const module = source && project?.checker.getSymbolAtLocation(source);
  if (!project || !module) throw new Error(`${file} exports nothing`);
  const { checker } = project;
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  const symbolOf = (alias: string): Named => {
    const found = exported.get(alias);
    if (!found) throw new Error(`${file} exports no ${alias}`);
    return found;
  };
  const named = new Map<string, string>();
  const write = await writerOf(checker, named);
  return {
    print(alias) {
      const type = checker.getDeclaredTypeOfSymbol(symbolOf(alias));
      if (type.isErrorType()) throw new Error(`${alias} of ${file} is no type`);
      const text = write(type);
      if (!named.has(text)) named.set(text, alias);
      return text;
    },
    comment: (alias) => commentOf(checker, symbolOf(alias)),
    close: () => api.close(),
  };
}

/** A type this long, in letters, is written by its name where it has one. */
const WORTH_A_NAME = 60;
const deeper = (text: string): string => text.replaceAll('\n', '\n  ');
const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")}'`;

/** The comment of a symbol, with a line break, or nothing. */
function commentOf(checker: Checker, symbol: Named): string {
  const text = symbol.getDocumentationComment(checker).trim();
  if (!text) return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `/** ${text} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** A union of these parts. `optional`: the question mark of a member says `undefined` already. */
function union(parts: readonly string[], optional: boolean): string {
  const has = (text: string) => parts.includes(text);
  const both = has('true') && has('false');
  const last = ['true', 'false', 'null', 'undefined'];
  return [
    ...parts.filter((text) => !last.includes(text)),
    ...(both ? ['boolean'] : ['true', 'false'].filter(has)),
    ...['null', 'undefined'].filter((text) => has(text) && !(optional && text === 'undefined')),
  ].join(' | ');
}

/**
 * Returns a function that writes a type of this checker down to its last member. Only the parts of the type are
 * written by name. `named`: texts that have a name already.
 */
async function writerOf(checker: Checker, named: ReadonlyMap<string, string>) {
  const { SymbolFlags } = await import('typescript/unstable/sync');

  const member = (symbol: Named): string => {
    const optional = (symbol.flags & SymbolFlags.Optional) !== 0;
    const name = /^[A-Za-z_$][\w$]*$/.test(symbol.name) ? symbol.name : quoted(symbol.name);
    return `${commentOf(checker, symbol)}${name}${optional ? '?' : ''}: ${print(checker.getTypeOfSymbol(symbol)!, optional)};`;
  };

  const object = (type: Type): string => {
    const indexed = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `[key: ${print(keyType)}]: ${print(valueType)};`);
    const members = [...indexed, ...checker.getPropertiesOfType(type).map(member)];
    return members.length === 0 ? '{}' : `{\n  ${members.map(deeper).join('\n  ')}\n}`;
  };

  const partsOf = (type: UnionType): string[] => type.getTypes().map((part) => print(part));

  const list = (type: Type): string | null => {
    const name = type.getSymbol()?.name;
    if (!type.isTypeReference() || (name !== 'Array' && name !== 'ReadonlyArray')) return null;
    const [item] = checker.getTypeArguments(type);
    const text = print(item!);
    const wrapped = item!.isUnionType() && text.includes(' | ') ? `(${text})` : text;
    return `${name === 'ReadonlyArray' ? 'readonly ' : ''}${wrapped}[]`;
  };

  const print = (type: Type, optional = false): string => {
    const text = write(type, optional);
    return (text.length >= WORTH_A_NAME && named.get(text)) || text;
  };

  const write = (type: Type, optional = false): string => {
    if (type.getSymbol()?.name === PARAMETER) return PARAMETER;
    if (type.isUnionType()) return union(partsOf(type), optional);
    if (type.isLiteralType()) return typeof type.value === 'string' ? quoted(type.value) : String(type.value);
    if (type.isIntrinsicType()) return type.intrinsicName;
    const listed = list(type);
    if (listed) return listed;
    const plain = type.isObjectType() && !type.isTupleType();
    return plain ? object(type) : checker.typeToString(type);
  };

  return write;
}
