import { type Case, familyOf } from '../family.ts';
import { BASE } from '../keys.ts';

type Json = Record<string, unknown>;
const PAGE = 'https://shop.example';
const hello = (change: Json = {}) => ({ ns: 'facecheck', v: 1, type: 'hello', nonce: '1-2-3-4', ...change });
const welcome = (change: Json = {}) => ({
  ns: 'facecheck',
  v: 1,
  type: 'welcome',
  nonce: '$nonce',
  ...change,
});
const from = (data: unknown, change: Json = {}) => ({
  origin: BASE,
  source: 'frame',
  ports: 0,
  data,
  ...change,
});
const back = (data: unknown, change: Json = {}) => ({
  origin: PAGE,
  source: 'parent',
  ports: 1,
  data,
  ...change,
});

const page = (name: string, why: string, messages: Json[], answers: (string | null)[]): Case => ({
  name: `page: ${name}`,
  why,
  input: { side: 'page', face_origin: BASE, page_origin: PAGE, messages },
  expect: {
    answers: answers.map((nonce) =>
      nonce === null ? null : { message: hello({ type: 'welcome', nonce }), target_origin: BASE, ports: 1 },
    ),
  },
});
const frame = (name: string, why: string, messages: Json[], accepted: boolean[]): Case => ({
  name: `frame: ${name}`,
  why,
  input: { side: 'frame', face_origin: BASE, page_origin: PAGE, messages },
  expect: { hello_target_origin: PAGE, accepted },
});
const app = (name: string, why: string, text: string, message: Json | null): Case => ({
  name: `app: ${name}`,
  why,
  input: { side: 'app', face_origin: BASE, page_origin: BASE, main_frame: true, text },
  expect: { message },
});
const appFrom = (name: string, why: string, change: Json): Case => ({
  name: `app: ${name}`,
  why,
  input: {
    side: 'app',
    face_origin: BASE,
    page_origin: BASE,
    main_frame: true,
    text: JSON.stringify({ ns: 'facecheck', v: 1, type: 'ready' }),
    ...change,
  },
  expect: { message: null },
});
const ready = { ns: 'facecheck', v: 1, type: 'ready' };

export const bridge = familyOf(
  'bridge',
  'The bridge of the face page. Side `page` shows it in a frame: it answers a hello of its own frame with a ' +
    'welcome and a port, and everything else with nothing (null). Side `frame` is the face page: it says hello ' +
    'to one origin, never to `*`, and takes one port; `$nonce` stands for its nonce. Side `app` shows it in a ' +
    'WebView: it hears one JSON text from the main frame of the face origin.',
  [
    page('an honest frame', '', [from(hello())], ['1-2-3-4']),
    page(
      'forged origin',
      'The frame went elsewhere.',
      [from(hello(), { origin: 'https://evil.example' })],
      [null],
    ),
    page('forged source', 'Another window at the same origin.', [from(hello(), { source: 'other' })], [null]),
    page('origin null', 'A sandboxed document.', [from(hello(), { origin: 'null' })], [null]),
    page('another namespace', '', [from(hello({ ns: 'other' }))], [null]),
    page('another version', '', [from(hello({ v: 2 }))], [null]),
    page('another type', 'A page never takes a welcome.', [from(welcome({ nonce: 'x' }))], [null]),
    page('without a nonce', '', [from(hello({ nonce: undefined }))], [null]),
    page('an empty nonce', '', [from(hello({ nonce: '' }))], [null]),
    page('a nonce of 129 characters', '', [from(hello({ nonce: 'x'.repeat(129) }))], [null]),
    page('a nonce that is no text', '', [from(hello({ nonce: 7 }))], [null]),
    page('no object', '', [from(null), from('hello'), from(7)], [null, null, null]),
    page(
      'a reloaded frame',
      'It says hello again and gets a new port; the old one is closed.',
      [from(hello()), from(hello({ nonce: '5-6-7-8' }))],
      ['1-2-3-4', '5-6-7-8'],
    ),
    page(
      'loading',
      'The first sign of life has no answer.',
      [from({ ns: 'facecheck', v: 1, type: 'loading' }), from(hello())],
      [null, '1-2-3-4'],
    ),
    frame('an honest page', '', [back(welcome())], [true]),
    frame('forged origin', '', [back(welcome(), { origin: 'https://evil.example' })], [false]),
    frame(
      'forged source',
      'Another window of the page’s origin.',
      [back(welcome(), { source: 'other' })],
      [false],
    ),
    frame('replayed nonce', 'A welcome of an earlier load.', [back(welcome({ nonce: '1-2-3-4' }))], [false]),
    frame('without a port', '', [back(welcome(), { ports: 0 })], [false]),
    frame('two ports', '', [back(welcome(), { ports: 2 })], [false]),
    frame('a second welcome', 'The first port stays.', [back(welcome()), back(welcome())], [true, false]),
    frame('another namespace', '', [back(welcome({ ns: 'other' }))], [false]),
    app('ready', '', JSON.stringify(ready), { type: 'ready' }),
    app(
      'completed',
      'Without a decision: only the backend reads it.',
      JSON.stringify({
        ...ready,
        type: 'completed',
        hold: true,
        session_id: 'fcs_01',
        status: 'completed',
        livemode: true,
      }),
      { type: 'completed', hold: true, session_id: 'fcs_01', status: 'completed', livemode: true },
    ),
    app(
      'a message of a later version of the page',
      'It is heard, and an unknown type does nothing.',
      JSON.stringify({ ...ready, type: 'brand_new' }),
      { type: 'brand_new' },
    ),
    app('no JSON', '', '{"ns":', null),
    app(
      'another namespace',
      'Another library in the same page.',
      JSON.stringify({ ...ready, ns: 'other' }),
      null,
    ),
    app('another version', '', JSON.stringify({ ...ready, v: 2 }), null),
    app('without a type', '', '{"ns":"facecheck","v":1}', null),
    app('null', '', 'null', null),
    appFrom('forged origin', 'The WebView went elsewhere.', { page_origin: 'https://evil.example' }),
    appFrom('a frame within the page', 'Only the main frame speaks for the face page.', {
      main_frame: false,
    }),
  ],
);
