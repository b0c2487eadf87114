import type { AnswerOf, developer } from '@standpoint/contract';
import type { Handler } from '../route.ts';
import { ROTATION } from '../tokens/signing-keys.ts';

type Shown = AnswerOf<typeof developer.listSigningKeys>['keys'][number];

interface KeyRow {
  kid: string;
  use: Shown['use'];
  state: Shown['state'];
  created_at: Date;
  active_at: Date | null;
  retiring_at: Date | null;
  retired_at: Date | null;
}

const HOUR_MS = 3_600_000;
/** Years of rotations. */
const SHOWN_MAX = 100;

/** Keys of an environment, which all organizations share, in the order in which they sign. */
export const listSigningKeysHandler: Handler<typeof developer.listSigningKeys> = async (
  { caller: { env } },
  { database, config },
) => {
  const { rows } = await database.pool.query<KeyRow>(
    `SELECT kid, use, state, created_at, active_at, retiring_at, retired_at FROM signing_key
      WHERE env = $1
      ORDER BY array_position('{next,active,retiring,retired}'::text[], state), use DESC, created_at DESC
      LIMIT $2`,
    [env, SHOWN_MAX],
  );
  return {
    jwks_url: `${config.base_url}${env === 'sandbox' ? '/sandbox' : ''}/.well-known/jwks.json`,
    keys: rows.map((row) => shownKey(row, rows)),
  };
};

function shownKey(row: KeyRow, all: readonly KeyRow[]): Shown {
  const { kid, use, state, created_at } = row;
  return {
    kid,
    use,
    state,
    created_at: created_at.toISOString(),
    since: (sinceOf(row) ?? created_at).toISOString(),
    until: untilOf(row, all)?.toISOString() ?? null,
  };
}

const sinceOf = ({ state, active_at, retiring_at, retired_at }: KeyRow): Date | null =>
  ({ next: null, active: active_at, retiring: retiring_at, retired: retired_at })[state];

const later = (time: Date | null | undefined, hours: number): Date | null =>
  time ? new Date(time.getTime() + hours * HOUR_MS) : null;

/** When the next state is due. The hourly step of the rotation may come up to an hour after it. */
function untilOf({ use, state, active_at, retiring_at, created_at }: KeyRow, all: readonly KeyRow[]) {
  const { active_days, published_ahead_h, retiring_h } = ROTATION;
  if (state === 'retired') return null;
  if (state === 'retiring') return later(retiring_at, retiring_h);
  const of = (wanted: KeyRow['state']) => all.find((each) => each.use === use && each.state === wanted);
  const due = later(state === 'active' ? active_at : of('active')?.active_at, active_days * 24);
  // No key signs before it has been published for a day.
  const published = later(state === 'next' ? created_at : of('next')?.created_at, published_ahead_h);
  return due && published ? new Date(Math.max(due.getTime(), published.getTime())) : due;
}
