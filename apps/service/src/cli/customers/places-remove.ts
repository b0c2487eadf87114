import { removePlaces } from '../../geolocation/history/place-records.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { command, ENV, environment, Failure, Misuse, ORG } from '../command.ts';
import { organization, withEventDeps } from '../open.ts';

export const customersPlacesRemove = command({
  name: 'customers places remove',
  summary: 'Forget one place of a customer, or all of them',
  args: ['ID'],
  options: {
    place: { type: 'string', value: 'ID', meaning: 'the place to forget' },
    all: { type: 'boolean', meaning: 'forget every place' },
    by: { type: 'string', value: 'NAME', meaning: 'the person who decided this, for the audit log' },
    ...ENV,
    ...ORG,
  },
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    if ((options.place === undefined) === !options.all) throw new Misuse('Name one --place, or add --all.');
    return withEventDeps(terminal, async ({ database, envelope }) => {
      const { org } = await organization(database, options.org);
      const who = { org, env, customer_hash: customerHash(envelope, { org, env }, args[0]!) };
      const which = { place_id: options.place ?? null, by: options.by ?? 'cli' };
      const removed = await removePlaces(database.db, who, which);
      if (removed === 0)
        throw new Failure(
          `${args[0]} has no place with this id.`,
          `See them: npx standpoint customers places list ${args[0]}`,
        );
      return { customer_id: args[0]!, removed };
    });
  },
  text: ({ customer_id, removed }) =>
    `Forgot ${removed} ${removed === 1 ? 'place' : 'places'} of ${customer_id}.`,
});
