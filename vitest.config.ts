import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LONG } from './testing/counts.ts';
import { StoriesFirst } from './testing/order.ts';
import { type Project, projectsOf, turnOf } from './testing/projects.ts';

/**
 * Files that run in processes are loaded by Node itself, as the service is: it removes the types, and nothing
 * is transformed. No file of these projects replaces a module, which is what Vitest's own loader is for
 * (`suite.test.ts`).
 */
const LOADED_BY_NODE = { viteModuleRunner: false, nodeLoader: false };
/** More room for what is young: a service makes much that lives for one request, and collecting it cost 4 % more. */
const ROOMY = ['--max-semi-space-size=64'];
/**
 * Much code of a test runs a few thousand times and never again. To optimize it at the default of 3,000 calls costs more
 * than it gains. Code that is really hot reaches 20,000 calls in a moment.
 */
const OPTIMIZED_LATE = ['--invocation-count-for-turbofan=20000'];
/**
 * The service has about 2,000 modules. A process that reads them from this cache takes half of the time that compiling
 * them takes. Its entries are named by the hash of their source.
 */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };

const IN_PROCESSES = {
  experimental: LOADED_BY_NODE,
  execArgv: [...ROOMY, ...OPTIMIZED_LATE],
  env: COMPILED,
  setupFiles: ['./testing/compiled.ts'],
};

const project = (one: Project): TestProjectInlineConfiguration => {
  const { name, include, exclude } = one;
  const { maxWorkers, groupOrder, retry } = turnOf(one, LONG);
  return {
    test: {
      name,
      include,
      exclude,
      maxWorkers,
      sequence: { groupOrder },
      retry,
      pool: name === 'unit' ? 'threads' : 'forks',
      isolate: name === 'without',
      ...(['browser', 'builds', 'service'].includes(name) && IN_PROCESSES),
      unstubGlobals: true,
      // Generous: a test that waits for something goes on as soon as it is there, also on a busy machine.
      testTimeout: 120_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
};

export default defineConfig({
  test: {
    globalSetup: ['apps/service/testing/database.ts'],
    sequence: { sequencer: StoriesFirst },
    reporters: ['default', './testing/file-times.ts'],
    projects: projectsOf(LONG).map(project),
  },
});
