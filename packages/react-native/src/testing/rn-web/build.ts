import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { PEERS } from '../peers.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The story's app as one script: the package over react-native-web. */
export const buildApp = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: HERE,
    define: { 'process.env.NODE_ENV': '"development"', __DEV__: 'true', global: 'globalThis' },
    resolve: {
      alias: [
        { find: /^react-native$/, replacement: join(HERE, 'react-native.ts') },
        { find: /^react-native-webview$/, replacement: join(HERE, 'react-native-webview.ts') },
        { find: /^(react|react-dom|react-native-web)(\/|$)/, replacement: `${PEERS}/node_modules/$1$2` },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: join(HERE, 'app.ts'), output: { format: 'iife', entryFileNames: 'app.js' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output[0].code;
};
