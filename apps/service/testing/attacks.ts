import { sign } from 'node:crypto';
import { newJti } from '../src/ids.ts';
import { browserEvidence, claimsOf, seal } from './browser-payload.ts';
import { handedOff } from './face/face.ts';
import type { TestOrganization, TestService } from './service.ts';

/** Attacks on verify(). Each returns how many requests were wrongly accepted: 0 with every defence on. */

export async function mintToken(
  service: TestService,
  org: TestOrganization,
  customer_id = `c-${newJti()}`,
): Promise<string> {
  const answer = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id, transaction_type: 'deposit' },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data.token;
}

export async function verifyOnce(
  service: TestService,
  token: string,
  jtiSource = token,
): Promise<{ status: number; code: string | undefined; data: { verification_id: string } }> {
  return service.call({
    path: '/geolocation/verify',
    token,
    body: { payload: await seal(jtiSource, browserEvidence()) },
  });
}

/**
 * Makes `racers` verify() calls at once with one token, each with its own payload. Returns the acceptances
 * beyond the first.
 */
export async function race(service: TestService, org: TestOrganization, racers: number): Promise<number> {
  // The customer must have been seen before: a new customer's data key is a second unique row, which would
  // hide a lost race for the token.
  const customer_id = `c-${newJti()}`;
  await verifyOnce(service, await mintToken(service, org, customer_id));
  const token = await mintToken(service, org, customer_id);
  const payloads = await Promise.all(Array.from({ length: racers }, () => seal(token, browserEvidence())));
  const answers = await Promise.all(
    payloads.map((payload) => service.call({ path: '/geolocation/verify', token, body: { payload } })),
  );
  return answers.filter((answer) => answer.status === 200).length - 1;
}

/** Other spellings of one signed token that a lenient decoder takes for the same bytes. */
export function respellings(token: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(token.at(-1)!);
  const sameBits = Array.from({ length: 64 }, (_, i) => i).filter((i) => i !== last && i >> 4 === last >> 4);
  return sameBits.map((i) => token.slice(0, -1) + alphabet[i]);
}

export async function respell(service: TestService, org: TestOrganization): Promise<number> {
  let accepted = 0;
  for (let i = 0; i < 3; i++) {
    const token = await mintToken(service, org);
    for (const spelling of respellings(token))
      if ((await verifyOnce(service, spelling, token)).status === 200) accepted++;
  }
  return accepted;
}

/**
 * Signs a preflight token's claims again with our own key under another `typ`, which a kind without its own
 * check would accept.
 */
function retype(service: TestService, token: string, typ: string): string {
  const key = service.deps.keys.of(claimsOf(token).env).active;
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ, kid: key.kid })).toString('base64url');
  const signed = `${header}.${token.split('.')[1]}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.private_key).toString('base64url')}`;
}

export async function wrongType(service: TestService, org: TestOrganization): Promise<number> {
  let accepted = 0;
  for (const typ of [
    'portal+jwt',
    'handoff+jwt',
    'ip-stamp+jwt',
    'verification+jwt',
    'JWT',
    'preflight+JWT',
  ]) {
    const token = await mintToken(service, org);
    if ((await verifyOnce(service, retype(service, token, typ), token)).status === 200) accepted++;
  }
  return accepted;
}

/**
 * Uses a token that was minted before another life of the database began (restore, failover): it may have
 * been spent in the lost part.
 */
export async function oldEpoch(service: TestService, org: TestOrganization): Promise<number> {
  const token = await mintToken(service, org);
  await service.database.pool.query('UPDATE fence SET epoch = gen_random_uuid()');
  const before = (await verifyOnce(service, token)).status === 200 ? 1 : 0;
  await service.deps.epoch.refresh();
  const after = before === 0 && (await verifyOnce(service, token)).status === 200 ? 1 : 0;
  return before + after;
}

/**
 * Uses a phone's token for a face check after another life of the database began. It is good for many calls,
 * so no statement spends it: only the check of the token can refuse it.
 */
export async function oldPhone(service: TestService, org: TestOrganization): Promise<number> {
  const { phone } = await handedOff(service, org);
  if ((await phone.status()).status !== 200) throw new Error('the phone’s token works before the restore');
  await service.database.pool.query('UPDATE fence SET epoch = gen_random_uuid()');
  await service.deps.epoch.refresh();
  return (await phone.status()).status === 200 ? 1 : 0;
}
