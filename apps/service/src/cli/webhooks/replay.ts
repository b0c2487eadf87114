import { replayWebhook } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, Misuse, ORG } from '../command.ts';
import { time } from '../page.ts';
import { TYPES, typesOf } from './add.ts';

export const webhooksReplay = command({
  name: 'webhooks replay',
  summary: 'Send events again: one, those of a type or a range of time, or those that failed',
  args: ['ID'],
  options: {
    event: { type: 'string', value: 'ID', meaning: 'this event' },
    ...TYPES,
    from: { type: 'string', value: 'TIME', meaning: 'from this time on (RFC 3339)' },
    to: { type: 'string', value: 'TIME', meaning: 'before this time' },
    missed: { type: 'boolean', meaning: 'only those that this endpoint never accepted' },
    ...ENV,
    ...ORG,
  },
  notes: 'Events keep their ids, so a receiver recognizes those that it has had. They are kept for 30 days.',
  run: async ({ options, args, terminal }) => {
    const [from, to] = [time('from', options.from), time('to', options.to)];
    const types = typesOf(options.types);
    const { event: event_id, missed } = options;
    if (!event_id && !types && !from && !to && !missed)
      throw new Misuse('Name what to send again: --event, --types, --from, --to or --missed.');
    let queued = 0;
    let next: string | undefined = from?.toISOString();
    // A call sends ten thousand at most; each further one begins where the last has stopped.
    for (let more = true; more; ) {
      const body = { event_id, types, from: next, to: to?.toISOString(), missed };
      const page = await askEvents(terminal, options, replayWebhook, {
        params: { webhook_id: args[0]! },
        body,
      });
      queued += page.queued;
      more = page.more && page.next_from !== next;
      next = page.next_from ?? undefined;
      if (more) terminal.stderr.write(`${queued} so far …\n`);
    }
    return { id: args[0]!, queued };
  },
  text: ({ id, queued }) =>
    queued === 0 ? `Nothing to send again to ${id}.` : `${queued} events go to ${id} again, oldest first.`,
});
