import { standpoint } from '../../apps/service/testing/command.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../apps/service/testing/people.ts';
import { openTestService, type TestService } from '../../apps/service/testing/service.ts';
import type { Row } from '../bench.ts';
import { median } from '../rounds.ts';
import { type Question, questionsOf } from './questions.ts';

const BARS = { list: 150, home: 500 };

interface Options {
  verifications: number;
  customers: number;
  /** Calls of each kind that are measured, after as many as a third of them that are not. */
  calls: number;
  say(line: string): void;
  rows(...rows: Row[]): void;
}

/** How long lists, filters and home take on a seeded sandbox, as a signed-in person's call, without a network. */
export async function benchDashboard({ verifications, customers, calls, say, rows }: Options): Promise<void> {
  console.log(`lists, filters and home with ${verifications.toLocaleString('en')} verifications`);
  const service = await openTestService({
    database: 'own',
    plugins: () => PEOPLE_PLUGINS,
    unlimited: true,
  });
  try {
    const { org } = await service.organization('Bench');
    rows(...(await seeded(service, org, { verifications, customers, say })));
    const person = await signedIn(service, org, 'admin');
    const bare = await bareQuery(service, org, calls);
    rows({ what: 'bare query of 20 rows by the primary key, p50 ms', figure: bare.toFixed(2) });
    for (const question of await questionsOf(service, org, person)) {
      const times = await timed(calls, () => asked(person, org, question));
      const bar = question.home ? BARS.home : BARS.list;
      const p95 = at(times, 0.95);
      const p50 = median(times);
      say(`${question.what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      rows({
        what: question.what,
        figure: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms, ${(p50 / bare).toFixed(0)} × bare`,
        bar: `p95 ≤ ${bar} ms`,
        met: p95 <= bar,
      });
    }
  } finally {
    await service.close();
  }
}

type Amount = Pick<Options, 'verifications' | 'customers' | 'say'>;

/** By the command that operators use. */
async function seeded(
  service: TestService,
  org: string,
  { verifications, customers, say }: Amount,
): Promise<Row[]> {
  const amounts = ['--verifications', `${verifications}`, '--customers', `${customers}`];
  const { code, stdout, stderr } = await standpoint(['seed', '--org', org, ...amounts, '--json'], {
    ...process.env,
    ...service.variables,
  });
  if (code !== 0) throw new Error(stderr || stdout);
  const made = JSON.parse(stdout);
  say(
    `${made.verifications} verifications of ${made.customers} customers, ${made.sessions} sessions, ${made.seconds} s`,
  );
  return [
    { what: 'seed, verifications per second', figure: `${made.per_second}` },
    { what: 'seed, everything, s', figure: `${made.seconds}` },
  ];
}

async function asked(person: Browser, org: string, { path, query }: Question): Promise<void> {
  const search = new URLSearchParams(query()).toString();
  const { status, text } = await person.call({ path: `/dashboard/api/${org}/sandbox/${path}?${search}` });
  if (status !== 200) throw new Error(`${path}?${search}: ${text.slice(0, 500)}`);
}

async function timed(calls: number, call: () => Promise<void>): Promise<number[]> {
  for (let i = 0; i < calls / 3; i++) await call();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;

/** The least that a list can do: 20 whole rows that follow each other in an index. */
async function bareQuery(service: TestService, org: string, calls: number): Promise<number> {
  const { pool } = service.database;
  const times = await timed(calls, async () => {
    await pool.query(
      `SELECT * FROM verification WHERE org = $1 AND env = 'sandbox' ORDER BY verification_id DESC LIMIT 20`,
      [org],
    );
  });
  return median(times);
}
