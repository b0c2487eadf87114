import { audit } from '../../src/accounts/audit.ts';
import { linkEntries } from '../../src/audit/link.ts';
import { findUnlinked, type KnownHead, walkChain } from '../../src/audit/verify-chain.ts';
import type { Deps } from '../../src/deps.ts';
import type { TestOrganization, TestService } from '../service.ts';
import type { Trx } from './tamper.ts';

/** Entries of an organization, their links, and what a check of the chain finds. */
export function entriesOf(service: TestService, org: TestOrganization) {
  const note = (db: Trx, n: number, of = org.org) =>
    audit(db, {
      org: of,
      env: 'sandbox',
      actor: 'system',
      action: 'test.noted',
      target: `ver_${n}`,
      request_id: `req_${n}`,
      ip: '198.51.100.7',
      detail: { n, list: [1, 'two', { three: 3 }], text: 'é"\\\n' },
    });

  /** Waits for transactions of other tests, whose databases are in the same cluster. */
  async function linkAll(of = org.org): Promise<void> {
    for (let waiting = 1; waiting > 0; ) {
      await linkEntries(service.deps);
      ({ waiting } = await findUnlinked(service.deps, of));
    }
  }

  async function chainLength(of = org.org): Promise<number> {
    const { rows } = await service.database.pool.query<{ n: number }>(
      'SELECT count(*) AS n FROM audit_link WHERE org = $1',
      [of],
    );
    return rows[0]!.n;
  }

  /** What `audit verify` finds in the state of a transaction. */
  async function problemIn(trx: Trx, heads: readonly KnownHead[], walk = walkChain) {
    const seen = { ...service.deps, database: { ...service.database, db: trx } } as Deps;
    const { problem } = await walk(seen, org.org, heads);
    return problem ?? (await findUnlinked(seen, org.org)).problem;
  }

  /** A head that an operator kept, of the chain as it is now. */
  async function keptHead(): Promise<KnownHead> {
    const { end } = await walkChain(service.deps, org.org, []);
    return { seq: end!.seq, hash: end!.hash, signed_at: '2026-11-22T09:30:00.000Z' };
  }

  return { note, linkAll, chainLength, problemIn, keptHead };
}
