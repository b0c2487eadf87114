import { newId } from '../../apps/service/src/ids.ts';
import type { Browser } from '../../apps/service/testing/people.ts';
import type { TestService } from '../../apps/service/testing/service.ts';

/** One call of the dashboard, with other values each time where it has any. */
export interface Question {
  what: string;
  path: string;
  home?: true;
  query(): Record<string, string>;
}

const DAY_MS = 86_400_000;
const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString();
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
const some = (): Record<string, string> => {
  const from = 2 + Math.random() * 26;
  return { from: day(from), to: day(from - 1) };
};

const lists = (what: string, query: Question['query']): Question => ({
  what: `verifications ${what}`,
  path: 'verifications',
  query: () => ({ limit: '50', ...query() }),
});

const sessions = (what: string, query: Question['query']): Question => ({
  what: `sessions ${what}`,
  path: 'sessions',
  query: () => ({ limit: '50', ...query() }),
});

const home = (range: string, more: () => Record<string, string> = () => ({})): Question => ({
  what: `home ${range}${more().policy ? ' of one policy' : ''}`,
  path: 'home',
  home: true,
  query: () => ({ range, zone: 'Europe/Berlin', ...more() }),
});

/** Every list by each filter alone and by several, and home in each range. */
export async function questionsOf(service: TestService, org: string, person: Browser): Promise<Question[]> {
  const known = await knownIn(service, org, person);
  const { customers, policies } = known;
  return [
    ...verificationsOf(known),
    sessions('newest', () => ({})),
    sessions('with review', () => ({ decision: 'review' })),
    sessions('expired', () => ({ status: 'expired' })),
    sessions('by customer', () => ({ customer_id: pick(customers) })),
    sessions('of one day', some),
    ...customers
      .slice(0, 1)
      .map((id) => ({ what: 'a customer’s timeline', path: `customers/${id}`, query: () => ({}) })),
    { what: 'reviews', path: 'reviews', query: () => ({ limit: '50' }) },
    { what: 'reviews that are overdue', path: 'reviews', query: () => ({ limit: '50', due: day(0) }) },
    ...['1h', '24h', '7d', '30d'].map((range) => home(range)),
    home('30d', () => ({ policy: pick(policies) })),
  ];
}

const verificationsOf = ({ customers, installs }: Known): Question[] => [
  lists('newest', () => ({})),
  lists('somewhere in the middle', () => ({
    cursor: newId('verification', Date.now() - Math.random() * 30 * DAY_MS),
  })),
  lists('by customer', () => ({ customer_id: pick(customers) })),
  lists('by install', () => ({ install_id: pick(installs) })),
  ...['pass', 'fail', 'review', 'retry'].map((decision) => lists(`with ${decision}`, () => ({ decision }))),
  ...['border_uncertain', 'ip_vpn', 'impossible_travel', 'rooted'].map((reason) =>
    lists(`because of ${reason}`, () => ({ reason })),
  ),
  lists('of one day', some),
  lists('of one day with fail', () => ({ ...some(), decision: 'fail' })),
  lists('of one day because of ip_vpn', () => ({ ...some(), reason: 'ip_vpn' })),
  lists('with retry because of impossible_travel', () => ({
    decision: 'retry',
    reason: 'impossible_travel',
  })),
  lists('by customer with fail in a month', () => ({
    customer_id: pick(customers),
    decision: 'fail',
    from: day(30),
    to: day(0),
  })),
];

interface Known {
  customers: string[];
  installs: string[];
  policies: string[];
}

interface Listed {
  customer_id: string;
  install_id: string | null;
}

async function knownIn({ database }: TestService, org: string, person: Browser): Promise<Known> {
  const path = `/dashboard/api/${org}/sandbox/geolocation/verifications?limit=100`;
  const verifications: Listed[] = (await person.call({ path })).data.verifications;
  const { rows } = await database.pool.query<{ policy_id: string }>(
    `SELECT policy_id FROM policy WHERE org = $1 AND status = 'published'`,
    [org],
  );
  return {
    customers: verifications.map(({ customer_id }) => customer_id),
    installs: verifications.flatMap(({ install_id }) => install_id ?? []),
    policies: rows.map(({ policy_id }) => policy_id),
  };
}
