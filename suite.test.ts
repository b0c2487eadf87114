import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isStory, type Project, projectsOf } from './testing/projects.ts';
import { WAITING } from './testing/waiting.ts';

/** Checks the rules that the projects of the suite rely on (`testing/projects.ts`). */

const ROOT = import.meta.dirname;
const OURS = '{packages,apps,examples,e2e,bench,proof,lab,docs,testing}';
const everyFile = globSync(['*.test.ts', `${OURS}/**/*.test.ts`], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});
const filesOf = ({ include, exclude }: Project): string[] => globSync(include, { cwd: ROOT, exclude });
const projects = [false, true].flatMap((long) =>
  projectsOf(long).map((project) => ({ ...project, long, files: filesOf(project) })),
);
const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A service needs a database, so any file that imports this one may open a service. */
const DATABASE = 'apps/service/testing/database.ts';
const BROWSER = 'playwright-core';
const IMPORT = /(?:^|\n)(?:import|export)(?! type)\b[^;]*?from\s*'([^']+)'|\bimport\('([^']+)'\)/g;

/** What changes a service for the files after it, or finds what the files before it have left there. */
const NOT_FOR_SHARING = [
  // A part is replaced.
  /\.deps\.[\w.]+ = |assign\(service|spyOn\(/,
  // A table is changed, emptied or counted as a whole.
  /(ALTER|TRUNCATE|LOCK) TABLE|(DELETE|count\(\*\)[^'`]*) FROM \w+['`]/,
  // It listens, delivers events, or keeps the thread of its back-tests.
  /\.listen\(|webhooks\/delivering|backtest\(/,
];
const mayNotShare = (path: string) => NOT_FOR_SHARING.some((pattern) => pattern.test(sourceOf(path)));

const known = new Map<string, string[]>();
/** The imports of a file: our own files by path, packages by name. */
function importsOf(path: string): string[] {
  const found = known.get(path) ?? [];
  if (known.has(path) || !path.endsWith('.ts') || !existsSync(join(ROOT, path))) return found;
  for (const [, named, dynamic] of sourceOf(path).matchAll(IMPORT)) {
    const to = (named ?? dynamic)!;
    found.push(to.startsWith('.') ? normalize(join(dirname(path), to)) : to);
  }
  known.set(path, found);
  return found;
}

/** Everything that a file imports, directly or not. */
function reach(path: string, seen = new Set<string>()): Set<string> {
  for (const place of importsOf(path)) {
    if (seen.has(place)) continue;
    seen.add(place);
    reach(place, seen);
  }
  return seen;
}
const reaching = (target: string, ...names: Project['name'][]) =>
  projects
    .filter(({ name }) => names.includes(name))
    .flatMap(({ files }) => files)
    .filter((path) => reach(path).has(target));

/**
 * A control that switches a defence off names the test of that defence, and a story that runs only in
 * `npm run test:long` the test of `npm test` that holds the same promise without a browser.
 */
function fasterOf(path: string): string {
  const [, named] = /(?:Control of|In `npm test`:) `([^`]+)`/.exec(sourceOf(path)) ?? [];
  return named ? join(dirname(path), named) : path.replace('.long.test.ts', '.test.ts');
}

describe('the suite', () => {
  it('runs every test file in exactly one project', () => {
    const placed = projects.flatMap(({ files }) => files);
    expect(placed.sort()).toEqual(everyFile.sort());
  });

  it('opens a browser in stories only', () => {
    expect(reaching(BROWSER, 'unit', 'without')).toEqual([]);
    expect(reaching(BROWSER, 'service').filter((path) => !isStory(path))).toEqual([]);
    // Control: the rule finds the files that do open one.
    expect(reaching(BROWSER, 'browser').length).toBeGreaterThan(20);
    expect(reaching(BROWSER, 'service').length).toBeGreaterThan(10);
  });

  it('tells a story by its path, as the project `browser` of the long run does', () => {
    const own = projects.filter(({ name }) => name === 'browser').flatMap(({ files }) => files);
    const others = projects.filter(({ name, long }) => long && name !== 'browser' && name !== 'builds');
    expect(own.filter((path) => !isStory(path))).toEqual([]);
    expect(others.flatMap(({ files }) => files).filter(isStory)).toEqual([]);
  });

  it('opens no service and no database in the project that runs in threads', () => {
    expect(reaching(DATABASE, 'unit')).toEqual([]);
    expect(reaching(DATABASE, 'service').length).toBeGreaterThan(50);
  });

  it('replaces a module only in a file that is isolated', () => {
    const replacing = everyFile.filter((path) => /\bvi\.(do)?mock\(/.test(sourceOf(path)));
    const isolated = projects.filter(({ name }) => name === 'without').flatMap(({ files }) => files);
    expect(replacing.filter((path) => !isolated.includes(path))).toEqual([]);
    expect(replacing.length).toBeGreaterThan(3);
  });

  it('names only test files that it runs as files that wait', () => {
    const placed = projects
      .filter(({ long }) => !long)
      .flatMap(({ files }) => files.filter((path) => !isStory(path)));
    expect(WAITING.filter((path) => !placed.includes(path))).toEqual([]);
  });

  it('shares a service only among files that leave it as it was', () => {
    const sharing = everyFile.filter((path) => /\bsharedService\(/.test(sourceOf(path)));
    expect(sharing.filter(mayNotShare)).toEqual([]);
    expect(sharing.length).toBeGreaterThan(30);
    // Control: the rule finds files that change the service that they opened for themselves.
    const own = everyFile.filter((path) => /\btestService\(/.test(sourceOf(path)));
    expect(own.filter(mayNotShare).length).toBeGreaterThan(20);
  });

  it('has a faster test of the same promise beside every long one', () => {
    const long = everyFile.filter((path) => path.endsWith('.long.test.ts'));
    const alone = long.filter((path) => !everyFile.includes(fasterOf(path)));
    expect(alone).toEqual([]);
  });
});
