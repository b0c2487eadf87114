/**
 * The place and the name of a test file decide in which project it runs; `suite.test.ts` checks both.
 *
 * - `without`: `without-*.long.test.ts` replaces a module to switch a defence off. Each file is isolated, so
 * that no other file gets the replacement, and names the test that it is a control of.
 * - `builds`: what installs, compiles and bundles as an integrator does. It takes every core for minutes.
 * - `browser`: the rest of `e2e/`, `stories/` and `*.browser.test.ts` open a real browser.
 * - `service`: `apps/service/`, `proof/`, `lab/` and `bench/` may open a service and its database. In `npm test` this
 * project has the files of `browser` too. Two projects would have two sets of workers, and each worker loads the service.
 * - `unit`: all other files. They run in threads and open neither.
 *
 * `*.long.test.ts` run the full counts, in `npm run test:long` only. Its stories play people before a camera, which a
 * page with a fraction of a core refuses as too slow. So they come first, two files at a time.
 */
export interface Project {
  name: 'browser' | 'builds' | 'service' | 'unit' | 'without';
  include: string[];
  exclude: string[];
}

/** Errors of a wait whose time was over. */
const TIMED_OUT = /Timeout \d+ms exceeded|timed out in \d+ms|did not appear|did not succeed in time/;

/**
 * How many files of a project run at once, and its turn: those of a lower one end before the next start. Four are two
 * more than the cores of a small machine: stories in a browser wait much of their time. A long story that waits in vain
 * is played once more, and the end of the run names it; one in which something wrong happened is not.
 */
export const turnOf = ({ name }: Project, long: boolean) =>
  long && name === 'browser'
    ? { maxWorkers: 2, groupOrder: 0, retry: { count: 1, condition: TIMED_OUT } }
    : { maxWorkers: 4, groupOrder: long ? 1 : 0, retry: 0 };

const FOLDERS = ['node_modules', 'dist', '.standpoint', '.mutants'].map((folder) => `**/${folder}/**`);
const HOMES = '{packages,apps,examples,e2e,bench,proof,lab,docs}';

/** Whether a file opens a browser, which makes it one of the longest. */
export const isStory = (path: string): boolean =>
  /^e2e\/|\/stories\/|\.browser\.(long\.)?test\.ts$/.test(path);

export function projectsOf(long: boolean): Project[] {
  const end = long ? '.long.test.ts' : '.test.ts';
  const skipped = long ? FOLDERS : [...FOLDERS, '**/*.long.test.ts'];
  const without = [`**/without-*${end}`];
  const builds = [`e2e/native/**/*${end}`, `e2e/{samples,readmes}${end}`];
  const browser = [`e2e/**/*${end}`, `**/stories/**/*${end}`, `**/*.browser${end}`];
  const service = [`{apps/service,proof,lab,bench}/**/*${end}`];
  const processes: Project[] = long
    ? [
        { name: 'browser', include: browser, exclude: [...skipped, ...without, ...builds] },
        { name: 'service', include: service, exclude: [...skipped, ...without, ...browser] },
      ]
    : [{ name: 'service', include: [...browser, ...service], exclude: [...skipped, ...without, ...builds] }];
  return [
    { name: 'builds', include: builds, exclude: [...skipped, ...without] },
    ...processes,
    {
      name: 'unit',
      include: [`*${end}`, `${HOMES}/**/*${end}`],
      exclude: [...skipped, ...without, ...browser, ...service],
    },
    { name: 'without', include: without, exclude: skipped },
  ];
}
