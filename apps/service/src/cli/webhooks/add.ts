import { addWebhook, EVENT_TYPES, type EventType } from '@standpoint/contract';
import { askEvents } from '../ask.ts';
import { command, ENV, ORG, oneOf } from '../command.ts';

/** Types of events, comma-separated; undefined when the option is absent. */
export const typesOf = (text: string | undefined): EventType[] | undefined =>
  text?.split(',').map((type) => oneOf('types', type.trim(), EVENT_TYPES));

export const TYPES = {
  types: { type: 'string', value: 'LIST', meaning: 'types of events, comma-separated (default: all)' },
} as const;

export const webhooksAdd = command({
  name: 'webhooks add',
  summary: 'Add an address that events are sent to; its secret is shown once',
  options: {
    url: { type: 'string', value: 'URL', required: true, meaning: 'a public https address' },
    ...TYPES,
    description: { type: 'string', value: 'TEXT', meaning: 'a name to tell endpoints apart' },
    ed25519: { type: 'boolean', meaning: 'sign with a key pair instead of a shared secret' },
    coordinates: { type: 'boolean', meaning: 'events of verifications carry the position' },
    ...ENV,
    ...ORG,
  },
  notes:
    'Private addresses and http: work only inside STANDPOINT_EGRESS_ALLOW. On your own computer, use\n' +
    'npx standpoint listen --forward-to URL instead.',
  run: async ({ options, terminal }) => {
    const { url, description, coordinates } = options;
    const types = typesOf(options.types);
    const signature = options.ed25519 ? 'ed25519' : 'hmac';
    const body = { url, types, description, signature, coordinates };
    const made = await askEvents(terminal, options, addWebhook, { body });
    return { id: made.webhook_id, secret: made.secret, public_key: made.public_key, types: made.types };
  },
  text: ({ id, secret, public_key, types }) =>
    `${secret ?? public_key}\n\n${id} gets ${types.length === 0 ? 'every event' : types.join(', ')}. ` +
    (secret
      ? 'The secret checks signatures and will not be shown again: keep it with your server secrets.'
      : 'This public key checks signatures; webhooks list shows it again.'),
});
