import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Evidence, PreflightClaims } from '@standpoint/contract';
import { browserFacts } from '../../../geolocation/spot/browser-facts.ts';
import { type EcKey, type Seal, steps } from '../seal.ts';
import { type Asking, ask, type Heard, mustAnswer } from './asking.ts';

export interface Credentials {
  api_key: string;
  results_key?: string;
  workflow_id?: string;
}

/** One rule that a server holds for its clients. */
export interface Rule {
  name: string;
  why: string;
  needs?: 'results_key' | 'workflow_id' | 'patience';
  run(walker: Walker): Promise<void>;
}

export const claimsOf = <C = PreflightClaims>(token: string): C =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as C;

function newEphemeral(): EcKey {
  const pair = createECDH('prime256v1');
  const point = pair.generateKeys();
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  // A private key may be shorter than its 32 bytes.
  const d = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
    d: base64url(d),
  };
}

/** Evidence of an undisturbed browser in New York. */
export function evidenceOf(change: Partial<Evidence> = {}): Evidence {
  const now = Date.now();
  return {
    ...browserFacts(1, now, 9_000),
    attempt_id: randomUUID(),
    collected_at: new Date(now).toISOString(),
    platform: 'web',
    permission: { state: 'granted', precise: true },
    positions: [
      {
        lat: 40.7128,
        lng: -74.006,
        accuracy_m: 20,
        accuracy_basis: 'p95',
        measured_at: new Date(now - 500).toISOString(),
        source: 'browser',
      },
    ],
    clock: {
      epoch_ms: now,
      monotonic_ms: 9_000,
      time_zone: 'America/New_York',
      utc_offset_min: -300,
      locale: 'en-US',
      languages: ['en-US'],
    },
    ...change,
  };
}

export interface Sent {
  payload: string;
  attempt_id: string;
}

/** A client of the server, as the rules need one. */
export class Walker {
  readonly base: string;
  readonly credentials: Credentials;
  /** Ids of this run alone: two runs never meet. */
  readonly run: string = randomBytes(5).toString('hex');

  constructor(base: string, credentials: Credentials) {
    this.base = base.replace(/\/+$/, '');
    this.credentials = credentials;
  }

  ask(path: string, asking: Asking = {}): Promise<Heard> {
    return ask(this.base, path, asking);
  }

  customer(prefix = 'conformance'): string {
    return `${prefix}-${this.run}-${randomBytes(3).toString('hex')}`;
  }

  /** A fresh preflight token; `test_pass` makes the sandbox decide always alike. */
  async mint(body: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<string> {
    const context = { customer_id: this.customer('test_pass'), transaction_type: 'login', ...body };
    const sdk = { 'standpoint-sdk': '0.5', ...headers };
    const heard = await this.ask('/geolocation/preflight', {
      token: this.credentials.api_key,
      body: context,
      headers: sdk,
    });
    return mustAnswer(heard).data.token;
  }

  /** A payload for the token; `change` replaces what is sealed or how. */
  seal(token: string, evidence: Partial<Evidence> = {}, change: Partial<Seal> = {}): Sent {
    const { jti, enc } = claimsOf(token);
    const facts = evidenceOf({ jti, ...evidence });
    const { payload } = steps({
      jti,
      path: '/geolocation/verify',
      sdk: 'web/0.5.0',
      core: JSON.stringify(facts),
      integrity: { kind: 'none' },
      ephemeral: newEphemeral(),
      recipient: enc,
      kid: enc.kid,
      iv: randomBytes(12),
      ...change,
    });
    return { payload, attempt_id: facts.attempt_id };
  }

  verify(
    token: string,
    { payload }: Pick<Sent, 'payload'>,
    headers: Record<string, string> = {},
  ): Promise<Heard> {
    return this.ask('/geolocation/verify', { token, body: { payload }, headers });
  }

  /** That a token which survived something is still good for its one verify(). */
  async mustBeUnspent(token: string): Promise<void> {
    mustAnswer(await this.verify(token, this.seal(token)));
  }
}
