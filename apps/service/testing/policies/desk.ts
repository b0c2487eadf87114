import type { backtests, Environment, PolicyDefinition } from '@standpoint/contract';
import { browserEvidence, seal } from '../browser-payload.ts';
import type { Browser } from '../people.ts';
import type { TestOrganization, TestService } from '../service.ts';

export const NEW_JERSEY: PolicyDefinition = {
  name: 'New Jersey',
  transaction_types: ['wager'],
  rule: { allow: ['US-NJ'] },
};

/** A verification in New York, decided and stored. */
export async function verifiedInNewYork(
  service: TestService,
  org: TestOrganization,
  customer_id: string,
  transaction_type = 'wager',
  env: Environment = 'production',
) {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api[env],
    body: { customer_id, transaction_type },
  });
  const { token } = minted.data;
  const payload = await seal(token, browserEvidence());
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload }, ip: '8.8.8.8' });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data;
}

/** Decisions that `NEW_JERSEY` would flip, five of four people, and one of another transaction type. */
export async function wagersInNewYork(service: TestService, org: TestOrganization): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < 5; i++)
    seen.push((await verifiedInNewYork(service, org, `person-${i % 4}`)).verification_id);
  await verifiedInNewYork(service, org, 'person-0', 'login');
  return seen;
}

/** What a person does with policies, by the dashboard's calls. */
export function policyDesk(org: string, person: Pick<Browser, 'call'>, env: Environment = 'production') {
  const at = `/dashboard/api/${org}/policies`;
  const tests = (id: string) => `/dashboard/api/${org}/${env}/policies/${id}/backtests`;
  const desk = {
    at,
    tests,
    make: async (definition: PolicyDefinition) =>
      (await person.call({ path: at, body: { definition } })).data as { policy_id: string },
    read: async (id: string) => (await person.call({ path: `${at}/${id}` })).data,
    save: (id: string, revision: number, definition: unknown) =>
      person.call({ method: 'PUT', path: `${at}/${id}/draft`, body: { revision, definition } }),
    publish: (id: string, revision: number, backtest_id: string, published: number | null = null) =>
      person.call({ path: `${at}/${id}/publish`, body: { revision, backtest_id, published } }),
    start: (id: string, revision: number, days = 7) =>
      person.call({ path: tests(id), body: { revision, days } }),
    /** Starts a back-test and waits for its end. */
    async backtest(id: string, revision: number, days = 7, ask_ms = 20): Promise<backtests.Backtest> {
      return desk.ended((await desk.start(id, revision, days)).data, ask_ms);
    },
    /** Waits for the end of a back-test; asks every `ask_ms`. */
    async ended(test: backtests.Backtest, ask_ms = 20): Promise<backtests.Backtest> {
      let now = test;
      while (now.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, ask_ms));
        now = (await person.call({ path: `${tests(test.policy_id)}/${test.backtest_id}` })).data;
      }
      return now;
    },
  };
  return desk;
}
