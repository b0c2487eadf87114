import { audit } from '../../accounts/audit.ts';
import type { Database } from '../../database/connect.ts';
import { hasRecordsWords, recordsIn } from '../../seed/empty.ts';
import { type Seeded, seedAll } from '../../seed/fill.ts';
import { command, Failure, number, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { inBulk } from './bulk.ts';
import { progressOf } from './progress.ts';

const MOST = 2_000_000;
/** Up to here, everything goes through the statements of the service itself. */
const ONE_BY_ONE_MOST = 5_000;

async function requireEmpty(database: Database, org: string): Promise<void> {
  const env = await recordsIn(database, org);
  if (env !== null)
    throw new Failure(
      hasRecordsWords(org, env),
      'Seed a new organization: npx standpoint orgs create --name Example, then seed --org with its id. ' +
        'Or start with an empty data folder: STANDPOINT_DATA_DIR=./.standpoint-seed npx standpoint start',
    );
}

export const seed = command({
  name: 'seed',
  summary: 'Fill an empty sandbox with made-up people and real decisions about them',
  options: {
    verifications: { type: 'string', value: 'N', required: true, meaning: `how many, 1 to ${MOST}` },
    customers: { type: 'string', value: 'M', meaning: 'how many people (default: a tenth of N)' },
    sessions: {
      type: 'string',
      value: 'K',
      meaning: 'face sessions (default: 1 per 15 verifications, at most 300)',
    },
    seed: { type: 'string', value: 'NUMBER', meaning: 'the same number makes the same people (default: 1)' },
    ...ORG,
  },
  notes:
    'Every record is decided, signed and sealed by this service, and dated within the last 30 days. It also\n' +
    'publishes policies, which hold for both environments, for types of transactions that have none: use an\n' +
    'organization of its own. It refuses an organization that has records, and never writes to production.\n' +
    'Stopped by Ctrl-C, it says what is there.',
  run: async ({ options, terminal, json }) => {
    const verifications = number('verifications', options.verifications, 1, MOST);
    const wanted = {
      verifications,
      customers: number(
        'customers',
        options.customers ?? `${Math.max(1, Math.ceil(verifications / 10))}`,
        1,
        MOST,
      ),
      sessions: number(
        'sessions',
        options.sessions ?? `${Math.min(300, Math.ceil(verifications / 15))}`,
        0,
        100_000,
      ),
      seed: number('seed', options.seed ?? '1', 0, 1_000_000),
    };
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      await requireEmpty(deps.database, org);
      const progress = progressOf(terminal, json);
      try {
        const many = (now_ms: number) => inBulk(deps, org, now_ms, wanted, { progress, terminal });
        const made = await seedAll(deps, org, wanted, {
          progress,
          actor: 'cli',
          inBulk: verifications > ONE_BY_ONE_MOST ? many : undefined,
        });
        const entry = { org, env: 'sandbox', actor: 'cli', action: 'sandbox.seeded', target: org } as const;
        await audit(deps.database.db, { ...entry, detail: { ...made } });
        return made;
      } finally {
        progress.end();
      }
    });
  },
  text: (made: Seeded) =>
    [
      made.stopped ? 'Stopped. This much is there:' : 'The sandbox has:',
      `  ${made.verifications} verifications of ${made.customers} customers`,
      `  ${made.sessions} face sessions`,
      `  ${made.reviews_open} open reviews, ${made.reviews_decided} decided`,
      `${made.seconds} s, ${made.per_second} verifications per second`,
      'See them on the dashboard, in the sandbox.',
    ].join('\n'),
  exit: (made: Seeded) => (made.stopped ? 1 : 0),
});
