import { rotateWebhook } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, Misuse, ORG } from '../command.ts';

const OVERLAPS: Record<string, number> = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 };

export const webhooksRotate = command({
  name: 'webhooks rotate',
  summary: 'Make a new secret; both sign until the older one ends',
  args: ['ID'],
  options: {
    overlap: {
      type: 'string',
      value: 'now|1h|24h|7d',
      meaning: 'how long the older one signs too (default: 24h)',
    },
    ...ENV,
    ...ORG,
  },
  run: async ({ options, args, terminal }) => {
    const overlap_s = OVERLAPS[options.overlap ?? '24h'];
    if (overlap_s === undefined)
      throw new Misuse(`--overlap must be one of ${Object.keys(OVERLAPS).join(', ')}.`);
    const params = { webhook_id: args[0]! };
    const { webhook_id, ...made } = await askEvents(terminal, options, rotateWebhook, {
      params,
      body: { overlap_s },
    });
    return { id: webhook_id, ...made };
  },
  text: ({ id, secret, public_key, rotating_until }) =>
    `${secret ?? public_key}\n\n${id} signs with it from now on. ` +
    (rotating_until
      ? `The older one signs too until ${rotating_until}: change your receiver before then.`
      : 'The older one has ended.'),
});
