import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { deviceKey, person, redeem, speaker } from '../../../testing/face/face.ts';

const { clock, service, org } = clockedService();

const OPEN = '/facecheck/session';
const STATUS = '/facecheck/session/status';

it('binds the portal token to the first key; a second device with a copy of the token cannot act', async () => {
  const desktop = await person(service, org);
  const [mine, theirs] = [deviceKey(), deviceKey()];
  const opened = await desktop.open({}, mine.proof(service, 'POST', OPEN, desktop.token));
  expect(opened.status).toBe(200);
  expect((await desktop.open({}, mine.proof(service, 'POST', OPEN, desktop.token))).data.created).toBe(false);
  for (const answer of [
    await desktop.open(),
    await desktop.open({}, theirs.proof(service, 'POST', OPEN, desktop.token)),
    await desktop.consent(),
    await desktop.attempt(),
    await desktop.status(),
    await desktop.status('', theirs.proof(service, 'GET', STATUS, desktop.token)),
    await desktop.shortCode(),
    await desktop.cancel(),
  ])
    expect([answer.status, answer.code]).toEqual([403, 'not_active_device']);
  expect((await desktop.status('', mine.proof(service, 'GET', STATUS, desktop.token))).status).toBe(200);
  const { session_id } = opened.data.session;
  expect(
    (await service.call({ path: `/facecheck/session/${session_id}`, token: org.results.production })).data
      .bound,
  ).toBe(true);
});

it('works without a proof, and the backend sees that', async () => {
  const desktop = await person(service, org);
  const { session_id } = (await desktop.open()).data.session;
  expect(
    (await service.call({ path: `/facecheck/session/${session_id}`, token: org.results.production })).data
      .bound,
  ).toBe(false);
});

it('binds one of two keys that come at once', async () => {
  for (let round = 0; round < 5; round++) {
    const desktop = await person(service, org);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        desktop.open({}, deviceKey('EdDSA').proof(service, 'POST', OPEN, desktop.token)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'not_active_device')).toHaveLength(5);
  }
});

it('refuses a proof that is not for this call', async () => {
  const desktop = await person(service, org);
  const key = deviceKey();
  const now = Math.floor(clock.now() / 1_000);
  const make = (change: object, header: object = {}) =>
    key.proof(service, 'POST', OPEN, desktop.token, change, header);
  const wrong: Record<string, object> = {
    method: make({ htm: 'GET' }),
    path: make({ htu: `${service.config.base_url}${STATUS}` }),
    host: make({ htu: `https://evil.example${OPEN}` }),
    query: make({ htu: `${service.config.base_url}${OPEN}?x=1` }),
    'too old': make({ iat: now - 125 }),
    'too young': make({ iat: now + 125 }),
    'no jti': make({ jti: undefined }),
    'another token': make({ ath: 'x'.repeat(43) }),
    'no token': make({ ath: undefined }),
    'a surprise': make({ nonce: 'x' }),
    'a plain JWT': make({}, { typ: 'JWT' }),
    'no algorithm': make({}, { alg: 'none' }),
    'another algorithm': make({}, { alg: 'EdDSA' }),
    'a private key': make({}, { jwk: key.private_jwk }),
    'another key': make({}, { jwk: deviceKey().jwk }),
    'a kid': make({}, { kid: 'x' }),
  };
  for (const [name, headers] of Object.entries(wrong)) {
    const answer = await desktop.open({}, headers as Record<string, string>);
    expect([name, answer.status, answer.code]).toEqual([name, 401, 'proof_invalid']);
  }
  expect((await desktop.open({}, make({}))).data.created).toBe(true);
});

it('takes a proof once', async () => {
  const desktop = await person(service, org);
  const proof = deviceKey().proof(service, 'POST', OPEN, desktop.token);
  expect((await desktop.open({}, proof)).status).toBe(200);
  expect((await desktop.open({}, proof)).code).toBe('proof_invalid');
});

it('takes one of several equal proofs that come at once', async () => {
  const desktop = await person(service, org);
  const proof = deviceKey().proof(service, 'POST', OPEN, desktop.token);
  const answers = await Promise.all(Array.from({ length: 6 }, () => desktop.open({}, proof)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'proof_invalid')).toHaveLength(5);
});

it('holds the phone to the key that redeemed', async () => {
  const desktop = await person(service, org);
  const { code } = (await desktop.shortCode()).data;
  const key = deviceKey();
  const { handoff_token } = (await redeem(service, code, key.codeProof(service, code))).data;
  expect(decodeJwt(handoff_token).cnf).toBeDefined();
  const phone = speaker(service, handoff_token);
  expect((await phone.status()).code).toBe('not_active_device');
  expect((await phone.deny()).code).toBe('not_active_device');
  const { number } = (await desktop.status()).data.handoff;
  const path = '/facecheck/session/handoff/confirm';
  const confirmed = await phone.post(
    '/session/handoff/confirm',
    { number },
    key.proof(service, 'POST', path, handoff_token),
  );
  expect(confirmed.data.confirmed).toBe(true);
});
