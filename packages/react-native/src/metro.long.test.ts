import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hermesc, installPeers, PEERS } from './testing/peers.ts';

// In `npm test`: `other-engine.test.ts`.

/** A whole app with this package, bundled by Metro as a phone gets it, and compiled for Hermes. */

const LONG = 300_000;
let app: string;
beforeAll(async () => {
  installPeers();
  app = mkdtempSync(join(tmpdir(), 'standpoint-rn-app-'));
  writeFileSync(join(app, 'package.json'), '{"name":"app","version":"1.0.0"}');
  const preset = JSON.stringify(join(PEERS, 'node_modules/@react-native/babel-preset'));
  writeFileSync(join(app, 'babel.config.js'), `module.exports = { presets: [${preset}] };\n`);
}, LONG);
afterAll(() => rmSync(app, { recursive: true, force: true }));

const bundled = (platform: 'ios' | 'android', code: string): string => {
  writeFileSync(join(app, 'index.js'), code);
  const script = fileURLToPath(new URL('./testing/metro-bundle.cjs', import.meta.url));
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  execFileSync(process.execPath, [script, app, PEERS, repository, platform], { stdio: 'pipe' });
  const file = join(app, `${platform}.js`);
  execFileSync(hermesc, ['-emit-binary', '-O0', '-w', '-out', `${file}.hbc`, file], { stdio: 'pipe' });
  expect(statSync(`${file}.hbc`).size).toBeGreaterThan(500_000);
  return readFileSync(file, 'utf8');
};

const MAIN = `
import { AppRegistry, Text } from 'react-native';
import { createClient, expoLocation, useVerify } from '@standpoint/react-native';
globalThis.kept = [createClient, expoLocation, useVerify];
`;

test('an app that checks locations brings no WebView', { timeout: LONG }, () => {
  const code = bundled('ios', `${MAIN}AppRegistry.registerComponent('App', () => Text);`);
  expect(code).toContain("get('Standpoint')");
  expect(code).not.toContain('RNCWebView');
});

test('an app that checks faces brings it', { timeout: LONG }, () => {
  const face = `import { FaceCheckView } from '@standpoint/react-native/face';`;
  const code = bundled('android', `${MAIN}${face}AppRegistry.registerComponent('App', () => FaceCheckView);`);
  expect(code).toContain('RNCWebView');
  expect(code).toContain('grantIfSameHostElseDeny');
});
