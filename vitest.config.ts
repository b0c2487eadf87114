import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LONG } from './testing/counts.ts';
import { StoriesFirst } from './testing/order.ts';
import { type Project, projectsOf } from './testing/projects.ts';

const project = ({ name, include, exclude }: Project): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    exclude,
    pool: name === 'unit' ? 'threads' : 'forks',
    isolate: name === 'without',
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
