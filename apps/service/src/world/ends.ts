import type { Deps } from '../deps.ts';
import { warmRules } from '../geolocation/geodata/rules/warm-rules.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What was counted in the last minute; a database that is gone does not stop the end. */
export async function countedToTheEnd({ refused, sdk_seen, tally, database, log }: Deps): Promise<void> {
  await refused
    .flush(database.db)
    .catch((err) => log.warn({ err }, 'The last refused credentials could not be noted in the audit log.'));
  await sdk_seen
    .flush(database.db)
    .catch((err) => log.warn({ err }, 'The last versions of clients could not be counted.'));
  await tally.flush(database.db).catch((err) => log.warn({ err }, 'The last places could not be counted.'));
}

/**
 * Another node changed accounts or keys, or erased a person: this node forgets what it remembers of them, and reads again
 * what every request needs. Notices come in bursts: a new organization with its keys and its policy sends seven, and two
 * readings are enough for all of them.
 */
export function forgetOnNotice(deps: Deps): () => void {
  const keys = oneAtATime(() =>
    deps.keys
      .refresh()
      .catch((error) => deps.log.warn({ err: error }, 'Signing keys could not be read again.')),
  );
  const rules = oneAtATime(() => warmRules(deps));
  const forgetConfiguration = () => {
    for (const memory of [deps.api_keys, deps.organizations, deps.workflows, deps.policies]) memory.clear();
    keys.ask();
    rules.ask();
  };
  const ends = [
    deps.notices.on('standpoint_config', forgetConfiguration),
    // Empty where notices may have been missed.
    deps.notices.on('standpoint_erased', (key_id) =>
      key_id ? deps.data_keys.forget(key_id) : deps.data_keys.forgetAll(),
    ),
    keys.end,
    rules.end,
  ];
  return () => {
    for (const end of ends) end();
  };
}
