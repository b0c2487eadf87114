import { closed, oneOf, optional, type Static, Type } from './schema.ts';

/**
 * Dates of the response shapes that this service knows, oldest first. A change that breaks readers gets a new
 * date; an organization that names none keeps the oldest.
 */
export const VERSIONS = ['2026-11-21'] as const;
export type Version = (typeof VERSIONS)[number];

/** The settings file of an organization (interface §4, §1). What it leaves out has its default. */
export const SettingsFile = closed({
  /** Seconds that a preflight token lives. */
  preflight_life_s: optional(Type.Integer({ minimum: 60, maximum: 900 })),
  /** The client generation of a preflight call that names none. */
  sdk: optional(oneOf('0.3', '0.5')),
  /** The response shapes of calls without `Standpoint-Version`. */
  version: optional(oneOf(...VERSIONS)),
});
export type SettingsFile = Static<typeof SettingsFile>;

export const DEFAULT_SETTINGS: Required<SettingsFile> = {
  preflight_life_s: 300,
  sdk: '0.5',
  version: VERSIONS[0],
};
