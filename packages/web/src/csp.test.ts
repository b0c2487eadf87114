import { afterEach, beforeEach, expect, test } from 'vitest';
import type { onCspBlock } from './csp.ts';
import { bundle, type Mutation } from './testing/bundle.ts';

// Real blocks of a real page: `face/frame-link.browser.long.test.ts`.

const FRAME = 'https://id.example/face/wf_1';
const OTHERS: [why: string, blockedURI: string, directive?: string, disposition?: string][] = [
  ['an image of the same origin', 'https://id.example', 'img-src'],
  ['a request to the frame’s address', FRAME, 'connect-src'],
  ['an origin that begins like ours', 'https://id.example.evil.test'],
  ['another port of ours', 'https://id.example:4430'],
  ['another page of ours', 'https://id.example/docs'],
  ['a longer address', `${FRAME}2`],
  ['a policy that only reports', FRAME, 'frame-src', 'report'],
  ['a script in the page', 'inline', 'script-src-elem'],
  ['nothing in particular', ''],
];

beforeEach(() => Object.assign(globalThis, { document: new EventTarget() }));
afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

const load = async (mutations: Mutation[] = []): Promise<typeof onCspBlock> => {
  const { code } = await bundle(`export { onCspBlock } from './csp.ts'`, mutations);
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).onCspBlock;
};

const violate = (blockedURI: string, effectiveDirective = 'frame-src', disposition = 'enforce') =>
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective, disposition }),
  );

/** The violations of something else that are taken for the frame's. */
const mistaken = (watch: typeof onCspBlock): string[] => {
  const end = new AbortController();
  let reports = 0;
  watch('frame-src', `${FRAME}#t=secret`, end.signal, () => reports++);
  const wrong = OTHERS.filter(([, ...violation]) => {
    reports = 0;
    violate(...violation);
    return reports > 0;
  });
  end.abort();
  return wrong.map(([why]) => why);
};

test('reports the block of one address, told whole or as its origin, until the signal ends', async () => {
  const watch = await load();
  const end = new AbortController();
  let reports = 0;
  watch('frame-src', `${FRAME}#t=secret`, end.signal, () => reports++);
  violate(FRAME);
  violate('https://id.example');
  expect(reports).toBe(2);
  end.abort();
  violate(FRAME);
  expect(reports).toBe(2);
});

test('other-block: reports no violation of anything else; each part of the comparison is needed', async () => {
  expect(mistaken(await load())).toEqual([]);
  const off = (from: string, to: string) => load([{ file: 'csp.ts', from, to }]).then(mistaken);
  expect(await off('effectiveDirective === directive', 'effectiveDirective')).toContain(
    'an image of the same origin',
  );
  expect(await off("disposition === 'enforce'", 'disposition')).toEqual(['a policy that only reports']);
  expect(
    await off(
      "[address.split('#')[0], new URL(address).origin].includes(blockedURI)",
      'blockedURI.startsWith(new URL(address).origin)',
    ),
  ).toEqual([
    'an origin that begins like ours',
    'another port of ours',
    'another page of ours',
    'a longer address',
  ]);
});
