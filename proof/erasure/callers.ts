import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf } from '../../apps/service/testing/browser-payload.ts';
import { manifestOf, noise, upload } from '../../apps/service/testing/face/face.ts';
import { type CallAnswer, type CallOptions, call, isUnknown } from '../calls.ts';
import type { ProofOrganization } from '../organization.ts';
import { sealFresh } from '../payloads.ts';

/** A record that a token made: when the token was issued, and the id. */
interface Made {
  iat_ms: number;
  id: string;
}

/** What one customer was told. */
export interface Lives {
  customer_id: string;
  /** The last erasure that was answered. */
  erased_ms: number;
  verifications: Made[];
  sessions: Made[];
}

const KINDS = ['erase', 'preflight', 'verify', 'portal', 'session', 'consent', 'attempt', 'submit'] as const;
type Kind = (typeof KINDS)[number];
interface Calls {
  ms: number[];
  answers: Map<string, number>;
  failed: string[];
}

/** Answers that a person gets who was erased between two calls. */
const ERASED: Partial<Record<Kind, readonly string[]>> = {
  verify: ['401 token_invalid'],
  session: ['401 token_invalid'],
  consent: ['401 token_invalid', '404 session_not_found', '409 session_terminal'],
  attempt: ['401 token_invalid', '404 session_not_found', '409 session_terminal'],
  submit: [
    '401 token_invalid',
    '404 session_not_found',
    '404 not_found',
    '409 session_terminal',
    '409 attempt_expired',
  ],
};

const newCalls = (): Record<Kind, Calls> =>
  Object.fromEntries(KINDS.map((kind) => [kind, { ms: [], answers: new Map(), failed: [] }])) as never;

/** Backends and browsers of one organization, which call two nodes in turn and keep what they were told. */
export class Callers {
  readonly lives: Lives[];
  kinds = newCalls();
  readonly #urls: readonly string[];
  readonly #organization: ProofOrganization;
  #turn = 0;

  constructor(urls: readonly string[], organization: ProofOrganization, customers: number) {
    this.#urls = urls;
    this.#organization = organization;
    this.lives = Array.from({ length: customers }, (_, index) => ({
      customer_id: `person-${index}`,
      erased_ms: 0,
      verifications: [],
      sessions: [],
    }));
  }

  forgetTimes(): void {
    this.kinds = newCalls();
  }

  async erase(index: number): Promise<void> {
    const life = this.lives[index]!;
    const { results_key: token } = this.#organization;
    const answer = await this.#timed('erase', {
      method: 'DELETE',
      path: `/customers/${life.customer_id}`,
      token,
    });
    if (!answer) return;
    if (typeof answer.data.receipt !== 'string') this.kinds.erase.failed.push('no receipt');
    life.erased_ms = Math.max(life.erased_ms, Date.parse(answer.data.erased_at));
  }

  /** A location check; its token may be overtaken by an erasure. */
  async verify(index: number, pause_ms: number): Promise<void> {
    const { customer_id, verifications } = this.lives[index]!;
    const body = { customer_id, transaction_type: 'deposit' };
    const { api_key } = this.#organization;
    const minted = await this.#timed('preflight', { path: '/geolocation/preflight', token: api_key, body });
    if (!minted) return;
    const { token } = minted.data;
    await sleep(pause_ms);
    const { payload } = sealFresh(token);
    const answer = await this.#timed('verify', { path: '/geolocation/verify', token, body: { payload } });
    if (answer) verifications.push({ iat_ms: claimsOf(token).iat * 1_000, id: answer.data.verification_id });
  }

  /** A face session up to a capture that waits for a review. */
  async session(index: number, pause_ms: number): Promise<void> {
    const { customer_id, sessions } = this.lives[index]!;
    const { api_key, workflow_id } = this.#organization;
    const wanted = { workflow_id, customer: { customer_id } };
    const portal = await this.#timed('portal', {
      path: '/facecheck/session/portal',
      token: api_key,
      body: wanted,
    });
    if (!portal) return;
    const { token } = portal.data;
    await sleep(pause_ms);
    const opened = await this.#timed('session', { path: '/facecheck/session', token, body: {} });
    if (!opened) return;
    sessions.push({ iat_ms: claimsOf(token).iat * 1_000, id: opened.data.session.session_id });
    const { version } = opened.data.consent;
    const agreed = await this.#timed('consent', {
      path: '/facecheck/session/consent',
      token,
      body: { version, accepted: true },
    });
    if (!agreed) return;
    const attempt = await this.#timed('attempt', { path: '/facecheck/session/attempt', token, body: {} });
    if (!attempt) return;
    await sleep(pause_ms);
    const frames = await Promise.all(Array.from({ length: 8 }, () => noise()));
    const capture = {
      manifest: manifestOf(attempt.data, frames),
      frames,
      types: frames.map(() => 'image/jpeg'),
    };
    const send = { call: (options: CallOptions) => this.#timed('submit', options) };
    await upload(send as never, token, attempt.data.attempt_id, capture);
  }

  async isReadable(verification_id: string): Promise<boolean> {
    const path = `/geolocation/verifications/${verification_id}`;
    for (let tries = 0; tries < 50; tries++) {
      const answer = await call(this.#url(), { method: 'GET', path, token: this.#organization.results_key });
      if (answer.status === 200) return answer.data.erased !== true || answer.data.customer_id !== '';
      if (!isUnknown(answer)) throw new Error(`${verification_id}: ${answer.status} ${answer.code}`);
      await sleep(100);
    }
    throw new Error(`${verification_id} cannot be asked for`);
  }

  #url = (): string => this.#urls[this.#turn++ % this.#urls.length]!;

  /** The answer of a call that was accepted, or null. */
  async #timed(kind: Kind, options: CallOptions): Promise<CallAnswer | null> {
    const began = performance.now();
    const answer = await call(this.#url(), options);
    const { ms, answers, failed } = this.kinds[kind];
    ms.push(performance.now() - began);
    const said = answer.status === 200 ? '200' : `${answer.status} ${answer.code ?? answer.error}`;
    answers.set(said, (answers.get(said) ?? 0) + 1);
    if (answer.status === 200) return answer;
    if (!ERASED[kind]?.includes(said)) failed.push(said);
    return null;
  }
}
