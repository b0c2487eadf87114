import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test('writes no secret, and keeps the code that tells errors apart', () => {
  let written = '';
  const log = openLog('info', {
    write: (line: string) => {
      written += line;
    },
  });
  log.info({
    code: 'short_code_used',
    authorization: 'secret',
    token: 'secret',
    req: { method: 'GET', url: '/facecheck/short-code?code=secret', headers: { authorization: 'secret' } },
    headers: { authorization: 'secret', cookie: 'secret', 'standpoint-proof': 'secret' },
    body: { token: 'secret', code: 'secret', payload: 'secret' },
    query: { code: 'secret' },
  });
  expect(written).not.toContain('secret');
  expect(JSON.parse(written)).toMatchObject({
    code: 'short_code_used',
    req: { url: '/facecheck/short-code' },
  });
});
