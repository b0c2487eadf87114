import { expect, test } from 'vitest';
import { bundle } from './testing/bundle.ts';

// Sizes are measured on what is packed: apps/service/src/sdk/sizes.test.ts.

test('verify and collect bring nothing of the face check', async () => {
  const { modules } = await bundle(`export { configure, verify, collect } from './index.ts'`);
  expect(modules.filter((id) => id.includes('face'))).toEqual([]);
});

test('loads the probes as a second file when a position is requested', async () => {
  const { code, later, modules } = await bundle(`export { configure, verify, collect } from './index.ts'`);
  const { 'probes.js': probes, ...more } = later;
  // Words for what went wrong: loaded when something did.
  expect(Object.keys(more)).toEqual(['explain.js']);
  expect(code).toMatch(/import\(`?["'`]\.\/probes\.js/);
  expect(modules.filter((id) => /probes|automation|fresh|readings/.test(id))).toEqual([]);
  // A strict Content-Security-Policy refuses these.
  expect(probes!.code + code).not.toMatch(/\beval\b|new Function|innerHTML|srcdoc|cssText/);
});

test('loads the camera doctor as a second file when it is called', async () => {
  const { modules, later } = await bundle(`export { configure, cameraDoctor } from './index.ts'`);
  expect(Object.keys(later)).toHaveLength(1);
  expect(modules.filter((id) => /camera-(doctor|piece)/.test(id))).toEqual([]);
});

test('the face loader brings no geolocation', async () => {
  const { modules, later } = await bundle(`export { configure, face } from './index.ts'`);
  expect(modules.filter((id) => /position|seal|signals/.test(id))).toEqual([]);
  expect(Object.keys(later)).toEqual(['explain.js']);
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
