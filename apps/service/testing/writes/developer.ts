import type { Way, Ways, World } from './world.ts';

const key = async ({ ask }: World): Promise<Way> => {
  const { key_id } = await ask('POST', '/production/keys', { kind: 'results', name: 'a key' });
  return { values: { key_id } };
};

/** The address needs no name server, and no worker of a test delivers to it. */
const HOOK = { url: 'https://8.8.8.8/hook' };
export const webhook = async ({ ask }: World): Promise<string> =>
  (await ask('POST', '/production/webhooks', HOOK)).webhook_id;
const aWebhook = async (world: World): Promise<Way> => ({ values: { webhook_id: await webhook(world) } });
/** Of as many as there may be. */
const onlyWebhook = async (world: World): Promise<void> => {
  await world.service.database.pool.query('DELETE FROM webhook WHERE org = $1', [world.org.org]);
};

/** Keys and webhooks. */
export const DEVELOPER_WAYS: Ways = {
  dashboardMakeKey: () => ({ body: { kind: 'api', name: 'a key' } }),
  dashboardRotateKey: async (world) => ({ ...(await key(world)), body: { overlap: '1h' } }),
  dashboardRevokeKey: key,
  dashboardMakePackageToken: () => ({ body: { name: 'a machine' } }),
  dashboardRevokePackageToken: async ({ ask }) => {
    const { token_id } = await ask('POST', '/packages', { name: 'a machine' });
    return { values: { token_id } };
  },
  dashboardAddWebhook: async (world) => {
    await onlyWebhook(world);
    return { body: HOOK };
  },
  dashboardChangeWebhook: async (world) => ({
    ...(await aWebhook(world)),
    body: { description: 'another one' },
  }),
  dashboardRemoveWebhook: aWebhook,
  dashboardRotateWebhook: async (world) => ({ ...(await aWebhook(world)), body: {} }),
  dashboardReplayWebhook: async (world) => ({ ...(await aWebhook(world)), body: { missed: true } }),
  dashboardReplayDeliveries: async (world) => ({
    body: { webhook_id: await webhook(world), state: 'failed', dry: false },
  }),
};
