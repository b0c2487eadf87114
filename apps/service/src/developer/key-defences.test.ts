import { beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/database.ts';
import { keyMaker } from '../../testing/keys/maker.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { createKey, LIVE_KEYS_MAX, type NewKey } from '../accounts/api-keys.ts';
import type * as Changes from '../accounts/key-changes.ts';
import type * as Handlers from './keys.ts';

const { service, org, made, mint } = keyMaker();

describe('without a defence', () => {
  const by = { actor: 'control' };
  const wanted = (): NewKey => ({ org: org.org, env: 'production', kind: 'api', name: 'control' });
  let db: typeof service.database.db;
  beforeAll(() => {
    db = service.database.db;
  });

  it('that a key belongs to its organization, another one could end and copy it', async () => {
    const { key_id } = await made();
    const others = (await service.organization('Other')).org;
    const changes = await mutantInside<typeof Changes>(
      'accounts/key-changes.ts',
      'accounts/api-keys.ts',
      [".set({ revoked_at: new Date() })\n    .where('org', '=', org)", '.set({ revoked_at: new Date() })'],
      [
        ".selectFrom('api_key')\n    .selectAll()\n    .where('org', '=', org)\n    .$if",
        ".selectFrom('api_key').selectAll().$if",
      ],
    );
    expect(await changes.replaceKey(db, by, { org: others, key_id }, '1h')).not.toBeNull();
    expect(await changes.endKey(db, by, { org: others, key_id })).toBe(true);
  });

  /** At nine keys, a second one is made while the first is not committed yet. */
  async function twoAtOnce(create: typeof createKey): Promise<'made' | 'refused'> {
    for (let i = 3; i < LIVE_KEYS_MAX; i++) await createKey(db, wanted());
    let second: Promise<'made' | 'refused'> | undefined;
    await db.transaction().execute(async (trx) => {
      await create(trx, wanted());
      second = db
        .transaction()
        .execute((other) => create(other, wanted()))
        .then(
          () => 'made',
          () => 'refused',
        );
      const blocked = untilBlocked(service.database.pool).catch(() => undefined);
      await Promise.race([second, blocked]);
    });
    return second!;
  }

  it('for two at once, the eleventh key is made', async () => {
    expect(await twoAtOnce(createKey)).toBe('refused');
    await service.database.pool.query('DELETE FROM api_key WHERE org = $1 AND name = $2', [
      org.org,
      'control',
    ]);
    const { createKey: unlocked } = await mutant<{ createKey: typeof createKey }>('accounts/api-keys.ts', [
      '  await lockOrganization(db, key.org);\n',
      '',
    ]);
    expect(await twoAtOnce(unlocked)).toBe('made');
  });

  it('of its addresses, a key is made that no call can be compared with', async () => {
    const { makeKeyHandler } = await mutant<typeof Handlers>('developer/keys.ts', ['isCidr(cidr)', 'true']);
    const call = {
      caller: { org: org.org, env: 'production', actor: 'control' },
      body: { kind: 'api', name: 'control', cidrs: ['nowhere'] },
    };
    const { key } = (await makeKeyHandler(call as never, service.deps)) as { key: string };
    expect((await mint(key)).status).toBe(500);
  });
});
