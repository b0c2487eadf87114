import type { PolicyDefinition } from '@standpoint/contract';
import { policyDesk } from '../policies/desk.ts';
import type { Way, Ways, World } from './world.ts';

const RULE: PolicyDefinition = { name: 'Wagers', transaction_types: ['wager'], rule: { allow: ['US-NJ'] } };
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [-74, 40],
      [-73, 40],
      [-73, 41],
      [-74, 41],
      [-74, 40],
    ],
  ],
};
const workflow = { name: 'Checkout' };

const draft = async ({ ask }: World): Promise<string> =>
  (await ask('POST', '/policies', { definition: RULE })).policy_id;
const tested = async (world: World, policy_id: string, revision: number): Promise<string> => {
  const desk = policyDesk(world.org.org, world.owner);
  return (await desk.backtest(policy_id, revision)).backtest_id;
};
/** Published as version 1. */
const policy = async (world: World): Promise<string> => {
  const policy_id = await draft(world);
  const backtest_id = await tested(world, policy_id, 1);
  await world.ask('POST', `/policies/${policy_id}/publish`, { revision: 1, backtest_id, published: null });
  return policy_id;
};

const begun = async ({ ask }: World): Promise<string> =>
  (await ask('POST', '/workflows', workflow)).workflow_id;
/** Published as version 1. */
const live = async (world: World): Promise<string> => {
  const workflow_id = await begun(world);
  await world.ask('POST', `/workflows/${workflow_id}/publish`, { revision: 1, over: null });
  return workflow_id;
};
const definitionOf = async ({ ask }: World, id: string) =>
  (await ask('GET', `/workflows/${id}/versions/1`)).definition;

const POLICIES: Ways = {
  dashboardMakePolicy: () => ({ body: { definition: RULE } }),
  dashboardSavePolicyDraft: async (world) => ({
    values: { policy_id: await policy(world) },
    body: { revision: 0, definition: RULE },
  }),
  dashboardDiscardPolicyDraft: async (world) => ({
    values: { policy_id: await draft(world) },
    body: { revision: 1 },
  }),
  dashboardPublishPolicy: async (world) => {
    const policy_id = await draft(world);
    const backtest_id = await tested(world, policy_id, 1);
    return { values: { policy_id }, body: { revision: 1, backtest_id, published: null } };
  },
  dashboardArchivePolicy: async (world) => ({
    values: { policy_id: await policy(world) },
    body: { version: 1 },
  }),
  dashboardRollBackPolicy: async (world) => ({
    values: { policy_id: await policy(world) },
    body: { version: 1, published: 1 },
  }),
  dashboardReadPolicyShapes: () => ({
    body: { geojson: SQUARE, effect: 'allow' },
  }),
  dashboardTryPolicyPoint: async (world) => ({
    values: { policy_id: await draft(world) },
    body: { lat: 40, lng: -74, accuracy_m: 20 },
  }),
  dashboardStartBacktest: async (world) => ({
    values: { policy_id: await draft(world) },
    body: { revision: 1, days: 7 },
  }),
  dashboardCancelBacktest: async (world) => {
    const policy_id = await draft(world);
    return { values: { policy_id, backtest_id: await tested(world, policy_id, 1) } };
  },
};

const WORKFLOWS: Ways = {
  dashboardMakeWorkflow: () => ({ body: workflow }),
  dashboardSaveWorkflowDraft: async (world) => {
    const workflow_id = await live(world);
    const definition = await definitionOf(world, workflow_id);
    return { values: { workflow_id }, body: { revision: 0, definition } };
  },
  dashboardDiscardWorkflowDraft: async (world) => ({
    values: { workflow_id: await begun(world) },
    query: '?revision=1',
  }),
  dashboardPublishWorkflow: async (world) => ({
    values: { workflow_id: await begun(world) },
    body: { revision: 1, over: null },
  }),
  dashboardRollBackWorkflow: async (world) => ({
    values: { workflow_id: await live(world) },
    body: { version: 1, over: 1 },
  }),
  dashboardArchiveWorkflow: async (world) => ({
    values: { workflow_id: await live(world) },
    body: { over: 1 },
  }),
  dashboardMakeLink: ({ org }): Way => ({ body: { workflow_id: org.workflow_id, customer_id: 'ann' } }),
};

/** Policies and workflows. */
export const RULES_WAYS: Ways = { ...POLICIES, ...WORKFLOWS };
