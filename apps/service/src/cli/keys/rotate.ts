import { parseKey, ROTATION_OVERLAPS_S, type RotationOverlap, rotateKey } from '../../accounts/api-keys.ts';
import { audit } from '../../accounts/audit.ts';
import { command, Failure, ORG, oneOf } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

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
      const made = await database.db.transaction().execute(async (trx) => {
        const key = await rotateKey(trx, org, args[0]!, overlap);
        if (key)
          await audit(trx, {
            org,
            actor: 'cli',
            action: 'key.rotated',
            target: args[0],
            detail: { successor: key.id, overlap },
          });
        return key;
      });
      if (!made) throw new Failure(`There is no live key ${args[0]}.`, 'See them: npx standpoint keys list');
      const { kind, env } = parseKey(made.key)!;
      return { id: made.id, key: made.key, kind, environment: env, replaces: args[0]!, overlap };
    });
  },
  text: ({ id, key, replaces, overlap }) =>
    `${key}\n\n${id} replaces ${replaces}, which ` +
    `${overlap === 'now' ? 'is revoked' : `works ${overlap} more`}. The new key will not be shown again.`,
});
