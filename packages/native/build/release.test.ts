import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readZip } from '../../../apps/service/src/registry/archives/zip.ts';
import { readArtifacts } from '../../../apps/service/src/registry/artifacts/read.ts';
import { CORE, sourceFiles } from './release.ts';
import { NATIVE } from './toolchain.ts';
import { packZip } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'sp-native-release-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { version } = CORE;

it('makes files that an operator can import', () => {
  const paths = [...sourceFiles()].map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  const artifacts = readArtifacts(paths).map(({ kind, name, version, file }) => [kind, name, version, file]);
  expect(artifacts.sort()).toEqual([
    ['ios', 'Standpoint', version, `Standpoint-${version}.zip`],
    ['maven', 'com.standpoint:standpoint-core', version, `standpoint-core-${version}-sources.jar`],
    ['maven', 'com.standpoint:standpoint-core', version, `standpoint-core-${version}.pom`],
  ]);
});

it('makes the same bytes each time', () => {
  const hashes = () =>
    [...sourceFiles().values()].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  expect(hashes()).toEqual(hashes());
});

it('puts every source where tools look for it, the glue to iOS included', () => {
  const files = sourceFiles();
  const kotlin = readZip(files.get(`standpoint-core-${version}-sources.jar`)!);
  expect(kotlin).toContain('com/standpoint/StandpointClient.kt');
  expect(kotlin).toContain('com/standpoint/jvm/HttpClientTransport.kt');
  const swift = readZip(files.get(`Standpoint-${version}.zip`)!);
  for (const path of [
    'Package.swift',
    'Sources/Standpoint/StandpointClient.swift',
    'ios/FaceViewController.swift',
  ])
    expect(swift).toContain(`Standpoint-${version}/${path}`);
  expect(swift.filter((path) => /Testing|Driver|Cases|dist/.test(path))).toEqual([]);
});

it('names the version that the clients send', () => {
  for (const path of ['kotlin/src/Options.kt', 'kotlin/src/face/FaceFlow.kt'])
    expect(readFileSync(join(NATIVE, path), 'utf8')).toMatch(new RegExp(`"(kotlin/)?${version}"`));
});

it('packs what other programs unpack', () => {
  const file = join(folder, 'any.zip');
  writeFileSync(
    file,
    packZip(
      new Map([
        ['a/é.txt', Buffer.from('x'.repeat(1_000))],
        ['b', Buffer.alloc(0)],
      ]),
    ),
  );
  // Python's zipfile checks every sum; where there is no Python, the reader of the registry has to do.
  expect(readZip(readFileSync(file))).toEqual(['a/é.txt', 'b']);
});
