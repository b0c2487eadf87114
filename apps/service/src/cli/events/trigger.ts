import { EVENT_TYPES, EVENTS } from '@standpoint/contract';
import { record } from '../../events/outbox.ts';
import { command, Misuse, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

export const trigger = command({
  name: 'trigger',
  summary: 'Send an example event of the sandbox to everything that listens',
  args: ['TYPE'],
  options: ORG,
  notes: `The types:\n${EVENT_TYPES.map((type) => `  ${type.padEnd(42)}${EVENTS[type].summary}`).join('\n')}`,
  run: async ({ options, args, terminal }) => {
    const type = EVENT_TYPES.find((known) => known === args[0]);
    if (!type)
      throw new Misuse(`${args[0]} is not a type of event. npx standpoint trigger --help lists them.`);
    return withDatabase(terminal, async ({ db }) => {
      const { org } = await organization({ db }, options.org);
      const { fixture } = EVENTS[type];
      const id = await record(db, { org, env: 'sandbox', type, data: fixture });
      return { id, type, environment: 'sandbox', data: fixture };
    });
  },
  text: ({ id, type }) =>
    `${id} ${type}\n\nIt goes to the webhook endpoints of the sandbox and to npx standpoint listen. ` +
    'Its ids are examples: nothing can be read with them.',
});
