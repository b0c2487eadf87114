import { join } from 'node:path';

/** The SDK is TypeScript here and lies beside; what is published needs neither of these settings. */
export default {
  distDir: 'dist',
  transpilePackages: ['@standpoint/node'],
  turbopack: { root: join(import.meta.dirname, '../../../..') },
};
