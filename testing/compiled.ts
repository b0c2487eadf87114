import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

/**
 * Keeps what Node compiled for this file (`NODE_COMPILE_CACHE` in `vitest.config.ts`), so that the next worker and
 * every process that a test starts read it. Node writes it when a process ends by itself, but Vitest ends its workers
 * by a signal.
 */
afterAll(() => flushCompileCache());
