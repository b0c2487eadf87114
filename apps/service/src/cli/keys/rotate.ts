import { parseKey, ROTATION_OVERLAPS_S, type RotationOverlap } from '../../accounts/api-keys.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { replaceKey } from '../../accounts/key-changes.ts';
import { command, Failure, ORG, oneOf } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { tooMany } from './create.ts';

const OVERLAPS = Object.keys(ROTATION_OVERLAPS_S) as RotationOverlap[];

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Replace a key with a new one with the same rights',
  args: ['ID'],
  options: {
    overlap: {
      type: 'string',
      value: OVERLAPS.join('|'),
      meaning: 'how long the old key still works (default: 24h)',
    },
    ...ORG,
  },
  run: ({ options, args, terminal }) => {
    const overlap = oneOf('overlap', options.overlap ?? '24h', OVERLAPS);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const key_id = args[0]!;
      const made = await replaceKey(database.db, BY_CLI, { org, key_id }, overlap).catch(tooMany);
      if (!made) throw new Failure(`There is no live key ${key_id}.`, 'See them: npx standpoint keys list');
      const { kind, env } = parseKey(made.key)!;
      return { id: made.id, key: made.key, kind, environment: env, replaces: key_id, overlap };
    });
  },
  text: ({ id, key, replaces, overlap }) =>
    `${key}\n\n${id} replaces ${replaces}, which ` +
    `${overlap === 'now' ? 'is revoked' : `works ${overlap} more`}. The new key will not be shown again.`,
});
