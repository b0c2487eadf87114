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
    /** Starts a back-test and waits for its end; asks every `ask_ms`. */
    async backtest(id: string, revision: number, days = 7, ask_ms = 20): Promise<backtests.Backtest> {
      let { data } = await desk.start(id, revision, days);
      while (data.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, ask_ms));
        ({ data } = await person.call({ path: `${tests(id)}/${data.backtest_id}` }));
      }
      return data;
    },
  };
  return desk;
}
