import { DEFAULT_SETTINGS, type SettingsFile } from '@standpoint/contract';

export type Settings = Record<keyof SettingsFile, string | number>;

/** The settings that a settings file can name, with the defaults of those that are not set. */
export function inForce(set: Partial<Settings>): Settings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof SettingsFile)[];
  return Object.fromEntries(names.map((name) => [name, set[name] ?? DEFAULT_SETTINGS[name]])) as Settings;
}

export function differences(before: Settings, after: Settings) {
  const names = (Object.keys(after) as (keyof SettingsFile)[]).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
}
