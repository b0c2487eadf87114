import { listWebhooks, type Webhook } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { table } from '../print.ts';

const outcome = ({ last }: Webhook): string =>
  last ? `${last.status ?? last.problem} at ${last.at}` : 'nothing sent yet';

const state = ({ enabled, disabled_reason }: Webhook): string =>
  enabled ? 'enabled' : `disabled (${disabled_reason})`;

export const webhooksList = command({
  name: 'webhooks list',
  summary: 'List webhook endpoints, each with its last outcome',
  options: { ...ENV, ...ORG },
  run: ({ options, terminal }) => askEvents(terminal, options, listWebhooks, {}),
  text: ({ webhooks }) =>
    table(
      ['id', 'state', 'last outcome', 'waiting', 'types', 'url'],
      webhooks.map((hook) => [
        hook.webhook_id,
        state(hook),
        outcome(hook),
        String(hook.pending),
        hook.types.length === 0 ? 'all' : hook.types.join(','),
        hook.url,
      ]),
      'There is no webhook endpoint yet. Add one: npx standpoint webhooks add --url URL',
    ),
});
