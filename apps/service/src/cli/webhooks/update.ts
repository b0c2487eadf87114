import { changeWebhook } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, Misuse, ORG } from '../command.ts';
import { TYPES, typesOf } from './add.ts';

export const webhooksUpdate = command({
  name: 'webhooks update',
  summary: 'Change an endpoint, switch it off, or bring it back',
  args: ['ID'],
  options: {
    url: { type: 'string', value: 'URL', meaning: 'another address' },
    ...TYPES,
    description: { type: 'string', value: 'TEXT', meaning: 'another name' },
    enable: { type: 'boolean', meaning: 'send again, with what waits for it' },
    disable: { type: 'boolean', meaning: 'send nothing until it is enabled' },
    ...ENV,
    ...ORG,
  },
  run: ({ options, args, terminal }) => {
    const { url, description, enable, disable } = options;
    if (enable && disable) throw new Misuse('Name --enable or --disable, not both.');
    const types = typesOf(options.types);
    const enabled = enable ? true : disable ? false : undefined;
    if ([url, description, types, enabled].every((value) => value === undefined))
      throw new Misuse('Name what to change: --url, --types, --description, --enable or --disable.');
    const body = { url, description, types, enabled };
    return askEvents(terminal, options, changeWebhook, { params: { webhook_id: args[0]! }, body });
  },
  text: ({ webhook_id, url, enabled, types, pending }) =>
    `${webhook_id} is ${enabled ? 'enabled' : 'disabled'}: ${url}\n` +
    `It gets ${types.length === 0 ? 'every event' : types.join(', ')}; ${pending} wait for it.`,
});
