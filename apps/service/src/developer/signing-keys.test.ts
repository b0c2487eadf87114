import { beforeAll, describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { pages } from '../pages/all.ts';
import { rotateKeys } from '../tokens/signing-keys.ts';

const service = testService({ plugins: () => [pages()], unlimited: true });
const org = testOrganization(service);
let owner: Browser;
beforeAll(async () => {
  owner = await signedIn(service, org.org, 'owner');
});

interface Shown {
  kid: string;
  use: string;
  state: string;
  since: string;
  until: string | null;
}
const DAY_MS = 86_400_000;
const read = async (env = 'production') =>
  (await owner.call({ path: `/dashboard/api/${org.org}/${env}/signing-keys` })).data;
const keys = async (use = 'sig'): Promise<Shown[]> =>
  (await read()).keys.filter((key: Shown) => key.use === use);
/** Lets all that the keys remember be so much longer ago. */
const age = (interval: string) =>
  service.database.pool.query(
    `UPDATE signing_key SET created_at = created_at - $1::interval, active_at = active_at - $1::interval,
            retiring_at = retiring_at - $1::interval, retired_at = retired_at - $1::interval`,
    [interval],
  );
const rotate = () => rotateKeys(service.database.pool, service.deps.envelope.subkey('signing-keys'));
const inDays = (time: string | null) =>
  Math.round(((Date.parse(time!) - Date.now()) / DAY_MS) * 100) / 100 + 0;

describe('the list of signing keys', () => {
  it('has those of the environment, with the address where they are published', async () => {
    const production = await read();
    expect(production.jwks_url).toBe(`${service.config.base_url}/.well-known/jwks.json`);
    expect(production.keys.map(({ use, state }: Shown) => [use, state])).toEqual([
      ['sig', 'active'],
      ['enc', 'active'],
    ]);
    const sandbox = await read('sandbox');
    expect(sandbox.jwks_url).toBe(`${service.config.base_url}/sandbox/.well-known/jwks.json`);
    const kids = (answer: { keys: Shown[] }) => answer.keys.map(({ kid }) => kid);
    expect(kids(sandbox).filter((kid) => kids(production).includes(kid))).toEqual([]);
    const { pathname } = new URL(sandbox.jwks_url);
    const published = (await service.app.inject(pathname)).json();
    expect(published.keys.map(({ kid }: Shown) => kid).sort()).toEqual(kids(sandbox).sort());
    expect(JSON.stringify(production)).not.toMatch(/sealed|private|jwk"/);
  });

  it('says when each state began and ends, through a whole rotation', async () => {
    const [first] = await keys();
    expect([inDays(first!.since), inDays(first!.until)]).toEqual([0, 90]);

    await age('89 days 1 hour');
    await rotate();
    const [next, active] = await keys();
    expect([next!.state, active!.state]).toEqual(['next', 'active']);
    // Published for a whole day before it signs, even where the active one then is a little older than 90 days.
    expect([inDays(next!.since), inDays(next!.until), inDays(active!.until)]).toEqual([0, 1, 1]);

    await age('1 day 1 minute');
    await rotate();
    const [signs, retiring] = await keys();
    expect([signs!.state, retiring!.state]).toEqual(['active', 'retiring']);
    expect(retiring!.kid).toBe(first!.kid);
    expect([inDays(signs!.since), inDays(signs!.until)]).toEqual([0, 90]);
    expect([inDays(retiring!.since), inDays(retiring!.until)]).toEqual([0, 1.04]);

    await age('25 hours 1 minute');
    await rotate();
    const [, retired] = await keys();
    expect(retired).toMatchObject({ kid: first!.kid, state: 'retired', until: null });
    expect(inDays(retired!.since)).toBe(0);
  });
});
