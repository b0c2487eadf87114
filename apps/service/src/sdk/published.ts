import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../pages/built.ts';

export const PACKAGES = join(REPOSITORY, 'packages');

/** Where a package's code runs. It decides what the bundler may assume. */
export type Runs = 'browser' | 'node' | 'neutral';

/** `package.json` of a package as it lies in the repository, where its entries are TypeScript. */
interface Source {
  name: string;
  version: string;
  private?: boolean;
  type?: 'module' | 'commonjs';
  /** Files, folders and patterns that are published as they are, besides what is built. */
  files?: string[];
  /** Or the source files of entries that do something when they are imported. */
  sideEffects?: boolean | string[];
  exports: Record<string, string>;
  /** How it is published. No part of the published `package.json`. */
  standpoint?: {
    runs?: Runs;
    /** Entries that only the service's own pages use. */
    internal?: string[];
    /** Earlier generations by version, each with its entries. They are built from the same source. */
    earlier?: Record<string, Record<string, string>>;
  };
  [field: string]: unknown;
}

/** One package in one version, as it is packed. */
export interface Published {
  name: string;
  version: string;
  /** The generation of its interface: `0.5` of `0.5.0`. */
  line: string;
  /** Whether it is an earlier generation, which npm must not give to a person who names no version. */
  earlier: boolean;
  runs: Runs;
  /** Absolute path of the package's folder. */
  folder: string;
  /** Source file of each entry, below the folder: `{ '.': './src/index.ts' }`. */
  entries: Record<string, string>;
  /** Entries that are no TypeScript: they are published as they are. */
  asTheyAre: Record<string, string>;
  source: Source;
}

const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');

function versionsOf(folder: string): Published[] {
  const source = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Source;
  if (source.private) return [];
  const { name, exports, standpoint: { runs = 'neutral', internal = [], earlier = {} } = {} } = source;
  const open = Object.entries(exports).filter(
    ([path]) => !internal.includes(path) && path !== './package.json',
  );
  const isSource = ([, file]: [string, string]) => /\.tsx?$/.test(file);
  const entries = Object.fromEntries(open.filter(isSource));
  const one = (version: string, of: Record<string, string>): Published => ({
    name,
    version,
    line: lineOf(version),
    earlier: version !== source.version,
    runs,
    folder,
    entries: of,
    asTheyAre: Object.fromEntries(open.filter((entry) => !isSource(entry))),
    source,
  });
  return [one(source.version, entries), ...Object.entries(earlier).map(([version, of]) => one(version, of))];
}

/** Every package that integrators install, in every generation. A private one is never published. */
export const published = (): Published[] =>
  readdirSync(PACKAGES)
    .sort()
    .map((name) => join(PACKAGES, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap(versionsOf);

/** ES2022: Node.js 20, and every browser that has the cryptography that the packages need. */
export const TARGET = 'es2022';

/** What stands at the head of every built file. */
export const bannerOf = ({ name, version }: Published): string => `/*! ${name} ${version} | Apache-2.0 */`;

/**
 * The text of `src/version.ts` in one generation. An earlier one is the same source: its entry differs, and so does
 * what these two constants say. A package that tells its generations apart by itself has neither of them.
 */
export const versionIn = (text: string, { version, line }: Published): string =>
  text
    .replace(/(\bSDK_VERSION = )'[^']*'/, `$1'${version}'`)
    .replace(/(\bSDK_GENERATION = )'[^']*'/, `$1'${line}'`);
