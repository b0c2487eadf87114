import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Where a test file lies and what it is called decide in which project it runs:
 *
 * - `without-*.test.ts` replaces a module to switch a defence off. It is isolated, so that no other file
 *   meets the replacement.
 * - `e2e/`, `stories/` and `*.browser.test.ts` open a real browser.
 * - `apps/service/`, `proof/` and `lab/` may open a service and its database.
 * - All other files run in threads and open neither. `suite.test.ts` holds them to it.
 *
 * `*.long.test.ts` are the full counts; `npm run test:long` runs them and nothing else.
 */
const LONG = process.env.TEST_LONG === '1';
const END = LONG ? '.long.test.ts' : '.test.ts';
const SKIPPED = [
  ...['node_modules', 'dist', '.standpoint', '.mutants'].map((folder) => `**/${folder}/**`),
  ...(LONG ? [] : ['**/*.long.test.ts']),
];
const HOMES = '{packages,apps,examples,e2e,bench,proof,lab,docs}';
const ISOLATED = [`**/without-*${END}`];
const BROWSER = [`e2e/**/*${END}`, `**/stories/**/*${END}`, `**/*.browser${END}`];
const SERVICE = [`{apps/service,proof,lab}/**/*${END}`];
const ALL = [`*${END}`, `${HOMES}/**/*${END}`];

type Settings = TestProjectInlineConfiguration['test'];
const project = (
  name: string,
  include: string[],
  exclude: string[],
  settings: Settings = {},
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    exclude: [...SKIPPED, ...exclude],
    pool: 'forks',
    isolate: false,
    unstubGlobals: true,
    // Generous: a test that waits for something ends as soon as it is there, also on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...settings,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['apps/service/testing/database.ts'],
    maxWorkers: 2,
    reporters: ['default', './testing/file-times.ts'],
    projects: [
      project('browser', BROWSER, ISOLATED),
      project('service', SERVICE, [...BROWSER, ...ISOLATED]),
      project('unit', ALL, [...SERVICE, ...BROWSER, ...ISOLATED], { pool: 'threads' }),
      project('without', ISOLATED, [], { isolate: true }),
    ],
  },
});
