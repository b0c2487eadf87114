import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { readAnswer } from './answer.ts';
import { dnsLookup, type Lookup, systemLookup } from './lookup.ts';
import {
  type Answer,
  failure,
  failureOf,
  maySucceedElsewhere,
  NotConnected,
  type Outcome,
} from './outcome.ts';
import { findTarget, type Target } from './target.ts';

const DEADLINE_MS = 15_000;
/** Leaves time for a second address when the first one is silent. */
const CONNECT_MS = 7_000;
/** A name may have thousands of addresses; the service must not be used to knock at all of them. */
const MOST_TRIES = 4;
const KEPT_MS = 2_000;

/** Requests to addresses that organizations named. Nothing else in the service may send them. */
export interface Egress {
  /**
   * The refusal of a URL as a phrase that completes "url …", or null. Resolves the name and checks every
   * address.
   */
  problemOf(url: string): Promise<string | null>;
  /**
   * Checks the URL again, and POSTs the bytes to an address that was checked. Never throws. Redirects are not
   * followed, no proxy of the environment is used, the body of the answer is read up to 64 KB and not
   * decompressed, and all of it takes 15 seconds at most. Aborting the signal ends it as `timed_out`.
   */
  post(url: string, headers: Record<string, string>, body: Buffer, signal?: AbortSignal): Promise<Outcome>;
  /** Waits for requests under way. May be called more than once. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** CIDRs of STANDPOINT_EGRESS_ALLOW: receivers there need be neither public nor https. */
  allow: readonly string[];
  /** For tests: name resolution, a certificate authority, the deadline. */
  lookup?: Lookup;
  ca?: string;
  timeout_ms?: number;
}

interface Post {
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
}

/**
 * The agent knows addresses only, never names: a kept connection belongs to an address, and a name server
 * that changes its answer after the check changes nothing. undici takes the name for SNI, and for the check
 * of the certificate, from the Host header.
 */
function openAgent({ ca, timeout_ms = DEADLINE_MS }: EgressOptions, closing: AbortSignal): Agent {
  const connect = buildConnector({
    timeout: Math.min(CONNECT_MS, timeout_ms),
    allowH2: false,
    // NODE_TLS_REJECT_UNAUTHORIZED=0 must not reach this far.
    rejectUnauthorized: true,
    // undici would wait for connections that no request needs any more.
    signal: closing,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connect(to, done) {
      if (!isIP(to.hostname)) return done(new TypeError('only checked addresses are connected to'), null);
      connect(to, (...[error, socket]) =>
        error ? done(new NotConnected(error), null) : done(null, socket!),
      );
    },
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS,
    // The deadline of the whole request counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** The promise, or a rejection as soon as the signal is aborted. */
const until = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    promise.then(resolve, reject);
  });

async function send(agent: Agent, { url, addresses }: Target, post: Post): Promise<Answer> {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  let problem: unknown;
  for (const address of addresses.slice(0, MOST_TRIES)) {
    const host = address.includes(':') ? `[${address}]` : address;
    try {
      const request = agent.request({
        method: 'POST',
        origin: `${url.protocol}//${host}:${port}`,
        path: `${url.pathname}${url.search}`,
        ...post,
        headers: { ...post.headers, host: url.host },
      });
      // undici does not look at the signal before it has a connection.
      return await readAnswer(await until(post.signal, request));
    } catch (error) {
      if (!maySucceedElsewhere(error)) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** What became of a request that ends by `deadline`, `timeout_ms` after its start, or with the caller's signal. */
async function outcome(
  agent: Agent,
  find: () => ReturnType<typeof findTarget>,
  post: Post,
  { deadline, timeout_ms }: { deadline: AbortSignal; timeout_ms: number },
): Promise<Omit<Outcome, 'ms'>> {
  try {
    const found = await find();
    if ('problem' in found) return failure(found.problem, `The url ${found.phrase}.`);
    return await send(agent, found, post);
  } catch (error) {
    if (!post.signal.aborted) return failureOf(error);
    const late = `The receiver did not answer within ${timeout_ms / 1_000} seconds.`;
    return failure('timed_out', deadline.aborted ? late : 'The request was stopped before an answer came.');
  }
}

export function openEgress(options: EgressOptions): Egress {
  const { allow, timeout_ms = DEADLINE_MS } = options;
  // An operator who allows private addresses expects the names of the hosts file too.
  const lookup = options.lookup ?? (allow.length > 0 ? systemLookup : dnsLookup());
  const closing = new AbortController();
  const agent = openAgent(options, closing.signal);
  const underWay = new Set<Promise<unknown>>();
  const target = (url: string, signal: AbortSignal) => until(signal, findTarget(url, { allow, lookup }));

  let closed: Promise<void> | undefined;
  const end = async () => {
    const ended = agent.close();
    await Promise.all(underWay);
    closing.abort();
    await ended;
  };
  return {
    async problemOf(url) {
      try {
        const found = await target(url, AbortSignal.timeout(timeout_ms));
        return 'problem' in found ? found.phrase : null;
      } catch {
        return 'names a host that cannot be found in time';
      }
    },
    async post(url, headers, body, signal) {
      const started = performance.now();
      const deadline = AbortSignal.timeout(timeout_ms);
      const post = { headers, body, signal: signal ? AbortSignal.any([signal, deadline]) : deadline };
      const result = outcome(agent, () => target(url, post.signal), post, { deadline, timeout_ms });
      underWay.add(result);
      const ended = await result;
      underWay.delete(result);
      return { ...ended, ms: Math.round(performance.now() - started) } as Outcome;
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}
