import { createElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defineFaceCheck } from './element.ts';
import { FaceCheck, useFaceCheck, useVerify } from './react.ts';
import { bundle } from './testing/bundle.ts';

test('import-in-node: renders an empty element on a server, and the custom element is not defined there', () => {
  const Page = () => {
    const { status } = useVerify();
    const { open } = useFaceCheck({ token: 't' });
    return createElement(
      'main',
      { onClick: open },
      status,
      createElement(FaceCheck, { token: 't', className: 'x' }),
    );
  };
  expect(renderToString(createElement(StrictMode, null, createElement(Page)))).toBe(
    '<main>idle<div class="x"></div></main>',
  );
  expect(() => defineFaceCheck()).toThrow(/customElements is not defined/);
});

test('costs nothing to who imports another entry, and brings no location with the element', async () => {
  const [index, element, unused] = await Promise.all([
    bundle(`export * from './index.ts'`),
    bundle(`export * from './element.ts'`),
    bundle(`import './element.ts'; import './react.ts'; export const x = 1;`),
  ]);
  expect(index.modules.filter((id) => /react|element\.ts/.test(id))).toEqual([]);
  expect(element.modules.filter((id) => /position|seal|signals/.test(id))).toEqual([]);
  expect(unused.code.length).toBeLessThan(100);
});
