import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { firstCalls } from './first-call.ts';

test.each(['production', 'sandbox'] as const)('the calls of %s are lines that a shell understands', (env) => {
  const text = firstCalls('http://localhost:3000', env);
  expect(() => execFileSync('sh', ['-n'], { input: text })).not.toThrow();
  expect(text).toContain('http://localhost:3000/geolocation/preflight');
});

test('the sandbox takes the token out of an answer', () => {
  const answer = '{"status_code":200,"message":"OK","data":{"token":"eyJh.eyJp.c2ln","expires_at":"x"}}';
  const sed = /sed '([^']+)'/.exec(firstCalls('http://x', 'sandbox'))![1]!;
  expect(execFileSync('sed', [sed], { input: answer, encoding: 'utf8' }).trim()).toBe('eyJh.eyJp.c2ln');
});
