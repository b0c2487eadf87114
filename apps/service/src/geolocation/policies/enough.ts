import type { backtests } from '@standpoint/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { PolicyBacktestTable } from '../../database/tables/policies.ts';
import { refuse } from '../../refuse.ts';

type Db = Kysely<Schema>;
type Row = Selectable<PolicyBacktestTable>;
type Lack = NonNullable<backtests.Backtest['lacks']>;

/** The least that a back-test looks at before a draft is published: so many days in full, or so many decisions. */
const LEAST_DAYS = 7;
const LEAST_DECISIONS = 1_000;
const DAY_MS = 86_400_000;
/** The database wrote the start, and this node the days before it. */
const CLOCKS_DAYS = 0.1;

const replayedOf = ({ totals }: Row) => totals.replayed as number;

/** Why a back-test that ended says too little about what its content would do; null where it says enough. */
export async function lackOf(db: Db, row: Row): Promise<Lack | null> {
  if (row.env !== 'production' && (await hasDecisions(db, row.org))) return 'sandbox';
  const replayed = replayedOf(row);
  // A time that ended earlier may lie where nothing was decided.
  const days = row.until ? 0 : (row.started_at.getTime() - row.since.getTime()) / DAY_MS;
  const whole = days >= LEAST_DAYS - CLOCKS_DAYS && replayed < row.most;
  return whole || replayed >= LEAST_DECISIONS ? null : 'too_little';
}

async function hasDecisions(db: Db, org: string): Promise<boolean> {
  const found = await db
    .selectFrom('verification')
    .select('verification_id')
    .where('org', '=', org)
    .where('env', '=', 'production')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface Named {
  org: string;
  policy_id: string;
  backtest_id: string;
}

/** A back-test that ended, of exactly this content. */
const endedOf = (db: Db, { org, policy_id, backtest_id }: Named, digest: string): Promise<Row | undefined> =>
  db
    .selectFrom('policy_backtest')
    .selectAll()
    .where('org', '=', org)
    .where('policy_id', '=', policy_id)
    .where('backtest_id', '=', backtest_id)
    .where('digest', '=', digest)
    .where('state', '=', 'done')
    .executeTakeFirst();

/** What the person saw, for the audit log. */
const seen = (row: Row) => ({
  backtest_id: row.backtest_id,
  backtest_env: row.env,
  ...(row.days === null ? { since: row.since, until: row.until } : { days: row.days }),
  replayed: replayedOf(row),
  flipped: row.totals.flipped,
});

const LACKS: Record<Lack, (row: Row) => string> = {
  sandbox: () =>
    'This back-test is of the sandbox, and production has stored decisions. Run one in production, ' +
    'then publish. Nothing was changed.',
  too_little: (row) =>
    `This back-test decided ${replayedOf(row)} decisions again. Publishing needs one over the last ` +
    `${LEAST_DAYS} days or more, or over at least ${LEAST_DECISIONS.toLocaleString('en')} decisions. ` +
    'Nothing was changed.',
};

/** The back-test of exactly this content, if it says enough about what the draft would do; else what is missing. */
export async function requireBacktest(db: Db, named: Named, digest: string) {
  const row = (await endedOf(db, named, digest)) ?? refuse('backtest_needed', named.backtest_id);
  const lack = await lackOf(db, row);
  if (lack) refuse('backtest_needed', lack, { message: LACKS[lack](row) });
  return seen(row);
}

/**
 * What the audit log says of a roll-back. It is never blocked, so a back-test that says too little, was deleted after
 * its days, or is of other content is named as the reason why the roll-back counts as untested.
 */
export async function evidenceOf(db: Db, named: Named, digest: string) {
  const row = await endedOf(db, named, digest);
  if (!row) return { tested: false, why_not: 'no_such_test' };
  const lack = await lackOf(db, row);
  return { tested: lack === null, ...(lack && { why_not: lack }), ...seen(row) };
}
