import { expect, test } from 'vitest';
import { bundle } from './testing/bundle.ts';

const KB = 1024;

test('size-limit: verify and collect together stay within 5 KB gzip', async () => {
  const { gzip, modules } = await bundle(`export { configure, verify, collect } from './index.ts'`);
  console.log(`verify and collect: ${gzip} bytes gzip`);
  expect(gzip).toBeLessThanOrEqual(5 * KB);
  expect(modules.filter((id) => id.includes('face'))).toEqual([]);
});

test('loads the probes as a second file when a position is requested, within 3 KB gzip', async () => {
  const { code, later, modules } = await bundle(`export { configure, verify, collect } from './index.ts'`);
  const { 'probes.js': probes, ...more } = later;
  console.log(`probes: ${probes!.gzip} bytes gzip`);
  // Words for what went wrong: loaded when something did.
  expect(Object.keys(more)).toEqual(['explain.js']);
  expect(more['explain.js']!.gzip).toBeLessThanOrEqual(1.25 * KB);
  expect(probes!.gzip).toBeLessThanOrEqual(3 * KB);
  expect(code).toMatch(/import\(`?["'`]\.\/probes\.js/);
  expect(modules.filter((id) => /probes|automation|fresh|readings/.test(id))).toEqual([]);
  // A strict Content-Security-Policy refuses these.
  expect(probes!.code + code).not.toMatch(/\beval\b|new Function|innerHTML|srcdoc|cssText/);
});

test('loads the camera doctor as a second file when it is called, within 2 KB gzip', async () => {
  const { modules, later } = await bundle(`export { configure, cameraDoctor } from './index.ts'`);
  const { 'camera-doctor.js': doctor, ...more } = later;
  console.log(`camera doctor: ${doctor!.gzip} bytes gzip`);
  expect(more).toEqual({});
  expect(doctor!.gzip).toBeLessThanOrEqual(2 * KB);
  expect(modules.filter((id) => /camera-(doctor|piece)/.test(id))).toEqual([]);
});

test('the face loader stays within 4 KB gzip and brings no geolocation', async () => {
  const { gzip, modules, later } = await bundle(`export { configure, face } from './index.ts'`);
  console.log(`face loader: ${gzip} bytes gzip`);
  expect(gzip).toBeLessThanOrEqual(4 * KB);
  expect(modules.filter((id) => /position|seal|signals/.test(id))).toEqual([]);
  expect(Object.keys(later)).toEqual(['explain.js']);
});

test('the whole package stays within 9 KB gzip', async () => {
  const { gzip } = await bundle(`export * from './index.ts'`);
  console.log(`all: ${gzip} bytes gzip`);
  expect(gzip).toBeLessThanOrEqual(9 * KB);
});

test('bundles only this package: no TypeBox, no contract, no dependency', async () => {
  const { later, ...first } = await bundle(`export * from './index.ts'; export * from './face/bridge.ts'`);
  const chunks = [first, ...Object.values(later)];
  const [code, modules] = [
    chunks.map((chunk) => chunk.code).join(),
    chunks.flatMap((chunk) => chunk.modules),
  ];
  expect(modules.filter((id) => !id.includes('/packages/web/src/'))).toEqual([]);
  expect(code).not.toMatch(/typebox|additionalProperties/i);
});

test('leaves nothing in a bundle when the package is imported and not used', async () => {
  const { code } = await bundle(
    `import './index.ts'; import { verify } from './index.ts'; export const x = 1;`,
  );
  expect(code.length).toBeLessThan(100);
});
