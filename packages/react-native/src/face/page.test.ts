import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../../web/src/testing/bundle.ts';
import { facePage, introduction, messageIn, placeOf, scriptFor, webViewProps } from './page.ts';

const page = facePage({
  base: 'https://id.example.com/face',
  token: 'a.b.c',
  workflow_id: 'wf_1',
  locale: 'pt-BR',
  nonce: 'nonce-1',
});

describe('view-props: what a WebView of the face app may do', () => {
  test('keeps the token in the fragment', () => {
    expect(page.uri).toBe('https://id.example.com/face/wf_1#t=a.b.c&l=pt-BR');
    expect(page.origin).toBe('https://id.example.com');
  });

  test('grants the camera to the face app alone, plays it inline, and reaches no file and no second window', () => {
    expect(webViewProps(page)).toMatchObject({
      originWhitelist: ['https://id.example.com'],
      mediaCapturePermissionGrantType: 'grantIfSameHostElseDeny',
      allowsInlineMediaPlayback: true,
      mediaPlaybackRequiresUserAction: false,
      domStorageEnabled: true,
      allowFileAccess: false,
      allowFileAccessFromFileURLs: false,
      allowUniversalAccessFromFileURLs: false,
      setSupportMultipleWindows: false,
      mixedContentMode: 'never',
      geolocationEnabled: false,
    });
  });

  test.each([
    ['https://id.example.com/face/wf_1#t=x', 'inside'],
    ['https://id.example.com/face', 'inside'],
    ['https://ID.example.com:443/face/wf_1', 'outside'],
    ['https://id.example.com/dashboard', 'outside'],
    ['https://id.example.com/facebook', 'outside'],
    // These pass `originWhitelist`, which compares only how an origin begins.
    ['https://id.example.com.evil.test/face', 'outside'],
    ['https://id.example.com@evil.test/face', 'nowhere'],
    ['http://id.example.com/face', 'outside'],
    ['mailto:help@example.com', 'outside'],
    ['intent://id.example.com/face#Intent;end', 'nowhere'],
    ['javascript:alert(1)', 'nowhere'],
    ['file:///data/data/app/files', 'nowhere'],
    ['about:blank', 'nowhere'],
    ['', 'nowhere'],
  ])('%s belongs %s', (url, place) => {
    expect(placeOf(page, url)).toBe(place);
  });
});

describe('the messages of the page', () => {
  const url = 'https://id.example.com/face/wf_1';
  const say = (more: object, at = url) =>
    messageIn(page, {
      data: JSON.stringify({ ns: 'facecheck', v: 1, nonce: 'nonce-1', type: 'ready', ...more }),
      url: at,
    });

  test('are those of this load of the face app', () => {
    expect(say({})).toEqual({ type: 'ready' });
  });

  test.each([
    ['another origin', {}, 'https://evil.test/face'],
    ['an origin that begins alike', {}, 'https://id.example.com.evil.test/'],
    ['no origin', {}, 'about:blank'],
    ['the nonce of another load', { nonce: 'nonce-0' }],
    ['no nonce, as from a frame inside the page', { nonce: undefined }],
    ['another version', { v: 2 }],
    ['another speaker', { ns: 'shop' }],
    ['no type', { type: 7 }],
  ])('and not those with %s', (_, more, at?: string) => {
    expect(say(more, at)).toBeUndefined();
  });

  test.each(['', 'null', '7', '{', '[]'])('nor the text %j', (data) => {
    expect(messageIn(page, { data, url })).toBeUndefined();
  });

  test('introduce themselves only on the face app’s origin', () => {
    const run = (origin: string) => {
      const window: { facecheckNonce?: string } = {};
      new Function('window', 'location', introduction(page))(window, { origin });
      return window.facecheckNonce;
    };
    expect(run('https://id.example.com')).toBe('nonce-1');
    expect(run('https://evil.test')).toBeUndefined();
  });

  test('go to the page as data, whatever they contain', () => {
    const heard: unknown[] = [];
    const window = { facecheckReceive: (message: unknown) => heard.push(message) };
    const locale = `</script>"'\\\u2028`;
    new Function('window', scriptFor({ type: 'locale', locale }))(window);
    new Function('window', scriptFor({ type: 'cancel' }))({});
    expect(heard).toEqual([{ type: 'locale', locale }]);
  });
});

describe('controls: with a defence off, its attack gets through', () => {
  type Module = typeof import('./page.ts');
  const without = async (...defences: [from: string, to: string][]): Promise<Module> => {
    const path = JSON.stringify(fileURLToPath(new URL('./page.ts', import.meta.url)));
    const file = 'packages/react-native/src/face/page.ts';
    const mutations = defences.map(([from, to]) => ({ file, from, to }));
    const { code } = await bundle(`export * from ${path}`, mutations);
    return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  };
  const forged = JSON.stringify({ ns: 'facecheck', v: 1, type: 'completed' });
  const url = 'https://id.example.com/face/wf_1';

  test('a frame inside the page speaks for it, without the nonce', async () => {
    const { messageIn: careless } = await without([' && message.nonce === nonce', '']);
    expect(careless(page, { data: forged, url })).toEqual({ type: 'completed' });
    expect(messageIn(page, { data: forged, url })).toBeUndefined();
  });

  test('a stranger’s page speaks for it, without the origin', async () => {
    const { messageIn: careless } = await without(['if (originOf(url) !== origin) return undefined;', '']);
    const data = forged.replace('}', ',"nonce":"nonce-1"}');
    expect(careless(page, { data, url: 'https://evil.test/' })).toEqual({ type: 'completed' });
    expect(messageIn(page, { data, url: 'https://evil.test/' })).toBeUndefined();
  });

  test('an origin that begins alike is inside, when addresses are compared as prefixes', async () => {
    const { placeOf: careless } = await without(
      ['if (found === origin)', 'if (url.startsWith(origin))'],
      [' && /^($|[/?#])/.test(rest)', ''],
    );
    const wide = { ...page, base: 'https://id.example.com' };
    const alike = 'https://id.example.com.evil.test/face';
    expect(careless(wide, alike)).toBe('inside');
    expect(placeOf(wide, alike)).toBe('outside');
  });
});
