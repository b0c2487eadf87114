import { signedIn } from '../people.ts';
import type { Ways, World } from './world.ts';

/** Only an organization without any record may be filled. */
const empty = new WeakMap<World, ReturnType<typeof makeEmpty>>();
async function makeEmpty({ service }: World) {
  const { org } = await service.organization();
  return { values: { org, env: 'sandbox' }, as: await signedIn(service, org, 'owner') };
}
const emptyOf = (world: World) => {
  const made = empty.get(world) ?? makeEmpty(world);
  empty.set(world, made);
  return made;
};

/** What is done in the sandbox alone. The stop comes after the start, and ends what it began. */
export const SANDBOX_WAYS: Ways = {
  dashboardMakeUpPeople: async (world) => {
    const way = await emptyOf(world);
    const { data } = await way.as.call({ path: `/dashboard/api/${way.values.org}/sandbox/made-up-people` });
    return { ...way, body: { policies: data.policies.map(({ name }: { name: string }) => name) } };
  },
  dashboardStopMadeUpPeople: async (world) => ({ ...(await emptyOf(world)), body: {} }),
  dashboardMintOwnToken: () => ({ values: { env: 'sandbox' }, body: {} }),
  dashboardSimulate: () => ({
    values: { env: 'sandbox' },
    body: { customer_id: 'test_pass_1', transaction_type: 'deposit' },
  }),
};
