import type { ErrorCode } from '@standpoint/contract';
import type { Ask } from '../../../../../packages/native/conformance/driver.ts';
import type { TokenWish } from './keys.ts';

/** How the mock server answers one request. */
export type Reply =
  | 'answer'
  /** It decides, and breaks the connection. */
  | 'lost'
  /** A `retry` with a next token. */
  | 'retry'
  | { refuse: ErrorCode; retry_after_s?: number }
  | { status: number; body: string; headers?: Record<string, string> };

export interface Scenario {
  name: string;
  why: string;
  ask: Pick<Ask, 'do' | 'permission'>;
  /** How often the app is to call with the same token; its result is that of the last call. Default 1. */
  times?: number;
  token?: TokenWish;
  /** One per request, in order. The client must send exactly so many, or with `fewer` at least one. */
  replies: Reply[];
  fewer?: true;
  /** The members that the client must tell. For several codes, one of them. */
  told: { decision?: string; error?: string | string[] };
  /** Milliseconds that must pass before the second request. */
  pause_ms?: number;
}

const PAGE = '<!doctype html><title>Sign in to this network</title>';
const verify = { do: 'verify' } as const;
const pass = { decision: 'pass' };
const refused = (error: string | string[]) => ({ error });
/** A request whose answer never comes. */
const NO_ANSWER = ['network', 'offline', 'timeout'];

/** What an app meets, in the order in which it is asked. */
export const APP: Scenario[] = [
  {
    name: 'plain',
    why: 'One token, one request, one decision.',
    ask: verify,
    replies: ['answer'],
    told: pass,
  },
  {
    name: 'lost-reply',
    why: 'The service has decided and its answer is lost: the same bytes again, marked with Standpoint-Retry.',
    ask: verify,
    replies: ['lost', 'answer'],
    told: pass,
  },
  {
    name: 'lost-three-times',
    why: 'Three tries, then an error. It is not a decision.',
    ask: verify,
    replies: ['lost', 'lost', 'lost'],
    told: refused(NO_ANSWER),
  },
  {
    name: 'busy',
    why: '503, then success.',
    ask: verify,
    replies: [{ refuse: 'unavailable' }, 'answer'],
    told: pass,
  },
  {
    name: 'proxy',
    why: '502 of a proxy, without our envelope, then success.',
    ask: verify,
    replies: [{ status: 502, body: PAGE }, 'answer'],
    told: pass,
  },
  {
    name: 'wait',
    why: 'Retry-After of a 503 is waited for.',
    ask: verify,
    replies: [{ refuse: 'unavailable', retry_after_s: 2 }, 'answer'],
    told: pass,
    pause_ms: 1_950,
  },
  {
    name: 'rate-limited',
    why: '429 is told at once: only the app knows whether the person still waits.',
    ask: verify,
    replies: [{ refuse: 'rate_limited', retry_after_s: 1 }],
    told: refused('rate_limited'),
  },
  {
    name: 'repeated-by-the-platform',
    why: 'A network layer resends by itself, unmarked, and finds its own token spent.',
    ask: verify,
    replies: [{ refuse: 'token_already_used' }, 'answer'],
    told: pass,
  },
  {
    name: 'expired-token',
    why: 'Told at once; the same token never gets another answer.',
    ask: verify,
    replies: [{ refuse: 'token_expired' }],
    told: refused('token_expired'),
  },
  {
    name: 'unreadable',
    why: 'Told at once: the same bytes would be refused again.',
    ask: verify,
    replies: [{ refuse: 'payload_unreadable' }],
    told: refused('payload_unreadable'),
  },
  {
    name: 'malformed-answer',
    why: 'A network’s sign-in page with status 200 is no decision.',
    ask: verify,
    replies: [{ status: 200, body: PAGE, headers: { 'content-type': 'text/html' } }],
    told: refused('bad_response'),
  },
  {
    name: 'half-an-answer',
    why: 'JSON without our data.',
    ask: verify,
    replies: [{ status: 200, body: '{"status_code":200}' }],
    told: refused('bad_response'),
  },
  {
    name: 'redirect',
    why: 'A token follows no redirect: it would reach another server.',
    ask: verify,
    replies: Array.from({ length: 3 }, () => ({
      status: 307,
      body: '',
      headers: { location: '/elsewhere' },
    })),
    fewer: true,
    told: refused([...NO_ANSWER, 'bad_response']),
  },
  {
    name: 'wrong-clock',
    why: 'The clock of the device is two hours fast, so the token looks expired: only the service judges that.',
    ask: verify,
    token: { hours_behind: 2 },
    replies: ['answer'],
    told: pass,
  },
  {
    name: 'slow-clock',
    why: 'The clock of the device is two hours slow: the token is from the future.',
    ask: verify,
    token: { hours_behind: -2 },
    replies: ['answer'],
    told: pass,
  },
  {
    name: 'permission-denied',
    why: 'A denial is evidence that is sent, and arrives as a decision, never as an error.',
    ask: { do: 'verify', permission: 'denied' },
    replies: ['retry'],
    told: { decision: 'retry' },
  },
  {
    name: 'token-twice',
    why: 'The second call with a spent token is refused before anything is sent.',
    ask: verify,
    times: 2,
    replies: ['answer'],
    told: refused('token_already_used'),
  },
  {
    name: 'portal-token',
    why: 'The tokens of both areas were swapped: nothing is sent.',
    ask: verify,
    token: { kind: 'portal' },
    replies: [],
    told: refused('token_wrong_purpose'),
  },
  {
    name: 'foreign-token',
    why: 'A token of another service is not sent to this one.',
    ask: verify,
    token: { iss: 'https://other.example' },
    replies: [],
    told: refused('base_url_mismatch'),
  },
  {
    name: 'collect',
    why: 'collect() spends nothing.',
    ask: { do: 'collect' },
    replies: ['answer'],
    told: {},
  },
  {
    name: 'collect-twice',
    why: 'The same token again, for collect() alone.',
    ask: { do: 'collect' },
    times: 2,
    replies: ['answer', 'answer'],
    told: {},
  },
];

const mint = { do: 'preflight' } as const;
/** What a backend meets. */
export const BACKEND: Scenario[] = [
  { name: 'mint', why: 'One token for one customer.', ask: mint, replies: ['answer'], told: {} },
  {
    name: 'mint-busy',
    why: '503, then success: minting writes nothing, so it may be repeated.',
    ask: mint,
    replies: [{ refuse: 'unavailable' }, 'answer'],
    told: {},
  },
  {
    name: 'mint-lost',
    why: 'The reply is lost: another token is minted.',
    ask: mint,
    replies: ['lost', 'answer'],
    told: {},
  },
  {
    name: 'mint-limited',
    why: '429 is repeated after Retry-After.',
    ask: mint,
    replies: [{ refuse: 'rate_limited', retry_after_s: 1 }, 'answer'],
    told: {},
    pause_ms: 950,
  },
  {
    name: 'mint-refused',
    why: 'A wrong key is told at once.',
    ask: mint,
    replies: [{ refuse: 'api_key_invalid' }],
    told: refused('api_key_invalid'),
  },
  {
    name: 'mint-invalid',
    why: 'A wrong field is told at once.',
    ask: mint,
    replies: [{ refuse: 'invalid_request' }],
    told: refused('invalid_request'),
  },
  {
    name: 'mint-malformed',
    why: 'A page of a proxy is no token.',
    ask: mint,
    replies: [{ status: 200, body: PAGE }],
    told: refused('bad_response'),
  },
];
