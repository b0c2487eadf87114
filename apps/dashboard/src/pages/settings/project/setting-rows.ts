import type { SettingsFile } from '@standpoint/contract';

/** A setting that is a number or one of a few words; `place` is its path in the settings file. */
export interface SettingRow {
  place: string;
  title: string;
  /** What it does, in a line under its field. */
  line: string;
  field:
    | { kind: 'number'; unit: string; least: number; most: number }
    | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
    | { kind: 'text'; most: number };
}

const DAYS = { kind: 'number', unit: 'days', least: 1, most: 1_095 } as const;

export const SETTING_ROWS: readonly SettingRow[] = [
  {
    place: 'legal_name',
    title: 'Legal name',
    line:
      'The company that is responsible for people’s data, as their consent names it. A change asks ' +
      'people for their consent again.',
    field: { kind: 'text', most: 200 },
  },
  {
    place: 'preflight_life_s',
    title: 'Life of a preflight token',
    line: 'How long an app may wait between your backend’s call and its verify().',
    field: { kind: 'number', unit: 'seconds', least: 60, most: 900 },
  },
  {
    place: 'sdk',
    title: 'Client generation',
    line: 'Of preflight calls that name none.',
    field: {
      kind: 'choice',
      choices: [
        { value: '0.5', label: '0.5' },
        { value: '0.3', label: '0.3, older answers' },
      ],
    },
  },
  {
    place: 'retention.preset',
    title: 'Law that shortens periods',
    line: 'Caps how long anything that identifies a face is kept. It only ever shortens.',
    field: {
      kind: 'choice',
      choices: [
        { value: 'none', label: 'None' },
        { value: 'bipa', label: 'BIPA (Illinois): 3 years' },
        { value: 'cubi', label: 'CUBI (Texas): 1 year' },
      ],
    },
  },
  {
    place: 'retention.verification_days',
    title: 'Verifications',
    line: 'Days that position and evidence are kept, where the policy does not say.',
    field: DAYS,
  },
  {
    place: 'retention.session_days',
    title: 'Face sessions',
    line: 'Days that a session is kept with its decision and evidence.',
    field: DAYS,
  },
];

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/** The value at a place like `retention.preset`. */
export const valueAt = (settings: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, name) => (isPlain(value) ? value[name] : undefined), settings);

export type Typed = Record<string, string | number>;

/** What stands in the fields: what was set, and nothing where the default holds. */
export const typedOf = (settings: SettingsFile): Typed =>
  Object.fromEntries(
    SETTING_ROWS.map(({ place }) => {
      const value = valueAt(settings, place);
      return [place, typeof value === 'string' || typeof value === 'number' ? value : ''];
    }),
  );

/** What is wrong with a field; null when nothing is. Empty means the default. */
export function settingProblem({ field }: SettingRow, value: string | number): string | null {
  if (value === '' || field.kind === 'choice') return null;
  if (field.kind === 'text')
    return String(value).length > field.most ? `Up to ${field.most} characters.` : null;
  const fits = Number.isInteger(value) && Number(value) >= field.least && Number(value) <= field.most;
  return fits ? null : `Write a whole number from ${field.least} to ${field.most.toLocaleString('en')}.`;
}

export interface Stored {
  /** What was set. */
  settings: SettingsFile;
  /** What holds without it. */
  defaults: unknown;
}

/** The settings that were changed, as the service takes them. A field that was emptied follows its default again. */
export function changesOf(stored: Stored, after: Typed): { settings: SettingsFile; unset: string[] } {
  const before = typedOf(stored.settings);
  const changes: Plain = {};
  const unset: string[] = [];
  for (const { place } of SETTING_ROWS) {
    if (before[place] === after[place]) continue;
    if (after[place] === '') {
      unset.push(place);
      continue;
    }
    const [name, inner] = place.split('.') as [string, string | undefined];
    if (inner === undefined) changes[name] = after[place];
    else changes[name] = { ...(changes[name] as Plain), [inner]: after[place] };
  }
  return { settings: changes as SettingsFile, unset };
}

/** A default in words. */
export function defaultWords({ place, field }: SettingRow, stored: Stored): string {
  const value = valueAt(stored.defaults, place);
  if (field.kind === 'choice')
    return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  return field.kind === 'number' ? `${Number(value).toLocaleString('en')}\u00a0${field.unit}` : String(value);
}
