import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts', '{packages,apps,examples,e2e,bench,proof,lab,docs}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.standpoint/**'],
    globalSetup: ['apps/service/testing/database.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
