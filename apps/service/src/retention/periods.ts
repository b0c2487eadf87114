import { DEFAULT_SETTINGS, RETENTION_MAX_DAYS, type RETENTION_PRESETS } from '@standpoint/contract';
import { sql } from 'kysely';
import type { OrganizationSettings } from '../database/schema.ts';

/**
 * Days after which what identifies a face is deleted at the latest, by the preset of the organization. The cap
 * only shortens a period, because every period has `RETENTION_MAX_DAYS` as its own.
 */
export const FACE_CAP_DAYS: Record<(typeof RETENTION_PRESETS)[number], number> = {
  none: RETENTION_MAX_DAYS,
  bipa: 1_095,
  cubi: 365,
};

/** Days that the bare decision of a verification is kept, after its evidence. */
export const DECISION_DAYS = RETENTION_MAX_DAYS;
/** Days after its last use that the key of a device is kept. */
export const DEVICE_KEY_DAYS = RETENTION_MAX_DAYS;
/** Days after the end of a household's label. */
export const HOUSEHOLD_DAYS = 30;

const { verification_days, session_days } = DEFAULT_SETTINGS.retention;

const preset = sql`o.settings #>> '{retention,preset}'`;

/** The cap of the organization `o`, in days. */
export const FACE_CAP = sql`CASE ${preset} WHEN 'bipa' THEN ${sql.lit(FACE_CAP_DAYS.bipa)}
  WHEN 'cubi' THEN ${sql.lit(FACE_CAP_DAYS.cubi)} ELSE ${sql.lit(FACE_CAP_DAYS.none)} END`;

/** Days of the position and evidence of a verification: of the policy `p` that decided, else of `o`. */
export const EVIDENCE_DAYS = sql`least(coalesce((p.definition ->> 'retention_days')::int,
  (o.settings #>> '{retention,verification_days}')::int, ${sql.lit(verification_days)}),
  ${sql.lit(RETENTION_MAX_DAYS)})`;

/** Days of a face session. */
export const sessionDays = ({ retention }: OrganizationSettings): number =>
  Math.min(retention?.session_days ?? session_days, FACE_CAP_DAYS[retention?.preset ?? 'none']);

/** The moment that lies so many days before `now`. */
export const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);
