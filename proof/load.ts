import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf } from '../apps/service/testing/browser-payload.ts';
import { type CallAnswer, call } from './calls.ts';
import { newTokenHistory, type TokenHistory } from './history.ts';
import type { ProofOrganization } from './organization.ts';
import { sealFresh } from './payloads.ts';

/** The requests of one kind: how long each took (ms), and what was wrong with those that failed. */
export interface Kind {
  ms: number[];
  failed: string[];
}
const KINDS = ['mint', 'verify', 'read', 'status', 'long poll'] as const;
type KindName = (typeof KINDS)[number];

export interface Load {
  kinds: Record<KindName, Kind>;
  /** What became of each preflight token, for the ledger. */
  histories: TokenHistory[];
  /** Requests that were sent later than planned by more than 100 ms: this program had no time. */
  late: number;
  /** Ends the load and waits for what is under way. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Where the next request goes. */
  url(): string;
  organization: ProofOrganization;
  /** Requests a second, long polls not counted. */
  rate: number;
  /** Calls that wait for news, all the time. */
  polls: number;
  /** Seconds that each of them waits. */
  poll_s: number;
  /**
   * How many requests may be under way, long polls included; a further one is left out. Without this limit, nodes that
   * share a busy machine with this program fall behind more and more. No limit when it is absent.
   */
  most_under_way?: number;
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered: a service that pauses shows it.
 * Of ten requests four mint a token, three spend one, two read a verification, one asks for a session.
 */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { rate, polls, most_under_way = Number.POSITIVE_INFINITY } = options;
  const kinds = Object.fromEntries(
    KINDS.map((name) => [name, { ms: [], failed: [] }]),
  ) as unknown as Load['kinds'];
  const user = new User(options, kinds);
  const portals = await Promise.all(Array.from({ length: polls + 4 }, () => user.session()));
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  const send = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const load: Load = {
    kinds,
    histories: user.histories,
    late: 0,
    async stop() {
      stopped = true;
      await Promise.all([generator, ...underWay]);
    },
  };
  let stopped = false;
  for (const token of portals.slice(0, polls))
    send(
      (async () => {
        while (!stopped) await user.longPoll(token);
      })(),
    );
  const generator = (async () => {
    for (let sent = 0; !stopped; ) {
      const due = ((performance.now() - began) / 1000) * rate;
      if (due - sent > rate / 10) load.late++;
      for (; sent < due && !stopped; sent++)
        if (underWay.size < most_under_way) send(user.act(sent, portals[polls + (sent % 4)]!));
      await sleep(1000 / rate);
    }
  })();
  return load;
}

interface Spent {
  verification_id: string;
  decision: string;
}

/** Everybody who calls: backends and clients. Keeps what was answered, so that later answers can be compared. */
class User {
  readonly histories: TokenHistory[] = [];
  readonly #options: LoadOptions;
  readonly #kinds: Load['kinds'];
  readonly #tokens: string[] = [];
  readonly #spent: Spent[] = [];

  constructor(options: LoadOptions, kinds: Load['kinds']) {
    this.#options = options;
    this.#kinds = kinds;
  }

  async act(index: number, portal: string): Promise<void> {
    const turn = index % 10;
    if (turn % 3 === 1 && this.#tokens.length > 0) return this.#verify(this.#tokens.shift()!);
    if (turn % 5 === 2 && this.#spent.length > 0) return this.#read(this.#spent[index % this.#spent.length]!);
    if (turn === 9) return this.#status(portal);
    return this.#mint(index);
  }

  async #mint(index: number): Promise<void> {
    const body = { customer_id: `c-${index}`, transaction_type: 'deposit' };
    const { api_key } = this.#options.organization;
    const answer = await this.#timed(
      'mint',
      { path: '/geolocation/preflight', token: api_key, body },
      (data) => (typeof data.token === 'string' ? null : 'no token'),
    );
    if (answer) this.#tokens.push(answer.data.token);
  }

  async #verify(token: string): Promise<void> {
    const history = newTokenHistory(claimsOf(token).jti);
    this.histories.push(history);
    const { payload } = sealFresh(token);
    const answer = await this.#timed(
      'verify',
      { path: '/geolocation/verify', token, body: { payload } },
      (data) => (data.verification_id && data.decision ? null : 'no decision'),
    );
    if (!answer) {
      history.unknown++;
      return;
    }
    const { verification_id, decision } = answer.data;
    history.accepted.push(verification_id);
    this.#spent.push({ verification_id, decision });
    if (this.#spent.length > 1_000) this.#spent.shift();
  }

  async #read({ verification_id, decision }: Spent): Promise<void> {
    const token = this.#options.organization.results_key;
    await this.#timed(
      'read',
      { method: 'GET', path: `/geolocation/verifications/${verification_id}`, token },
      (data) =>
        data.verification_id === verification_id && data.decision === decision ? null : 'another one',
    );
  }

  async #status(token: string): Promise<void> {
    await this.#timed('status', { method: 'GET', path: '/facecheck/session/status', token }, (data) =>
      data.status === 'created' ? null : `status ${data.status}`,
    );
  }

  /** A session's portal token. */
  async session(): Promise<string> {
    const { workflow_id, api_key } = this.#options.organization;
    const customer = { customer_id: `p-${Math.random()}` };
    const portal = await call(this.#options.url(), {
      path: '/facecheck/session/portal',
      token: api_key,
      body: { workflow_id, customer },
    });
    const made = await call(this.#options.url(), { path: '/facecheck/session', token: portal.data?.token });
    if (made.status !== 200) throw new Error(`no session: ${portal.status} ${made.status} ${made.code}`);
    return portal.data.token;
  }

  async longPoll(token: string): Promise<void> {
    const began = performance.now();
    const now = await this.#timed('status', { method: 'GET', path: '/facecheck/session/status', token });
    if (!now) return void (await sleep(500));
    const since = now.data.version;
    const path = `/facecheck/session/status?wait=${this.#options.poll_s}&since=${since}`;
    await this.#timed('long poll', { method: 'GET', path, token }, (data) =>
      data.version === since ? null : `version ${data.version} after ${since}`,
    );
    // A node that goes down answers at once. A client asks again, but not in a tight loop.
    if (performance.now() - began < 1_000) await sleep(500);
  }

  async #timed(
    kind: KindName,
    options: Parameters<typeof call>[1],
    problem: (data: CallAnswer['data']) => string | null = () => null,
  ): Promise<CallAnswer | null> {
    const began = performance.now();
    const answer = await call(this.#options.url(), options);
    const wrong =
      answer.status !== 200 ? `${answer.status} ${answer.code ?? answer.error}` : problem(answer.data);
    const { ms, failed } = this.#kinds[kind];
    ms.push(performance.now() - began);
    if (wrong === null) return answer;
    failed.push(wrong);
    return null;
  }
}

/** The value that so many percent do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
