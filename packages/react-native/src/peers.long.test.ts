import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../web/src/testing/bundle.ts';
import { hermesc, installPeers, PACKAGE, PEERS, peersRequire } from './testing/peers.ts';

// In `npm test`: `client.test.ts`.

/** The package against the real React Native, its code generator, its engine's compiler, and Expo's plugins. */

const LONG = 300_000;
let folder: string;
beforeAll(async () => {
  installPeers();
  folder = mkdtempSync(join(tmpdir(), 'standpoint-rn-'));
}, LONG);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (script: string, ...options: string[]) =>
  execFileSync(process.execPath, [join(PEERS, 'node_modules', script), ...options], {
    cwd: PACKAGE,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const { codegenConfig } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** Generates as Gradle (`android`) and CocoaPods (`ios`) do, for the spec in this folder. */
const generate = (platform: 'android' | 'ios', spec: string): ((file: string) => string) => {
  const schema = join(folder, `${platform}.json`);
  const output = mkdtempSync(join(folder, `${platform}-`));
  node(
    '@react-native/codegen/lib/cli/combine/combine-js-to-schema-cli.js',
    '--platform',
    platform,
    schema,
    spec,
  );
  node(
    'react-native/scripts/generate-specs-cli.js',
    ...['--platform', platform, '--schemaPath', schema, '--outputDir', output],
    ...['--libraryName', codegenConfig.name, '--libraryType', codegenConfig.type],
    ...['--javaPackageName', codegenConfig.android.javaPackageName],
  );
  return (file) => readFileSync(join(output, file), 'utf8');
};

describe('codegen: the specification of the native module', () => {
  const spec = join(PACKAGE, codegenConfig.jsSrcsDir);

  test('makes the interface that the Kotlin of this package implements', () => {
    const java = generate('android', spec)('java/com/standpoint/reactnative/NativeStandpointSpec.java');
    expect(java).toContain('package com.standpoint.reactnative;');
    const methods = [...java.matchAll(/public abstract \w+ (\w+)\(([^)]*)\)/g)];
    expect(methods.map(([, name]) => name)).toEqual([
      'randomBytes',
      'locationPermission',
      'requestLocationPermission',
      'getLocation',
      'attest',
      'collectSignals',
    ]);
    const kotlin = readFileSync(
      join(PACKAGE, 'android/src/main/java/com/standpoint/reactnative/StandpointModule.kt'),
      'utf8',
    );
    expect(kotlin.split('\n')[0]).toMatch(/not compiled in our CI/i);
    for (const [, name, parameters] of methods) {
      const count = parameters!.trim() === '' ? 0 : parameters!.split(',').length;
      const [, own] = new RegExp(`override fun ${name}\\(([^)]*)\\)`).exec(kotlin) ?? [];
      expect(own, name).toBeDefined();
      expect(own!.trim() === '' ? 0 : own!.split(',').length, name).toBe(count);
    }
  });

  test('makes the protocol that the Objective-C++ of this package implements', () => {
    const header = generate('ios', spec)('StandpointSpec/StandpointSpec.h');
    const selectors = [...header.matchAll(/^- \((?:void|NSString \*)\)([\s\S]*?);/gm)]
      .map(([, signature]) => [...signature!.matchAll(/(\w+):\(/g)].map(([, label]) => label).join(':'))
      .filter((selector) => selector && !selector.startsWith('setEventEmitter'));
    expect(selectors).toContain('getLocation:resolve:reject');
    const source = readFileSync(join(PACKAGE, 'ios/Standpoint.mm'), 'utf8');
    expect(source.split('\n')[0]).toMatch(/not compiled in our CI/i);
    const own = [...source.matchAll(/^- \((?:void|NSString \*)\)([^{]*)\{/gm)].map(([, signature]) =>
      [...signature!.matchAll(/(\w+):\(/g)].map(([, label]) => label).join(':'),
    );
    expect(own).toEqual(expect.arrayContaining(selectors));
  });

  test('refuses a spec that it cannot express', () => {
    const wrong = join(folder, 'wrong');
    mkdirSync(wrong);
    const text = readFileSync(join(PACKAGE, 'src/NativeStandpoint.ts'), 'utf8');
    writeFileSync(
      join(wrong, 'NativeStandpoint.ts'),
      text.replace('challenge: string', 'challenge: Map<string, Date>'),
    );
    expect(() => generate('ios', wrong)).toThrow(/UnsupportedGeneric|Unrecognized|generic type/i);
  });
});

/** An app's use of the package that only the real packages around it can check. */
const USAGE = `
import Geolocation from '@react-native-community/geolocation';
import { communityGeolocation, createClient } from '${PACKAGE}/src/index.ts';
export const client = createClient({
  baseUrl: 'https://id.example.com',
  location: communityGeolocation(Geolocation),
});
`;

test(
  'compiles against the types of React Native and its WebView',
  () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const peer = (path: string) => [join(PEERS, 'node_modules', path)];
    const usage = join(folder, 'usage.ts');
    writeFileSync(usage, USAGE);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        module: 'esnext',
        moduleResolution: 'bundler',
        types: [],
        paths: {
          react: [join(root, 'node_modules/@types/react')],
          'react-native': peer('react-native/types_generated/index.d.ts'),
          'react-native-webview': peer('react-native-webview'),
          '@react-native-community/geolocation': peer('@react-native-community/geolocation'),
        },
      },
      include: [],
      files: [...['index', 'face', 'generation-0-3'].map((entry) => join(PACKAGE, `src/${entry}.ts`)), usage],
    };
    const said = (files: readonly string[]): string => {
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, files }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const options = ['-p', join(folder, 'tsconfig.json'), '--noEmit', '--singleThreaded'];
      return spawnSync(process.execPath, [tsc, ...options], { encoding: 'utf8' }).stdout;
    };
    expect(said(config.files)).toBe('');
    // Control: the types are the real ones.
    writeFileSync(
      usage,
      `import { WebView } from 'react-native-webview';\nexport const x: number = WebView;\n`,
    );
    expect(said([usage])).toMatch(/WebView.*number/s);
  },
  LONG,
);

test('is understood by the compiler of Hermes', async () => {
  const { code } = await bundle(
    `export { openClient } from ${JSON.stringify(join(PACKAGE, 'src/client.ts'))};
     export { openFaceCheck } from ${JSON.stringify(join(PACKAGE, 'src/face/check.ts'))};`,
  );
  const file = join(folder, 'bundle.js');
  writeFileSync(file, code.replace(/export\s*\{[^}]*\};?\s*$/, ''));
  const bytecode = join(folder, 'bundle.hbc');
  execFileSync(hermesc, ['-emit-binary', '-O', '-out', bytecode, file], { stdio: 'pipe' });
  expect(readFileSync(bytecode).length).toBeGreaterThan(10_000);
});

interface ExpoConfig {
  name: string;
  slug: string;
  plugins: unknown[];
}

describe('the Expo plugin', () => {
  const GRADLE = 'allprojects {\n    repositories {\n        google()\n        mavenCentral()\n    }\n}\n';
  const PLIST =
    '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>CFBundleName</key><string>Shop</string></dict></plist>\n';
  const MANIFEST =
    '<manifest xmlns:android="http://schemas.android.com/apk/res/android"><application android:name=".MainApplication"/></manifest>\n';

  /** A project as Expo's template makes it, with the files that the plugin changes. */
  const project = (): string => {
    const root = mkdtempSync(join(folder, 'app-'));
    const files = {
      'package.json': '{"name":"shop"}',
      'android/build.gradle': GRADLE,
      'android/app/src/main/AndroidManifest.xml': MANIFEST,
      'ios/Shop/Info.plist': PLIST,
      'ios/Shop/AppDelegate.swift': '',
      'ios/Shop.xcodeproj/project.pbxproj': '',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    mkdirSync(join(root, 'node_modules/@standpoint'), { recursive: true });
    // Copied: the plugin looks for Expo's code from where it is installed.
    for (const part of ['package.json', 'app.plugin.js', 'plugin'])
      cpSync(join(PACKAGE, part), join(root, 'node_modules/@standpoint/react-native', part), {
        recursive: true,
      });
    symlinkSync(join(PEERS, 'node_modules/@expo'), join(root, 'node_modules/@expo'));
    return root;
  };
  const prebuild = async (root: string, options: object = {}) => {
    const { compileModsAsync, withPlugins } = peersRequire('@expo/config-plugins');
    const config: ExpoConfig = { name: 'Shop', slug: 'shop', plugins: [] };
    const plugin = peersRequire(join(root, 'node_modules/@standpoint/react-native/app.plugin.js'));
    const changed = withPlugins({ ...config, _internal: { projectRoot: root } }, [
      [plugin, options],
      [plugin, options],
    ]);
    await compileModsAsync(changed, { projectRoot: root, platforms: ['ios', 'android'] });
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    return {
      gradle: read('android/build.gradle'),
      manifest: read('android/app/src/main/AndroidManifest.xml'),
      plist: read('ios/Shop/Info.plist'),
    };
  };

  test('changes the files of a project, and nothing more when it runs again', async () => {
    const root = project();
    const first = await prebuild(root, { cameraText: 'Your face opens the till.' });
    expect(first.gradle).toContain(GRADLE.trim());
    expect(first.gradle.match(/standpointRegistry/g)).toHaveLength(2);
    for (const permission of ['CAMERA', 'ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION']) {
      expect(first.manifest.match(new RegExp(`android.permission.${permission}"`, 'g'))).toHaveLength(1);
    }
    expect(first.plist).toContain('Your face opens the till.');
    expect(first.plist).toContain('NSLocationWhenInUseUsageDescription');
    expect(await prebuild(root, { cameraText: 'Your face opens the till.' })).toEqual(first);
  });

  test('is found by the name of the package, as Expo finds it', () => {
    const { resolveConfigPluginFunction } = peersRequire(
      '@expo/config-plugins/build/utils/plugin-resolver.js',
    ) as { resolveConfigPluginFunction(root: string, name: string): unknown };
    expect(resolveConfigPluginFunction(project(), '@standpoint/react-native')).toBeTypeOf('function');
  });

  test('names an option that it does not know', async () => {
    await expect(prebuild(project(), { camera: 'x' })).rejects.toThrow(/unknown option camera/);
  });
});
