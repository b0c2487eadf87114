import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The peer of this measurement. It is installed for the measurement alone and is not a dependency of ours.
 */
const PACKAGES = {
  '@aws-amplify/ui-react-liveness': '3.6.8',
  'aws-amplify': '6.22.1',
  react: '19.3.1',
  'react-dom': '19.3.1',
};

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Amplify</title></head>
<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;

/**
 * The component as its documentation mounts it, with invalid credentials: the camera opens before they are
 * needed.
 */
const MAIN = `import { FaceLivenessDetectorCore } from '@aws-amplify/ui-react-liveness';
import '@aws-amplify/ui-react-liveness/styles.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const credentialProvider = async () => ({ accessKeyId: 'none', secretAccessKey: 'none' });
createRoot(document.getElementById('root')).render(
  createElement(FaceLivenessDetectorCore, {
    sessionId: '00000000-0000-4000-8000-000000000000',
    region: 'us-east-1',
    onAnalysisComplete: async () => {},
    onError: (error) => console.error(error),
    config: { credentialProvider },
  }),
);
`;

/**
 * Returns the folder of a built page with Amplify's FaceLivenessDetector. It is built once and kept in the
 * system's temporary folder.
 */
export async function builtAmplify(): Promise<string> {
  const name = `standpoint-bench-amplify-${PACKAGES['@aws-amplify/ui-react-liveness']}-${process.getuid?.() ?? 0}`;
  const folder = join(tmpdir(), name);
  const dist = join(folder, 'dist');
  if (existsSync(join(dist, 'index.html'))) return dist;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const manifest = { name: 'amplify-page', private: true, type: 'module', dependencies: PACKAGES };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'main.js'), MAIN);
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  await run('npm', options, { cwd: folder, timeout: 300_000 });
  const { build } = await import('vite');
  await build({ root: folder, configFile: false, logLevel: 'silent', build: { emptyOutDir: true } });
  return dist;
}
