import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { createPerson, join } from '../../src/people/accounts.ts';
import { testOrganization, testService } from '../hooks.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, PEOPLE_PLUGINS, sharingOneHash } from '../people.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';

/** A service at which people sign in with a provider, which says what the test wants. */
export function providerStage() {
  let started: IdentityProvider | undefined;
  beforeAll(async () => {
    started = await identityProvider();
  });
  afterAll(() => started?.close());
  const provider = later('provider', () => started);
  const service = testService(() => ({ plugins: () => PEOPLE_PLUGINS, env: provider.env, unlimited: true }));
  const organization = testOrganization(service);
  beforeEach(() => {
    provider.says = { claims: {} };
  });
  let made = 0;

  const begin = (page = 'start') => browserOf(service).call({ path: `${AUTH}/provider`, body: { page } });

  /** The whole way: to the provider, and back with what it says. `lost`: the browser comes back without its cookie. */
  async function comeBack({ lost = false, change = (url: URL) => url } = {}) {
    const begun = await begin();
    const away = await fetch(begun.data.url, { redirect: 'manual' });
    const back = change(new URL(away.headers.get('location')!));
    return browserOf(service, lost ? '' : cookiesOf(begun)).call({ path: back.pathname + back.search });
  }

  const says = (email: string, more: object = {}) => {
    provider.says = {
      claims: { sub: `sub-${email}`, email, email_verified: true, name: 'Ana Ops', ...more },
    };
  };

  async function member() {
    const email = `member-${++made}@people.example`;
    const { db } = service.database;
    const people = await sharingOneHash(service.deps);
    const user_id = await createPerson(db, people, { name: 'Mo', email, password: PASSWORD });
    await join(db, organization.org, user_id, 'analyst');
    return email;
  }

  /** What the page says to a person whose first sign-in there it was. */
  const ways = ({ headers }: Awaited<ReturnType<typeof comeBack>>) => {
    const { pathname, searchParams } = new URL(String(headers.location), service.deps.config.base_url);
    expect(pathname).toBe('/dashboard/sign-in');
    return Object.fromEntries(searchParams);
  };
  const audited = async (action: string, target: string) =>
    (
      await service.database.pool.query(
        'SELECT actor, outcome, detail FROM audit WHERE org = $1 AND action = $2 AND target = $3',
        [organization.org, action, target],
      )
    ).rows;

  const team = () => ({ path: `/dashboard/api/${organization.org}/team` });
  const sessionOf = (answer: Awaited<ReturnType<typeof comeBack>>) => browserOf(service, cookiesOf(answer));

  return { provider, service, organization, begin, comeBack, says, member, ways, audited, team, sessionOf };
}
