import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test('writes no secret, and keeps the code of an error', () => {
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

test('logs the cause of a fault with its stack, without the values of a row', () => {
  let written = '';
  const log = openLog('error', {
    write: (line: string) => {
      written += line;
    },
  });
  const row = { code: '23505', detail: 'Key (customer_id)=(secret) already exists.', where: 'secret' };
  log.error({ err: Object.assign(new Error('duplicate key'), row) });
  log.error({ err: undefined }, 'nothing');
  expect(written).not.toContain('secret');
  expect(JSON.parse(written.split('\n')[0]!).err).toMatchObject({
    message: 'duplicate key',
    code: '23505',
    stack: expect.any(String),
  });
});
