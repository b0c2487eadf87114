import { listPlaces } from '../../geolocation/history/place-records.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { organization, withEventDeps } from '../open.ts';
import { table } from '../print.ts';

export const customersPlacesList = command({
  name: 'customers places list',
  summary: 'List the remembered places of a customer, and which of them are trusted',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  notes: 'Places are remembered only under a policy with "trusted_places": {"on": true}.',
  run: ({ options, args, terminal }) => {
    const env = environment(options.env);
    return withEventDeps(terminal, async ({ database, envelope, data_keys }) => {
      const { org } = await organization(database, options.org);
      const who = { org, env, customer_hash: customerHash(envelope, { org, env }, args[0]!) };
      return { places: await listPlaces(database.db, data_keys, who) };
    });
  },
  text: ({ places }) =>
    table(
      ['place', 'lat', 'lng', 'install', 'passes', 'days', 'last', 'trusted since'],
      places.map((place) => [
        place.place_id,
        place.lat.toFixed(5),
        place.lng.toFixed(5),
        place.install_id,
        String(place.passes),
        String(place.days),
        place.last_at,
        place.trusted_at ?? '-',
      ]),
      'No places are remembered for this customer.',
    ),
});
