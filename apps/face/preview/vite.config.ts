import { defineConfig } from 'vite';
import page from '../vite.config.ts';

const { base, logLevel, build, oxc } = page;

/**
 * The screens of the face page without anything behind them. A build of its own: the page itself stays as
 * small as it is.
 */
export default defineConfig({ root: import.meta.dirname, base, logLevel, build, oxc });
