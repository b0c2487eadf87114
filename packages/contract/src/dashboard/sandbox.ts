import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, id, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { BUILDERS, SEE_BUILD } from './role-sets.ts';

const base = `${DASHBOARD_API}/{org}/{env}`;
/** In production each of these calls is refused. */
const sandboxOnly = { sandbox_only: true } as const;
const write = {
  ...person(BUILDERS),
  ...sandboxOnly,
  max_body: 'body_bytes' as const,
  idempotency_key: true as const,
};
const ERRORS = [...WITH_BODY, ...WITH_PERSON, 'environment_mismatch'] as const;
const count = () => Type.Integer({ minimum: 0 });

/** How far made-up people are, or what came of them. */
export const Filling = closed({
  /** interrupted: the service stopped in the middle. Whatever is there by then stays. */
  state: oneOf('running', 'done', 'stopped', 'failed', 'interrupted'),
  started_at: timestamp(),
  started_by: closed({ user_id: Type.String(), name: Type.String() }),
  ended_at: nullable(timestamp()),
  step: nullable(oneOf('Verifications', 'Face sessions', 'Reviews')),
  done: count(),
  of: count(),
  /** What the sandbox holds; null until it is known. */
  made: nullable(
    closed({ verifications: count(), customers: count(), sessions: count(), reviews_open: count() }),
  ),
});
export type Filling = Static<typeof Filling>;

export const MadeUpPeople = closed({
  filling: nullable(Filling),
  /** Whether any may be made: the environment of this organization in which records stand in the way, or null. */
  records_in: nullable(oneOf('production', 'sandbox')),
  verifications: count(),
  customers: count(),
  sessions: count(),
  /** Policies that are published with them, which then hold in production too. */
  policies: Type.Array(closed({ name: Type.String(), transaction_type: Type.String() })),
  /** Endpoints that are told of each record. */
  webhooks: count(),
});
export type MadeUpPeople = Static<typeof MadeUpPeople>;

export const readMadeUpPeople = endpoint({
  ...person(SEE_BUILD),
  ...sandboxOnly,
  name: 'dashboardMadeUpPeople',
  method: 'GET',
  path: `${base}/made-up-people`,
  summary: 'What filling the sandbox with made-up people would make, and how far it is.',
  params: inEnv(),
  answer: MadeUpPeople,
  errors: [...WITH_PERSON, 'environment_mismatch'],
});

export const makeUpPeople = endpoint({
  ...write,
  name: 'dashboardMakeUpPeople',
  method: 'POST',
  path: `${base}/made-up-people`,
  summary: 'Fill an empty sandbox with made-up people and real decisions about them, in the background.',
  params: inEnv(),
  body: closed({
    /** Names of the policies that the person agreed to publish: exactly those that are missing. */
    policies: Type.Array(text(200), { maxItems: 10, uniqueItems: true }),
  }),
  answer: Filling,
  errors: [...ERRORS, 'sandbox_not_empty'],
});

export const stopMadeUpPeople = endpoint({
  ...write,
  name: 'dashboardStopMadeUpPeople',
  method: 'POST',
  path: `${base}/made-up-people/stop`,
  summary: 'Stop filling the sandbox. What is there by then stays.',
  params: inEnv(),
  body: closed({}),
  answer: nullable(Filling),
  errors: ERRORS,
});

export const mintOwnToken = endpoint({
  ...write,
  name: 'dashboardMintOwnToken',
  method: 'POST',
  path: `${base}/own-token`,
  summary: 'A token with which this page verifies where the person’s own device stands.',
  params: inEnv(),
  body: closed({}),
  answer: closed({ token: Type.String(), customer_id: Type.String(), expires_at: timestamp() }),
  errors: ERRORS,
});

export const simulate = endpoint({
  ...write,
  name: 'dashboardSimulate',
  method: 'POST',
  path: `${base}/simulations`,
  summary: 'Make a fixed outcome of the sandbox: the beginning of the customer id says which.',
  params: inEnv(),
  body: closed({
    customer_id: text(128),
    transaction_type: optional(text(128)),
    /** Where the simulated device stands; none is sent when absent. */
    position: optional(
      closed({
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lng: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy_m: Type.Number({ minimum: 1, maximum: 100_000 }),
      }),
    ),
    /** The workflow of a face session. */
    workflow_id: optional(id('wf')),
  }),
  answer: closed({
    area: oneOf('geolocation', 'face'),
    id: Type.String(),
    decision: nullable(Type.String()),
  }),
  errors: [...ERRORS, 'workflow_not_found', 'workflow_inactive', 'unavailable'],
});

export const SANDBOX_ENDPOINTS = [
  readMadeUpPeople,
  makeUpPeople,
  stopMadeUpPeople,
  mintOwnToken,
  simulate,
] as const;
