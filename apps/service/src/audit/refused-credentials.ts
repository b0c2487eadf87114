import type { Environment, ErrorCode } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import { networkBlock } from '../network-address.ts';

/** A credential that was genuine once, and was refused. */
interface RefusedCredential {
  org: string;
  env: Environment;
  code: ErrorCode;
  ip: string;
}

interface Count {
  refused: RefusedCredential;
  count: number;
  networks: Set<string>;
}

/** More are not told apart: the memory of a count stays small under any flood. */
const NETWORKS_MAX = 1_000;

/**
 * Refused credentials of the running minute, on this node. They are counted, and each organization gets one
 * entry per environment and code: with a row for each, an attacker could fill the audit log. A credential that
 * proves no organization stands in the metric `standpoint_refusals_total` alone.
 */
export class RefusedCredentials {
  #counts = new Map<string, Count>();

  note(refused: RefusedCredential): void {
    const key = `${refused.org}|${refused.env}|${refused.code}`;
    const found = this.#counts.get(key) ?? { refused, count: 0, networks: new Set() };
    found.count++;
    if (found.networks.size < NETWORKS_MAX) found.networks.add(networkBlock(refused.ip));
    this.#counts.set(key, found);
  }

  /** Writes an entry for each count and begins anew. What cannot be written is kept and counted on. */
  async flush(db: Kysely<Schema>): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [key, found] of counts) {
      const { refused, count, networks } = found;
      const { org, env, code, ip } = refused;
      try {
        await audit(db, {
          org,
          env,
          actor: 'client',
          action: 'credential.refused',
          outcome: 'refused',
          // One network is named; of many, only their number says something.
          ip: networks.size === 1 ? ip : null,
          detail: { code, count, networks: networks.size },
        });
        counts.delete(key);
      } catch (error) {
        for (const left of counts.values()) this.#keep(left);
        throw error;
      }
    }
  }

  #keep({ refused, count, networks }: Count): void {
    const key = `${refused.org}|${refused.env}|${refused.code}`;
    const found = this.#counts.get(key);
    if (!found) this.#counts.set(key, { refused, count, networks });
    else found.count += count;
  }
}
