import { webhookRoute } from '@standpoint/node/next';

export const POST = webhookRoute({
  secret: () => process.env.STANDPOINT_WEBHOOK_SECRET,
  onEvent: ({ type, data }) => console.log(type, data),
});
