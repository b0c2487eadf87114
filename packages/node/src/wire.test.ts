import { glob, readFile } from 'node:fs/promises';
import type {
  AnswerOf,
  addWebhook,
  BodyOf,
  cancelSession,
  changeWebhook,
  EventData,
  EventType,
  eraseCustomer,
  evaluate,
  exportCustomer,
  listReviews,
  listSessions,
  listVerifications,
  listWebhooks,
  portalToken,
  preflight,
  putFaceReference,
  putHold,
  QueryOf,
  readCustomer,
  readHold,
  readSession,
  readVerification,
  redactSession,
  removeHold,
  removeWebhook,
  replayWebhook,
  reviewSession,
  reviewVerification,
  rotateWebhook,
  sessionStatus,
  simulateSession,
  submit,
  verify,
  withdrawConsent,
} from '@standpoint/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { Listing, Standpoint, WebhookEvent } from './index.ts';

/** Checked by the compiler: every method takes and gives what the contract's values say. */

type Answer<M> = M extends (...given: never[]) => Promise<infer T> ? Omit<T, '_meta'> : never;
type Rows<M> = M extends (...given: never[]) => Listing<infer T> ? T : never;
type Same<E> = Omit<AnswerOf<E>, '_meta'>;
type Resource<K extends keyof Standpoint> = Standpoint[K];
type First<M> = M extends (given: infer A, ...rest: never[]) => unknown ? A : never;
type Second<M> = M extends (id: never, given: infer A, ...rest: never[]) => unknown ? A : never;

test('every method has the types of its endpoint', () => {
  expectTypeOf<Answer<Resource<'preflight'>>>().toEqualTypeOf<Same<typeof preflight>>();
  expectTypeOf<Answer<Resource<'createPortalToken'>>>().toEqualTypeOf<Same<typeof portalToken>>();
  expectTypeOf<Answer<Resource<'evaluate'>>>().toEqualTypeOf<Same<typeof evaluate>>();
  expectTypeOf<First<Resource<'preflight'>>>().toEqualTypeOf<BodyOf<typeof preflight>>();
  expectTypeOf<First<Resource<'createPortalToken'>>>().toEqualTypeOf<BodyOf<typeof portalToken>>();
  expectTypeOf<First<Resource<'evaluate'>>>().toEqualTypeOf<BodyOf<typeof evaluate>>();

  type Verifications = Resource<'verifications'>;
  type Sessions = Resource<'sessions'>;
  expectTypeOf<Answer<Verifications['retrieve']>>().toEqualTypeOf<Same<typeof readVerification>>();
  expectTypeOf<Rows<Verifications['list']>>().toEqualTypeOf<
    AnswerOf<typeof listVerifications>['verifications'][number]
  >();
  expectTypeOf<keyof NonNullable<First<Verifications['list']>> | 'cursor'>().toEqualTypeOf<
    keyof QueryOf<typeof listVerifications>
  >();
  expectTypeOf<Answer<Sessions['retrieve']>>().toEqualTypeOf<Same<typeof readSession>>();
  expectTypeOf<Answer<Sessions['cancel']>>().toEqualTypeOf<Same<typeof cancelSession>>();
  expectTypeOf<Answer<Sessions['redact']>>().toEqualTypeOf<Same<typeof redactSession>>();
  expectTypeOf<Rows<Sessions['list']>>().toEqualTypeOf<AnswerOf<typeof listSessions>['sessions'][number]>();

  type Customers = Resource<'customers'>;
  expectTypeOf<Answer<Customers['retrieve']>>().toEqualTypeOf<Same<typeof readCustomer>>();
  expectTypeOf<Answer<Customers['erase']>>().toEqualTypeOf<Same<typeof eraseCustomer>>();
  expectTypeOf<Answer<Customers['putFaceReference']>>().toEqualTypeOf<Same<typeof putFaceReference>>();
  expectTypeOf<Answer<Customers['withdrawConsent']>>().toEqualTypeOf<Same<typeof withdrawConsent>>();
  expectTypeOf<Answer<Customers['putHold']>>().toEqualTypeOf<Same<typeof putHold>>();
  expectTypeOf<Second<Customers['putHold']>>().toEqualTypeOf<BodyOf<typeof putHold>>();
  expectTypeOf<Answer<Customers['retrieveHold']>>().toEqualTypeOf<Same<typeof readHold>>();
  expectTypeOf<Answer<Customers['removeHold']>>().toEqualTypeOf<Same<typeof removeHold>>();
  expectTypeOf<Rows<Customers['export']>>().toEqualTypeOf<
    AnswerOf<typeof exportCustomer>['records'][number]
  >();

  type Reviews = Resource<'reviews'>;
  expectTypeOf<Rows<Reviews['list']>>().toEqualTypeOf<AnswerOf<typeof listReviews>['reviews'][number]>();
  const decide = (() => undefined) as unknown as Reviews['decide'];
  const answer = {} as BodyOf<typeof reviewVerification>;
  expectTypeOf(() => decide('ver_1', answer)).returns.resolves.toExtend<Same<typeof reviewVerification>>();
  expectTypeOf(() => decide('fcs_1', answer)).returns.resolves.toExtend<Same<typeof reviewSession>>();

  type Webhooks = Resource<'webhooks'>;
  expectTypeOf<Answer<Webhooks['list']>>().toEqualTypeOf<Same<typeof listWebhooks>>();
  expectTypeOf<Answer<Webhooks['create']>>().toEqualTypeOf<Same<typeof addWebhook>>();
  expectTypeOf<First<Webhooks['create']>>().toEqualTypeOf<BodyOf<typeof addWebhook>>();
  expectTypeOf<Answer<Webhooks['update']>>().toEqualTypeOf<Same<typeof changeWebhook>>();
  expectTypeOf<Second<Webhooks['update']>>().toEqualTypeOf<BodyOf<typeof changeWebhook>>();
  expectTypeOf<Answer<Webhooks['remove']>>().toEqualTypeOf<Same<typeof removeWebhook>>();
  expectTypeOf<Answer<Webhooks['rotate']>>().toEqualTypeOf<Same<typeof rotateWebhook>>();
  expectTypeOf<Answer<Webhooks['replay']>>().toEqualTypeOf<Same<typeof replayWebhook>>();
  expectTypeOf<Second<Webhooks['replay']>>().toEqualTypeOf<BodyOf<typeof replayWebhook>>();

  type Helpers = Resource<'testHelpers'>;
  expectTypeOf<Answer<Helpers['simulateVerification']>>().toEqualTypeOf<Same<typeof verify>>();
  // Two calls of one name. TypeScript reads the last of them, and a call chooses the first.
  type Simulate = Helpers['simulateSession'];
  expectTypeOf<Answer<Simulate>>().toEqualTypeOf<Same<typeof simulateSession>>();
  expectTypeOf<Second<Simulate>>().toEqualTypeOf<BodyOf<typeof simulateSession>['outcome']>();
  const simulate = (() => undefined) as unknown as Simulate;
  const run = () => simulate({ customer_id: 'test_face_approved', workflow_id: 'wf_1' });
  // It gives the last status, told as the session that it is about.
  expectTypeOf<Answer<typeof run>>().toEqualTypeOf<AnswerOf<typeof submit>['session']>();
  expectTypeOf<AnswerOf<typeof sessionStatus>>().toExtend<Answer<typeof run>>();
});

test('an event is narrowed by its type', () => {
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventType>();
  type Completed = Extract<WebhookEvent, { type: 'geolocation.verification.completed' }>;
  expectTypeOf<Completed['data']>().toEqualTypeOf<EventData<'geolocation.verification.completed'>>();
  expectTypeOf<Completed['data']['decision']>().toEqualTypeOf<'pass' | 'fail' | 'review' | 'retry'>();
  type Denied = Extract<WebhookEvent, { type: 'facecheck.session.handoff_denied' }>;
  expectTypeOf<Denied['data']['handoff_id']>().toEqualTypeOf<string>();
  // Control: what another type has is not there.
  expectTypeOf<Denied['data']>().not.toHaveProperty('first');
});

test('takes nothing but types from the contract, which is not published', async () => {
  const found: string[] = [];
  const cwd = import.meta.dirname;
  const exclude = ['**/*.test.ts', 'testing/**', 'examples.ts'];
  for await (const path of glob('**/*.ts', { cwd, exclude })) {
    const text = await readFile(`${cwd}/${path}`, 'utf8');
    for (const [, type] of text.matchAll(/import( type)?\s[^;]*?from '@standpoint\/contract'/g))
      found.push(type ? 'type' : path);
  }
  expect(new Set(found)).toEqual(new Set(['type']));
});
