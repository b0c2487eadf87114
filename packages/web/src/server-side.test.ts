import { expect, test } from 'vitest';
import * as sdk from './index.ts';

const client = sdk.createClient({ baseUrl: 'https://id.example/base/' });
const caught = (run: () => unknown) =>
  Promise.resolve()
    .then(run)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test('import-in-node: has no side effect on a server, and each call says that it needs a browser', async () => {
  const calls = [
    () => client.verify('token'),
    () => client.collect(),
    () => client.diagnose(),
    () => client.cameraDoctor(),
    () => client.face({ token: 'token' }).open(),
  ];
  for (const call of calls) {
    const error = await caught(call);
    expect(sdk.isStandpointError(error) && error.code).toBe('ssr_unavailable');
  }
});

test('refuses options that cannot work when the client is created', () => {
  const wrong = [
    {},
    { baseUrl: '' },
    { baseUrl: 'id.example' },
    { baseUrl: 'ftp://id.example' },
    { baseUrl: 'https://id.example?x=1' },
    { baseUrl: 'https://id.example', environment: 'sandbox' },
  ];
  for (const options of wrong) {
    expect(() => sdk.createClient(options as sdk.ClientOptions)).toThrow(/^config_invalid: /);
  }
});

test('asks for configure() before the functions of the module are used', async () => {
  expect(await caught(() => sdk.verify('token'))).toMatchObject({ code: 'config_invalid' });
  sdk.configure({ baseUrl: 'https://id.example' });
  expect(await caught(() => sdk.verify('token'))).toMatchObject({ code: 'ssr_unavailable' });
});

test('recognises an error of another copy of the package by its brand, and shows only its code in JSON', () => {
  const error = new sdk.StandpointError('token_missing', { requestId: 'req_1', cause: 'secret' });
  const foreign = { [Symbol.for('standpoint.error')]: true };
  expect([error, foreign, new Error('x'), null, 'x'].map(sdk.isStandpointError)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: 'token_missing',
    message: 'token_missing: see /docs/errors#token_missing',
    request_id: 'req_1',
  });
});
