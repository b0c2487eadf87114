import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS } from '@standpoint/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { entriesOf } from '../../testing/audit/entries.ts';
import {
  type AttackName,
  attacked,
  attackOf,
  attacks,
  cut,
  recompute,
  type Trx,
} from '../../testing/audit/tamper.ts';
import { standpoint } from '../../testing/command.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { compile } from '../compiled.ts';
import type { Deps } from '../deps.ts';
import { rotateKeys } from '../tokens/signing-keys.ts';
import { sealKey, sealOf } from './chain.ts';
import { headFile, readHeads } from './head-files.ts';
import { signHeads } from './heads.ts';
import { linkEntries } from './link.ts';
import { type KnownHead, walkChain } from './verify-chain.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const { note, linkAll, chainLength, problemIn, keptHead } = entriesOf(service, org);
const HOUR = 3_600_000;

describe('the chain', () => {
  it('has every entry of 100 concurrent writers, and of one that commits after the others', async () => {
    const late = await service.database.pool.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO audit (org, audit_id, actor, action) VALUES ($1, 'aud_late', 'system', 'test.late')`,
      [org.org],
    );
    const writers = Array.from({ length: 100 }, async (_, n) => {
      await note(service.database.db, n);
      if (n % 10 === 0) await linkEntries(service.deps, undefined, 7);
    });
    await Promise.all(writers);
    await Promise.all([linkEntries(service.deps), linkEntries(service.deps)]);
    const before = await chainLength();
    await late.query('COMMIT');
    late.release();
    await linkAll();
    expect(await chainLength()).toBeGreaterThan(before);
    const { rows } = await service.database.pool.query(
      `SELECT count(*) AS entries, (SELECT max(seq) FROM audit_link WHERE org = $1) AS last,
              count(*) FILTER (WHERE action = 'test.late') AS late FROM audit WHERE org = $1`,
      [org.org],
    );
    expect(rows[0].entries).toBe(rows[0].last);
    expect(rows[0].late).toBe(1);
    expect(await walkChain(service.deps, org.org, [])).toMatchObject({
      entries: rows[0].last,
      problem: null,
    });
  });

  it('refuses to have an entry, a link or a head changed or deleted', async () => {
    for (const table of ['audit', 'audit_link', 'audit_head'])
      for (const statement of [
        `UPDATE ${table} SET org = org`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        if (table === 'audit_head' && !statement.startsWith('TRUNCATE')) continue;
        await expect(service.database.owner.query(statement), statement).rejects.toThrow(/append-only/);
      }
  });
});

describe('an attacker who owns the tables', () => {
  let length = 0;
  let heads: KnownHead[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 40; n++) await note(service.database.db, n);
    await linkAll();
    length = await chainLength();
    heads = [await keptHead()];
  });

  it('is found out by every edit, deletion, swap, insertion and cut', async () => {
    const missed: string[] = [];
    for (const { name, run, found_at } of attacks(org.org, length, tries(1_000, 48), 14)) {
      const problem = await attacked(service.database, run, (trx) => problemIn(trx, heads));
      if (!problem || (found_at !== null && problem.seq !== found_at))
        missed.push(`${name}: ${JSON.stringify(problem)}`);
    }
    expect(missed).toEqual([]);
  }, 240_000);

  it('a forger with the root key too is found out by a head that was kept', async () => {
    const key = sealKey(service.deps.envelope);
    const forge = async (trx: Trx) => {
      await sql`UPDATE audit SET outcome = 'forged' WHERE org = ${org.org} AND action = 'test.late'`.execute(
        trx,
      );
      await recompute(trx, org.org, (seq, hash) => sealOf(key, org.org, seq, hash));
    };
    expect(await attacked(service.database, forge, (trx) => problemIn(trx, []))).toBe(null);
    const found = await attacked(service.database, forge, (trx) => problemIn(trx, heads));
    expect(found).toMatchObject({ seq: length, says: expect.stringContaining('another hash') });
  });

  it('is not found out where a comparison is missing', async () => {
    const escapes = async (change: [string, string], name: AttackName, known = heads) => {
      const { walkChain: walk } = await mutant<{ walkChain: typeof walkChain }>(
        'audit/verify-chain.ts',
        change,
      );
      const attack = attackOf(name, org.org, length);
      return attacked(service.database, attack.run, (trx) => problemIn(trx, known, walk));
    };
    const unlinked: [string, string] = [
      'if (!linkHash(before.hash, row as Entry).equals(row.hash))',
      'if (false)',
    ];
    expect(await escapes(unlinked, 'edited')).toBe(null);
    const unsealed: [string, string] = ['if (!seal.equals(row.seal))', 'if (false)'];
    expect(await escapes(unsealed, 'rewritten', [])).toBe(null);
    const uncut: [string, string] = ['if (!longest) return null;', 'return null;'];
    expect(await escapes(uncut, 'cutOff')).toBe(null);
    // Nor where no head was kept.
    const { run } = attackOf('cutOff', org.org, length);
    expect(await attacked(service.database, run, (trx) => problemIn(trx, []))).toBe(null);
  });
});

describe('heads', () => {
  const now = () => service.deps.clock.now();
  const kept = () => readHeads(service.deps, org.org, headFile(service.config.data_dir, org.org));
  const told = async () =>
    (
      await service.database.pool.query(
        `SELECT env, data FROM event WHERE org = $1 AND type = 'audit.head' ORDER BY event_id`,
        [org.org],
      )
    ).rows;

  it('are signed when an hour has passed and the chain has grown, and leave the database', async () => {
    await linkAll();
    const begin = now();
    expect(await signHeads(service.deps, begin)).toBeGreaterThan(0);
    const length = await chainLength();
    expect((await kept()).heads.map(({ seq }) => seq)).toEqual([length]);
    await note(service.database.db, 1);
    await linkAll();
    expect(await signHeads(service.deps, begin + HOUR - 1_000)).toBe(0);
    expect(await signHeads(service.deps, begin + HOUR + 1_000)).toBe(1);
    expect(await signHeads(service.deps, begin + 3 * HOUR)).toBe(0);
    const { heads, refused } = await kept();
    expect([heads.map(({ seq }) => seq), refused]).toEqual([[length, length + 1], []]);
    const events = await told();
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({
      env: 'production',
      data: { seq: length + 1, head: expect.any(String) },
    });
    const body = { ...events[1].data, livemode: true };
    expect(compile(EVENTS['audit.head'].data).Check(body), JSON.stringify(body)).toBe(true);
    expect((await walkChain(service.deps, org.org, heads)).problem).toBe(null);
  });

  it('are signed by one of two nodes', async () => {
    await note(service.database.db, 2);
    await linkAll();
    const at = now() + 5 * HOUR;
    const signed = await Promise.all([signHeads(service.deps, at), signHeads(service.deps, at)]);
    expect(signed.toSorted()).toEqual([0, 1]);
  });

  it('vouch for no chain that was edited or cut since the last one', async () => {
    await note(service.database.db, 3);
    await linkAll();
    const length = await chainLength();
    const at = now() + 7 * HOUR;
    const signedAfter = (attack: (trx: Trx) => Promise<unknown>) =>
      attacked(service.database, attack, (trx) =>
        signHeads({ ...service.deps, database: { ...service.database, db: trx } } as Deps, at),
      );
    const last = sql`(SELECT audit_id FROM audit_link WHERE org = ${org.org} AND seq = ${length})`;
    expect(
      await signedAfter((trx) =>
        sql`UPDATE audit SET outcome = 'forged' WHERE org = ${org.org} AND audit_id = ${last}`.execute(trx),
      ),
    ).toBe(0);
    expect(
      await signedAfter(async (trx) => {
        await cut(trx, org.org, length - 4);
        await sql`DELETE FROM audit_head WHERE org = ${org.org}`.execute(trx);
      }),
    ).toBe(0);
    const { signHeads: careless } = await mutant<{ signHeads: typeof signHeads }>('audit/heads.ts', [
      'if (problem) {',
      'if (problem === undefined) {',
    ]);
    const aside = { ...service.config, data_dir: join(service.config.data_dir, 'aside') };
    const edited = (trx: Trx) =>
      sql`UPDATE audit SET outcome = 'forged' WHERE org = ${org.org} AND audit_id = ${last}`.execute(trx);
    const signed = await attacked(service.database, edited, (trx) =>
      careless({ ...service.deps, config: aside, database: { ...service.database, db: trx } } as Deps, at),
    );
    expect(signed, 'mutation control').toBeGreaterThan(0);
    expect(await signHeads(service.deps, at)).toBeGreaterThan(0);
  });

  it('count no line of another service, of another organization or of a withdrawn key', async () => {
    const file = headFile(service.config.data_dir, org.org);
    const good = readFileSync(file, 'utf8').trim().split('\n');
    const forged = JSON.stringify({ ...JSON.parse(good[0]!), head: JSON.parse(good[0]!).head.slice(0, -8) });
    const copy = join(service.config.data_dir, 'heads-kept.jsonl');
    writeFileSync(copy, [...good, forged, 'no json', ''].join('\n'));
    const read = await readHeads(service.deps, org.org, copy);
    expect([read.heads.length, read.refused]).toEqual([good.length, [good.length + 1, good.length + 2]]);
    expect((await readHeads(service.deps, `org_${'0'.repeat(26)}`, copy)).heads).toEqual([]);
    await rotateKeys(service.database.pool, service.deps.envelope.subkey('signing-keys'), {
      emergency: true,
    });
    await service.deps.keys.refresh();
    expect(await kept()).toMatchObject({ heads: [], refused: [], withdrawn: good.length });
    // The chain is signed anew, under the new key.
    await note(service.database.db, 4);
    await linkAll();
    expect(await signHeads(service.deps, now() + 9 * HOUR)).toBe(1);
    expect((await kept()).heads).toHaveLength(1);
  });
});

describe('audit verify and audit list', () => {
  const run = (...args: string[]) => standpoint(['audit', ...args, '--org', org.org], service.variables);

  it('says that the chain holds, and names the first bad entry with exit code 1', async () => {
    const good = await run('verify', '--json');
    expect([good.code, good.json.ok, good.json.problem]).toEqual([0, true, null]);
    expect(good.json.heads).toMatchObject({ checked: 1, withdrawn: expect.any(Number) });
    const { rows } = await service.database.owner.query(
      `SELECT seq, audit_id FROM audit_link WHERE org = $1 AND seq = 17`,
      [org.org],
    );
    const { audit_id } = rows[0];
    const edit = (outcome: string) =>
      service.database.owner.query(
        `ALTER TABLE audit DISABLE TRIGGER audit_append_only;
         UPDATE audit SET outcome = '${outcome}' WHERE org = '${org.org}' AND audit_id = '${audit_id}';
         ALTER TABLE audit ENABLE TRIGGER audit_append_only`,
      );
    await edit('forged');
    const bad = await run('verify');
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain(
      `THE CHAIN DOES NOT HOLD. Link 17, ${audit_id}: the entry or its link was changed`,
    );
    await edit('ok');
    expect((await run('verify')).code).toBe(0);
  });

  it('lists pages of entries by action, actor, target and time', async () => {
    const ids = async (...args: string[]) => {
      const { json } = await run('list', '--json', ...args);
      return json.entries.map(({ audit_id }: { audit_id: string }) => audit_id) as string[];
    };
    const all = await ids('--limit', '100', '--action', 'test.*');
    expect(all).toEqual(all.toSorted().reverse());
    const first = (await run('list', '--json', '--limit', '3', '--action', 'test.*')).json;
    const next = await ids('--limit', '3', '--action', 'test.*', '--cursor', first.next_cursor);
    expect([...first.entries.map((entry: { audit_id: string }) => entry.audit_id), ...next]).toEqual(
      all.slice(0, 6),
    );
    expect(await ids('--action', 'test_noted')).toEqual([]);
    expect(await ids('--action', 'test.noted', '--target', 'ver_39')).toHaveLength(2);
    expect(await ids('--actor', 'nobody')).toEqual([]);
    expect(await ids('--to', '2020-01-01T00:00:00Z')).toEqual([]);
    expect(await ids('--action', 'test.late', '--from', '2020-01-01T00:00:00Z')).toHaveLength(1);
    expect((await run('list', '--action', 'test.late')).stdout).toMatch(/^AT +ACTION[\s\S]*test\.late/);
    expect((await run('list', '--from', 'soon')).code).toBe(2);
  });

  it('finds a tail that was cut off only against heads that were kept elsewhere', async () => {
    const kept = join(service.config.data_dir, 'kept-elsewhere.jsonl');
    renameSync(headFile(service.config.data_dir, org.org), kept);
    const [newest] = (await readHeads(service.deps, org.org, kept)).heads.slice(-1);
    await service.database.owner.query(
      `ALTER TABLE audit DISABLE TRIGGER USER; ALTER TABLE audit_link DISABLE TRIGGER USER;
       DELETE FROM audit a USING audit_link l WHERE a.org = '${org.org}' AND l.org = a.org
         AND l.audit_id = a.audit_id AND l.seq >= ${newest!.seq};
       DELETE FROM audit_link WHERE org = '${org.org}' AND seq >= ${newest!.seq}`,
    );
    const without = await run('verify');
    expect([without.code, without.stdout]).toEqual([0, expect.stringContaining('a cut tail would not show')]);
    const found = await run('verify', '--heads', kept, '--json');
    expect(found.code).toBe(1);
    expect(found.json.problem).toMatchObject({
      seq: newest!.seq,
      says: expect.stringContaining('were cut off'),
    });
    expect((await run('verify', '--heads', 'nowhere.jsonl')).code).toBe(1);
  });
});
