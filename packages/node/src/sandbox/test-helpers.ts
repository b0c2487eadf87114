import type {
  AnswerOf,
  AttemptAnswer,
  BodyOf,
  PortalTokenBody,
  PreflightBody,
  PublicSession,
  session,
  sessionStatus,
  simulateSession,
  submit,
  VerifyAnswer,
} from '@standpoint/contract';
import type { Options, Settings } from '../config.ts';
import { isSandboxKey } from '../credentials.ts';
import { StandpointApiError } from '../errors.ts';
import type { Call, WithMeta } from '../request.ts';
import { type Caller, results, segment } from '../resources/call.ts';
import { captureOf } from './capture.ts';
import { evidenceOf, type Place } from './evidence.ts';

export interface SimulatedVerification extends Omit<PreflightBody, 'transaction_type' | 'origins'> {
  /** Default `login`. */
  transaction_type?: string;
  /** Where the simulated device stands. Absent: it can give no position. */
  position?: Place;
}

export interface SimulatedSession {
  /** Begins with one of the ids at `/sandbox/outcomes`, such as `test_face_approved`. */
  customer_id: string;
  workflow_id: string;
}

/** How a session ends. A decision needs no camera, and no person who consents. */
export type SimulatedEnd = BodyOf<typeof simulateSession>['outcome'];

/** The session as it ended, and its result token where the workflow gives one to the page. */
export type SimulatedSessionEnd = AnswerOf<typeof simulateSession>;

/** For tests of your own. Every call needs a sandbox key (`sp_test_…`); a live key is refused unsent. */
export interface TestHelpers {
  /**
   * Creates a token and spends it as a device at this place would. `customer_id` chooses the outcome
   * (`test_pass`, `test_fail_vpn`, … as `/sandbox/outcomes` lists them); with any other id the real rules decide
   * about what an honest app would send from there.
   */
  simulateVerification(
    params: SimulatedVerification,
    options?: Omit<Options, 'idempotencyKey'>,
  ): Promise<WithMeta<VerifyAnswer>>;
  /**
   * Runs a whole face session as the page would, to the fixed outcome of the `customer_id`, and returns the
   * session as it ended. The pictures are noise, so there are no other outcomes.
   */
  simulateSession(
    params: SimulatedSession,
    options?: Omit<Options, 'idempotencyKey'>,
  ): Promise<WithMeta<PublicSession>>;
  /**
   * Brings a session that exists to this end, whoever its customer is and however far the person is: your
   * page sees its result, and your webhooks its events. Needs a results key (`sr_test_…`) with the scope
   * `sessions:write`.
   */
  simulateSession(
    sessionId: string,
    end: SimulatedEnd,
    options?: Options,
  ): Promise<WithMeta<SimulatedSessionEnd>>;
}

const requireSandbox = ({ apiKey }: Settings): void => {
  if (!apiKey || !isSandboxKey(apiKey))
    throw new TypeError('testHelpers need a sandbox key (sp_test_…) as apiKey. Nothing was sent.');
};

const requireSandboxResults = ({ resultsKey }: Settings): void => {
  if (!resultsKey || !isSandboxKey(resultsKey))
    throw new TypeError(
      'simulateSession(id, …) needs a sandbox key (sr_test_…) as resultsKey. Nothing was sent.',
    );
};

const requireFaceOutcome = (customerId: string): void => {
  if (!/^test_face_/.test(customerId))
    throw new TypeError('`customer_id` must begin with a fixed outcome like test_face_approved');
  if (/^test_face_handoff_denied/.test(customerId))
    throw new TypeError('test_face_handoff_denied needs a phone: open the url of a portal token, and scan');
};

/** The two calls of the client that create tokens. */
interface Minting {
  preflight(params: PreflightBody, options?: Options): Promise<{ token: string }>;
  createPortalToken(params: PortalTokenBody, options?: Options): Promise<{ token: string }>;
}

type Post = <T extends object>(path: string, more?: Partial<Call>) => Promise<WithMeta<T>>;

/** The version of the consent text stands in the refusal of any other one. */
async function giveConsent(post: Post): Promise<void> {
  const consent = (version: string) => post('/consent', { body: { version, accepted: true } });
  await consent('-').catch((error: unknown) => {
    const fields = error instanceof StandpointApiError ? error.fields : [];
    const version = fields.find(({ path }) => path === 'consent.version')?.message;
    if (!version) throw error;
    return consent(version);
  });
}

/** Submits captures until none is asked for. */
async function capture(post: Post): Promise<PublicSession> {
  for (;;) {
    const attempt = await post<AttemptAnswer>('/attempt', { body: {} });
    const path = `/attempt/${attempt.attempt_id}/submit`;
    const { session } = await post<AnswerOf<typeof submit>>(path, { form: captureOf(attempt) });
    if (session.status !== 'in_progress') return session;
  }
}

/** The person's part: consent and captures. One who lets the session expire only opens it. */
async function takePart(post: Post, customerId: string): Promise<{ version: number }> {
  const opened = await post<AnswerOf<typeof session>>('', { body: {} });
  if (/^test_face_expired/.test(customerId)) return opened.session;
  await giveConsent(post);
  return capture(post);
}

/** Each round waits for news. A session that never ends is returned as it stands after a minute. */
async function awaitEnd(
  version: number,
  news: (since: number) => Promise<WithMeta<AnswerOf<typeof sessionStatus>>>,
): Promise<WithMeta<PublicSession>> {
  for (let rounds = 12; ; rounds--) {
    const session = await news(version);
    if (session.done || rounds === 1) return session;
    version = session.version;
  }
}

export function testHelpersOf(call: Caller, settings: Settings, client: Minting): TestHelpers {
  async function simulateVerification(
    { position, transaction_type = 'login', ...params }: SimulatedVerification,
    options?: Options,
  ) {
    requireSandbox(settings);
    const { token } = await client.preflight({ ...params, transaction_type }, options);
    const evidence = evidenceOf(position);
    // A repetition after a lost answer gets the stored one, and not the refusal of a spent token.
    const headers = { ...options?.headers, 'standpoint-retry': evidence.attempt_id };
    return call<VerifyAnswer>(
      { method: 'POST', path: '/geolocation/verify', key: { token }, body: { evidence } },
      { ...options, headers },
    );
  }

  async function endSession(sessionId: string, outcome: SimulatedEnd, options?: Options) {
    requireSandboxResults(settings);
    const path = `/facecheck/session/${segment(sessionId, 'sessionId')}/simulate`;
    return call<SimulatedSessionEnd>({ ...results('POST', path), body: { outcome }, once: true }, options);
  }

  async function runSession({ customer_id, workflow_id }: SimulatedSession, options?: Options) {
    requireSandbox(settings);
    requireFaceOutcome(customer_id);
    const { token } = await client.createPortalToken({ workflow_id, customer: { customer_id } }, options);
    const post: Post = (path, more) =>
      call({ method: 'POST', path: `/facecheck/session${path}`, key: { token }, ...more }, options);
    const { version } = await takePart(post, customer_id);
    const path = '/facecheck/session/status';
    return awaitEnd(version, (since) =>
      call({ method: 'GET', path, key: { token }, query: { wait: 5, since } }, options),
    );
  }

  const simulateSession = (of: SimulatedSession | string, ...more: unknown[]) =>
    typeof of === 'string'
      ? endSession(of, ...(more as [SimulatedEnd, Options?]))
      : runSession(of, ...(more as [Options?]));
  return { simulateVerification, simulateSession: simulateSession as TestHelpers['simulateSession'] };
}
