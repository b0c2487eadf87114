/**
 * The place and the name of a test file decide in which project it runs; `suite.test.ts` checks both.
 *
 * - `without`: `without-*.long.test.ts` replaces a module to switch a defence off. Each file is isolated, so
 * that no other file gets the replacement, and names the test that it is a control of.
 * - `browser`: `e2e/`, `stories/` and `*.browser.test.ts` open a real browser.
 * - `service`: `apps/service/`, `proof/`, `lab/` and `bench/` may open a service and its database.
 * - `unit`: all other files. They run in threads and open neither.
 *
 * `*.long.test.ts` run the full counts, in `npm run test:long` only.
 */
export interface Project {
  name: 'browser' | 'service' | 'unit' | 'without';
  include: string[];
  exclude: string[];
}

const FOLDERS = ['node_modules', 'dist', '.standpoint', '.mutants'].map((folder) => `**/${folder}/**`);
const HOMES = '{packages,apps,examples,e2e,bench,proof,lab,docs}';

export function projectsOf(long: boolean): Project[] {
  const end = long ? '.long.test.ts' : '.test.ts';
  const skipped = long ? FOLDERS : [...FOLDERS, '**/*.long.test.ts'];
  const without = [`**/without-*${end}`];
  const browser = [`e2e/**/*${end}`, `**/stories/**/*${end}`, `**/*.browser${end}`];
  const service = [`{apps/service,proof,lab,bench}/**/*${end}`];
  return [
    { name: 'browser', include: browser, exclude: [...skipped, ...without] },
    { name: 'service', include: service, exclude: [...skipped, ...without, ...browser] },
    {
      name: 'unit',
      include: [`*${end}`, `${HOMES}/**/*${end}`],
      exclude: [...skipped, ...without, ...browser, ...service],
    },
    { name: 'without', include: without, exclude: skipped },
  ];
}
