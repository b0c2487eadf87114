import { noteRotation } from '../../audit/key-rotation.ts';
import { bumpEpoch } from '../../database/fence.ts';
import { rotateKeys } from '../../tokens/signing-keys.ts';
import { command } from '../command.ts';
import { withDeps } from '../open.ts';
import { table } from '../print.ts';

interface KeyState {
  kid: string;
  env: string;
  use: string;
  state: string;
  created_at: string;
}

const REPLACED = 'Every key was replaced; preflight and hand-off tokens minted before are void.';

export const signingKeysRotate = command({
  name: 'signing-keys rotate',
  summary: 'Run the key rotation that is due; in an emergency, replace every key now',
  options: {
    emergency: { type: 'boolean', meaning: 'replace every key at once, and void the tokens minted before' },
  },
  notes:
    'Keys rotate by themselves: each is active for 90 days and published 24 hours ahead. --emergency is for a\n' +
    'key that leaked: tokens and results signed before are refused from then on.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async ({ database: { pool, db }, envelope }) => {
      const emergency = options.emergency ?? false;
      const changed = await rotateKeys(pool, envelope.subkey('signing-keys'), { emergency });
      if (emergency) await bumpEpoch(pool);
      await noteRotation(db, 'cli', { emergency, changed });
      const { rows } = await pool.query<KeyState>(
        `SELECT kid, env, use, state,
                to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
           FROM signing_key WHERE state <> 'retired' ORDER BY env, use, created_at`,
      );
      return { emergency, keys: rows };
    }),
  text: ({ emergency, keys }) =>
    `${emergency ? REPLACED : 'Every step that was due is done.'}\n` +
    table(
      ['environment', 'use', 'state', 'made', 'kid'],
      keys.map(({ kid, env, use, state, created_at }) => [env, use, state, created_at, kid]),
      'There is no key.',
    ),
});
