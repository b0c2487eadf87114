import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { KeyKind, OrganizationSettings, Schema } from '../database/schema.ts';
import { lookupOf, readFilter } from './api-keys.ts';

/** A key's row, with the columns of its organization that every call needs. */
export interface CachedKey {
  org: string;
  org_name: string;
  env: Environment;
  key_id: string;
  kind: KeyKind;
  secret_sha256: Buffer;
  scopes: string[];
  cidrs: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  settings: OrganizationSettings;
}

export interface KeyCache {
  /**
   * Revoked keys are found too: the caller refuses them, and knows whose they were. With the secret, a key that
   * this installation never issued costs no query.
   */
  find(lookup: string, secret?: string): Promise<CachedKey | null>;
  /** Notes a use. It is written at most once a minute, outside the call. */
  used(key: CachedKey): void;
  clear(): void;
}

/** A revoked key is refused on every node within this time, even if the notice was lost. */
const BELIEVED_MS = 5_000;
const USE_WRITTEN_EVERY_MS = 60_000;

/**
 * Remembers keys that were issued, revoked ones too, and nothing else: a flood of guesses costs no query and
 * fills no memory.
 */
export function openKeyCache(db: Kysely<Schema>, now: () => number = () => performance.now()): KeyCache {
  const known = new Map<string, { key: Promise<CachedKey | null>; until: number }>();
  const written = new Map<string, number>();
  let filter: Promise<Buffer> | undefined;
  const wasIssued = async (lookup: string, secret: string): Promise<boolean> => {
    filter ??= readFilter(db);
    filter.catch(() => {
      filter = undefined;
    });
    return lookupOf(await filter, secret) === lookup;
  };

  const read = async (lookup: string, issued: boolean): Promise<CachedKey | null> => {
    const row = await readKey(db, lookup);
    if (!row && !issued) known.delete(lookup);
    return row;
  };
  return {
    async find(lookup, secret) {
      const remembered = () => {
        const hit = known.get(lookup);
        return hit && hit.until > now() ? hit.key : undefined;
      };
      const before = remembered();
      if (before) return before;
      if (secret !== undefined && !(await wasIssued(lookup, secret))) return null;
      // Another call may have begun to read it meanwhile.
      const meanwhile = remembered();
      if (meanwhile) return meanwhile;
      const key = read(lookup, secret !== undefined);
      known.set(lookup, { key, until: now() + BELIEVED_MS });
      key.catch(() => known.delete(lookup));
      return key;
    },
    used(key) {
      if (now() - (written.get(key.key_id) ?? Number.NEGATIVE_INFINITY) < USE_WRITTEN_EVERY_MS) return;
      written.set(key.key_id, now());
      writeUse(db, key).catch(() => written.delete(key.key_id));
    },
    clear: () => known.clear(),
  };
}

const writeUse = (db: Kysely<Schema>, { org, env, key_id }: CachedKey) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: new Date() })
    .where('org', '=', org)
    .where('env', '=', env)
    .where('key_id', '=', key_id)
    .execute();

async function readKey(db: Kysely<Schema>, lookup: string): Promise<CachedKey | null> {
  const row = await db
    .selectFrom('api_key as k')
    .innerJoin('organization as o', 'o.org', 'k.org')
    .select([
      'k.org',
      'o.name as org_name',
      'k.env',
      'k.key_id',
      'k.kind',
      'k.secret_sha256',
      'k.scopes',
      'k.cidrs',
      'k.expires_at',
      'k.revoked_at',
      'o.settings',
    ])
    .where('k.lookup', '=', lookup)
    .executeTakeFirst();
  return row ?? null;
}
