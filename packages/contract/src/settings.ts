import { closed, name, oneOf, optional, type Static, Type } from './schema.ts';

/**
 * Dates of the response shapes that this service knows, oldest first. A change that breaks readers gets a new
 * date; an organization that names none keeps the oldest.
 */
export const VERSIONS = ['2026-11-21'] as const;
export type Version = (typeof VERSIONS)[number];

/**
 * Hard caps of a law on what identifies a face, beside the organization's own periods: each only shortens.
 * `bipa`: Illinois, 740 ILCS 14/15(a), 3 years after the last interaction. `cubi`: Texas, Bus. & Com. Code
 * §503.001(c)(3), 1 year after the purpose has ended, which is counted from the last use.
 */
export const RETENTION_PRESETS = ['none', 'bipa', 'cubi'] as const;

/** No period of an organization, policy or workflow is longer: 3 years. */
export const RETENTION_MAX_DAYS = 1_095;

const days = () => Type.Integer({ minimum: 1, maximum: RETENTION_MAX_DAYS });

const RetentionSettings = closed({
  preset: optional(oneOf(...RETENTION_PRESETS)),
  /** Days that the position and evidence of a verification are kept, where its policy does not say. */
  verification_days: optional(days()),
  /** Days that a face session is kept with its decision and evidence. */
  session_days: optional(days()),
});

/** The settings file of an organization (interface §4, §1). What it leaves out has its default. */
export const SettingsFile = closed({
  /** Seconds that a preflight token lives. */
  preflight_life_s: optional(Type.Integer({ minimum: 60, maximum: 900 })),
  /** The client generation of a preflight call that names none. */
  sdk: optional(oneOf('0.3', '0.5')),
  /** The response shapes of calls without `Standpoint-Version`. */
  version: optional(oneOf(...VERSIONS)),
  /**
   * The legal name of the company that is responsible for people's data, as their consent names it. The
   * organization's name when absent.
   */
  legal_name: optional(name(200)),
  /** How long data is kept. */
  retention: optional(RetentionSettings),
});
/** Every setting that can be unset; those of `retention` one by one. */
export const SETTING_NAMES = [
  'preflight_life_s',
  'sdk',
  'version',
  'legal_name',
  'retention.preset',
  'retention.verification_days',
  'retention.session_days',
] as const;
export type SettingsFile = Static<typeof SettingsFile>;

export const DEFAULT_SETTINGS: Required<Omit<SettingsFile, 'legal_name' | 'retention'>> & {
  legal_name: null;
  retention: Required<Static<typeof RetentionSettings>>;
} = {
  preflight_life_s: 300,
  sdk: '0.5',
  version: VERSIONS[0],
  legal_name: null,
  retention: { preset: 'none', verification_days: 730, session_days: 730 },
};
