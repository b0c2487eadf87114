import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_SETTINGS, type LimitOverrides, type SettingsFile } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { OrganizationSettings, Schema } from '../database/schema.ts';
import { audit, type By } from './audit.ts';
import { inTransaction } from './in-transaction.ts';
import { changeSettings, lockSettings } from './organizations.ts';

export type Settings = typeof DEFAULT_SETTINGS;
export type Differences = Record<string, { from: unknown; to: unknown }>;

const NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof SettingsFile)[];

/** The settings that a settings file can name, with the defaults of those that are not set. */
export function inForce(set: OrganizationSettings): Settings {
  const settings = Object.fromEntries(NAMES.map((name) => [name, set[name] ?? DEFAULT_SETTINGS[name]]));
  const retention = { ...DEFAULT_SETTINGS.retention, ...set.retention };
  return { ...(settings as Settings), retention };
}

/** Those that were set. Apps and limits have files of their own. */
export const setByFile = (set: OrganizationSettings): SettingsFile =>
  Object.fromEntries(NAMES.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]]])));

function differences(before: Settings, after: Settings): Differences {
  const names = NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
}

/**
 * Replaces the settings that a settings file can name by what `change` makes of them, with the audit entry. Null when
 * there is no such organization.
 */
export const replaceSettings = (
  db: Kysely<Schema>,
  by: By,
  org: string,
  change: (before: SettingsFile) => SettingsFile,
): Promise<{ settings: Settings; changed: Differences } | null> =>
  inTransaction(db, async (trx) => {
    const before = await lockSettings(trx, org);
    if (!before) return null;
    const after = change(setByFile(before));
    const changed = differences(inForce(before), inForce(after));
    // What is undefined is not stored, so that it gets its default.
    const all = Object.fromEntries(NAMES.map((name) => [name, after[name]]));
    await changeSettings(trx, org, all);
    await audit(trx, { ...by, org, action: 'organization.settings_set', target: org, detail: { changed } });
    return { settings: inForce(after), changed };
  });

/** Replaces the organization's own limits, with the audit entry. They were checked before. */
export const replaceLimits = (
  db: Kysely<Schema>,
  by: By,
  org: string,
  limits: LimitOverrides,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    await changeSettings(trx, org, { limits });
    await audit(trx, { ...by, org, action: 'organization.limits_set', target: org, detail: { limits } });
  });
