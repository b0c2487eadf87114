import { expect, test } from 'vitest';
import { reachWords } from './reach.ts';

test.each([
  ['http://localhost:4000/face/wf_1#t=x', 'this very computer'],
  ['http://127.0.0.1:4000/face/wf_1', 'this very computer'],
  ['http://[::1]:4000/face/wf_1', 'this very computer'],
  ['http://192.168.1.4:4000/face/wf_1', 'no camera on http'],
])('%s cannot be used by a phone, and says why', (address, words) => {
  expect(reachWords(address)).toContain(words);
});

test('an https address may be reached', () => {
  expect(reachWords('https://verify.example.com/face/wf_1')).toBeNull();
});
