import { removeWebhook } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';

export const webhooksRemove = command({
  name: 'webhooks remove',
  summary: 'Remove an endpoint with what waits for it; its events stay in GET /events',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) =>
    askEvents(terminal, options, removeWebhook, { params: { webhook_id: args[0]! } }),
  text: ({ webhook_id }) => `Removed ${webhook_id}.`,
});
