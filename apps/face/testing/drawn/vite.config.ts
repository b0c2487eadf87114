import { defineConfig } from 'vite';
import page from '../../vite.config.ts';

/** The screens of the face page, and a function that draws any of them. */
export default defineConfig({ ...page, root: import.meta.dirname });
