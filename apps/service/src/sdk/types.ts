import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checker, Symbol, Type, UnionType } from 'typescript/unstable/sync';
import { REPOSITORY } from '../built.ts';

/** The types that one file exports, written out as text. */
export interface Types {
  /** What the alias stands for, down to the last member. `indent` is that of the line on which it begins. */
  print(alias: string, indent?: string): string;
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

/** Reads the types of `file`. A type that is one of `names` is written by its name. */
export async function openTypes(file: string, names: readonly string[]): Promise<Types> {
  const { API } = await import('typescript/unstable/sync');
  const config = writeConfig(dirname(file), { files: [file], include: [] });
  const api = new API();
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  const source = project?.program.getSourceFile(file);
  const module = source && project.checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing`);
  const { checker } = project;
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  const symbolOf = (alias: string): Symbol => {
    const found = exported.get(alias);
    if (!found) throw new Error(`${file} exports no ${alias}`);
    return found;
  };
  const writer = await writerOf(checker, names);
  return {
    print(alias, indent = '') {
      const type = checker.getDeclaredTypeOfSymbol(symbolOf(alias));
      if (type.isErrorType()) throw new Error(`${alias} of ${file} is no type`);
      return writer.write(type, indent);
    },
    comment: (alias) => writer.comment(symbolOf(alias), ''),
    close: () => api.close(),
  };
}

async function writerOf(checker: Checker, names: readonly string[]) {
  const { SymbolFlags } = await import('typescript/unstable/sync');

  const comment = (symbol: Symbol, indent: string): string => {
    const text = symbol.getDocumentationComment(checker).trim();
    if (!text) return '';
    const lines = text.split('\n');
    if (lines.length === 1) return `${indent}/** ${text} */\n`;
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
  };

  const member = (symbol: Symbol, indent: string): string => {
    const optional = (symbol.flags & SymbolFlags.Optional) !== 0;
    const name = /^[A-Za-z_$][\w$]*$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name);
    const type = print(checker.getTypeOfSymbol(symbol)!, indent, optional);
    return `${comment(symbol, indent)}${indent}${name}${optional ? '?' : ''}: ${type};\n`;
  };

  const object = (type: Type, indent: string): string => {
    const deeper = `${indent}  `;
    const indexed = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `${deeper}[key: ${print(keyType, deeper)}]: ${print(valueType, deeper)};\n`);
    const members = checker.getPropertiesOfType(type).map((symbol) => member(symbol, deeper));
    return members.length + indexed.length === 0 ? '{}' : `{\n${[...indexed, ...members].join('')}${indent}}`;
  };

  /** `optional`: the question mark of a member says `undefined` already. */
  const union = (type: UnionType, indent: string, optional: boolean): string => {
    const parts = type.getTypes().map((part) => print(part, indent));
    const has = (text: string) => parts.includes(text);
    const both = has('true') && has('false');
    const last = ['true', 'false', 'null', 'undefined'];
    return [
      ...parts.filter((text) => !last.includes(text)),
      ...(both ? ['boolean'] : ['true', 'false'].filter(has)),
      ...['null', 'undefined'].filter((text) => has(text) && !(optional && text === 'undefined')),
    ].join(' | ');
  };

  const list = (type: Type, indent: string): string | null => {
    const name = type.getSymbol()?.name;
    if (!type.isTypeReference() || (name !== 'Array' && name !== 'ReadonlyArray')) return null;
    const [item] = checker.getTypeArguments(type);
    const text = print(item!, indent);
    const isUnion = item!.isUnionType() && / \| /.test(text);
    return `${name === 'ReadonlyArray' ? 'readonly ' : ''}${isUnion ? `(${text})` : text}[]`;
  };

  const print = (type: Type, indent: string, optional = false): string => {
    const alias = type.getAliasSymbol()?.name;
    if (alias && names.includes(alias) && type.getAliasTypeArguments().length === 0) return alias;
    return write(type, indent, optional);
  };

  const write = (type: Type, indent: string, optional = false): string => {
    if (type.getSymbol()?.name === 'D') return 'D';
    if (type.isUnionType()) return union(type, indent, optional);
    if (type.isLiteralType()) return typeof type.value === 'string' ? quoted(type.value) : String(type.value);
    if (type.isIntrinsicType()) return type.intrinsicName;
    const listed = list(type, indent);
    if (listed) return listed;
    const plain = type.isObjectType() && !type.isTupleType();
    return plain ? object(type, indent) : checker.typeToString(type);
  };

  return { write, comment };
}

const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")}'`;
