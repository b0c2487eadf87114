import { expect, test } from 'vitest';
import { sayLoading } from './say-loading.ts';

/** What a frame with this fragment posts to the page around it. */
const posted = (hash: string, pathname = '/face/wf_1') => {
  const messages: [unknown, unknown][] = [];
  const parent = { postMessage: (message: unknown, to: unknown) => messages.push([message, to]) };
  sayLoading({ location: { pathname, hash } }, parent as never);
  return messages;
};

test('says that it loads to the declared origin only, and without the token', () => {
  const loading = { ns: 'facecheck', v: 1, type: 'loading' };
  expect(posted('#t=secret&o=https%3A%2F%2Fshop.example')).toEqual([[loading, 'https://shop.example']]);
});

test('says nothing without an origin, to every origin, on the phone’s page, and outside of a frame', () => {
  expect(posted('#t=secret')).toEqual([]);
  expect(posted('#t=secret&o=*')).toEqual([]);
  expect(posted('#0123456789ABCDEF', '/face/h')).toEqual([]);
  const location = { pathname: '/face/wf_1', hash: '#t=secret&o=https%3A%2F%2Fshop.example' };
  const page = {
    location,
    postMessage: () => {
      throw new Error('spoke to itself');
    },
  };
  sayLoading(page, page as never);
});
