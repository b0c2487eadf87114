import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';
import {
  checksum,
  hashSecret,
  lockOrganization,
  lookupOf,
  randomBase62,
  readFilter,
  secretMatches,
  TooMany,
} from './api-keys.ts';
import { audit, type By } from './audit.ts';
import { inTransaction } from './in-transaction.ts';

/** The form of a package token, published for secret scanners. It is one word, like a key. */
export const PACKAGE_TOKEN_PATTERN = /^pkg_([0-9A-Za-z]{8})([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
export const LIVE_TOKENS_MAX = 50;
const USE_WRITTEN_EVERY_MS = 60_000;
const TOOL_MAX = 64;

interface MadeToken {
  id: string;
  token: string;
}

/** Makes a package token, with its audit entry. Its text is in the answer and is stored nowhere. Throws `TooMany`. */
export const makePackageToken = (
  db: Kysely<Schema>,
  by: By,
  { org, name }: { org: string; name: string },
): Promise<MadeToken> =>
  inTransaction(db, async (trx) => {
    await lockOrganization(trx, org);
    const live = await trx
      .selectFrom('package_token')
      .select('token_id')
      .where('org', '=', org)
      .where('revoked_at', 'is', null)
      .execute();
    if (live.length >= LIVE_TOKENS_MAX)
      throw new TooMany(
        `An organization has at most ${LIVE_TOKENS_MAX} package tokens that work. Revoke one first.`,
      );
    const secret = randomBase62(30);
    const lookup = lookupOf(await readFilter(trx), secret);
    const token_id = newId('package_token');
    await trx
      .insertInto('package_token')
      .values({ org, token_id, name, lookup, secret_sha256: hashSecret(secret) })
      .execute();
    await audit(trx, { ...by, org, action: 'package_token.created', target: token_id });
    return { id: token_id, token: `pkg_${lookup}${secret}${checksum(lookup + secret)}` };
  });

interface PackageTokenInfo {
  id: string;
  name: string;
  /** The beginning of its text, which is no secret. */
  starts: string;
  created_at: string;
  /** Who made it, as the audit log knows it; a person by name. */
  created_by: string | null;
  last_used_at: string | null;
  last_tool: string | null;
  /** The last installation with each kind of tool, newest first. */
  tools: { tool: string; at: string }[];
}

/** The tokens that work, newest first. */
export async function listPackageTokens(db: Kysely<Schema>, org: string): Promise<PackageTokenInfo[]> {
  const { rows } = await sql<{
    token_id: string;
    name: string;
    lookup: string;
    created_at: Date;
    created_by: string | null;
    last_used_at: Date | null;
    last_tool: string | null;
    tools: Record<string, string>;
  }>`
    SELECT t.token_id, t.name, t.lookup, t.created_at, t.last_used_at, t.last_tool, t.tools,
           (SELECT coalesce(p.name, a.actor)
              FROM audit a LEFT JOIN person p ON 'user:' || p.id = a.actor
             WHERE a.org = t.org AND a.action = 'package_token.created'
               AND coalesce(a.detail ->> 'successor', a.target) = t.token_id LIMIT 1) AS created_by
      FROM package_token t
     WHERE t.org = ${org} AND t.revoked_at IS NULL
     ORDER BY t.created_at DESC, t.token_id DESC`.execute(db);
  return rows.map(({ token_id, lookup, created_at, last_used_at, tools, ...same }) => ({
    id: token_id,
    ...same,
    tools: Object.entries(tools)
      .map(([tool, at]) => ({ tool, at }))
      .sort((a, b) => b.at.localeCompare(a.at)),
    starts: `pkg_${lookup}`,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}

/** Ends a package token at once, with the audit entry; false when there is no such token that works. */
export const endPackageToken = (
  db: Kysely<Schema>,
  by: By,
  { org, token_id }: { org: string; token_id: string },
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('package_token')
      .set({ revoked_at: new Date() })
      .where('org', '=', org)
      .where('token_id', '=', token_id)
      .where('revoked_at', 'is', null)
      .returning('token_id')
      .executeTakeFirst();
    if (!row) return false;
    await audit(trx, { ...by, org, action: 'package_token.revoked', target: token_id });
    return true;
  });

/** A package token whose secret is right. */
export interface ProvenToken {
  org: string;
  token_id: string;
  name: string;
  /** Null: it works. */
  revoked_at: Date | null;
}

/**
 * Whose package token this is, revoked or not; null when its secret is not right. A mistyped token costs no query.
 * `tool` is what installs, as it calls itself; a use is written once a minute for each kind of tool.
 */
export async function provePackageToken(
  db: Kysely<Schema>,
  text: string,
  tool: string | null = null,
): Promise<ProvenToken | null> {
  const [, lookup, secret, sum] = (PACKAGE_TOKEN_PATTERN.exec(text) ?? []) as (string | undefined)[];
  if (!lookup || !secret || checksum(lookup + secret) !== sum) return null;
  const row = await db
    .selectFrom('package_token')
    .select(['org', 'token_id', 'name', 'secret_sha256', 'revoked_at', 'last_used_at', 'tools'])
    .where('lookup', '=', lookup)
    .executeTakeFirst();
  if (!row || !secretMatches(secret, row.secret_sha256)) return null;
  if (!row.revoked_at) await noteUse(db, row, tool);
  const { org, token_id, name, revoked_at } = row;
  return { org, token_id, name, revoked_at };
}

/** The same for a token that works; null for every other. */
export async function verifyPackageToken(
  db: Kysely<Schema>,
  text: string,
  tool: string | null = null,
): Promise<Pick<ProvenToken, 'org' | 'token_id'> | null> {
  const found = await provePackageToken(db, text, tool);
  return !found || found.revoked_at ? null : { org: found.org, token_id: found.token_id };
}

type Used = { org: string; token_id: string; last_used_at: Date | null; tools: Record<string, string> };

async function noteUse(
  db: Kysely<Schema>,
  { org, token_id, ...row }: Used,
  tool: string | null,
): Promise<void> {
  const kind = toolKind(tool);
  const lately = (at: string | undefined) =>
    at !== undefined && Date.now() - Date.parse(at) < USE_WRITTEN_EVERY_MS;
  if (lately(row.last_used_at?.toISOString()) && lately(row.tools[kind])) return;
  await db
    .updateTable('package_token')
    .set({
      last_used_at: sql`now()`,
      last_tool: shownTool(tool),
      tools: sql`tools || jsonb_build_object(${kind}::text, ${new Date().toISOString()}::text)`,
    })
    .where('org', '=', org)
    .where('token_id', '=', token_id)
    .execute();
}

/** `pnpm/10.1.0 npm/? node/v24.0.0 linux x64` is more than a list shows: the first word says which tool it was. */
const shownTool = (tool: string | null): string | null =>
  tool === null ? null : (/^[\x21-\x7e]+/.exec(tool.trim())?.[0].slice(0, TOOL_MAX) ?? null);

/** What each tool calls itself. CocoaPods downloads with curl. */
const TOOLS: readonly [kind: string, pattern: RegExp][] = [
  ['pnpm', /^pnpm\//i],
  ['yarn', /^yarn\//i],
  ['bun', /^bun\//i],
  ['npm', /^npm\//i],
  ['Gradle', /^gradle\//i],
  ['Maven', /^apache-maven\//i],
  ['SwiftPM', /^swift|\bxcode\b|\bcfnetwork\//i],
  ['standpoint', /^standpoint-packages/],
  ['curl', /^curl\//i],
];

/** One of a short list, so that a caller cannot fill a row with names. */
const toolKind = (tool: string | null): string =>
  TOOLS.find(([, pattern]) => pattern.test(tool?.trim() ?? ''))?.[0] ?? 'other';
