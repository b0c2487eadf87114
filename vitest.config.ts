import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LONG } from './testing/counts.ts';
import { StoriesFirst } from './testing/order.ts';
import { type Project, projectsOf } from './testing/projects.ts';

/**
 * Files that run in processes are loaded by Node itself, as the service is: it removes the types, and nothing
 * is transformed. No file of these projects replaces a module, which is what Vitest's own loader is for
 * (`suite.test.ts`).
 */
const LOADED_BY_NODE = { viteModuleRunner: false, nodeLoader: false };
/** More room for what is young: a service makes much that lives for one request, and collecting it cost 4 % more. */
const ROOMY = ['--max-semi-space-size=64'];

const project = ({ name, include, exclude }: Project): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    exclude,
    pool: name === 'unit' ? 'threads' : 'forks',
    isolate: name === 'without',
    ...((name === 'browser' || name === 'service') && { experimental: LOADED_BY_NODE, execArgv: ROOMY }),
    unstubGlobals: true,
    // Generous: a test that waits for something goes on as soon as it is there, also on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['apps/service/testing/database.ts'],
    // Two more than the cores of a small machine: stories in a browser wait much of their time.
    maxWorkers: 4,
    sequence: { sequencer: StoriesFirst },
    reporters: ['default', './testing/file-times.ts'],
    projects: projectsOf(LONG).map(project),
  },
});
