import { FIELDS } from '../fields/all.ts';
import type { Field, Kind } from '../fields/kinds.ts';
import { languageWords } from '../fields/languages.ts';
import { keyWords } from '../fields/page-text-keys.ts';
import { sameValue, valueAt } from '../fields/place.ts';
import type { Definition } from '../queries.ts';

export interface Difference {
  /** Where, for a key and for what the words cannot say. */
  place: string;
  title: string;
  from: string;
  to: string;
}

/** What differs between two definitions, setting by setting, in the order of the editor. */
export function differences(from: Definition | null, to: Definition): Difference[] {
  return [...FIELDS.flatMap((field) => ofField(field, from, to)), ...others(from, to)];
}

function ofField(field: Field, from: Definition | null, to: Definition): Difference[] {
  const [before, after] = [valueAt(from, field.place), valueAt(to, field.place)];
  // To set what holds anyway changes nothing for a person.
  if (sameValue(before ?? field.initial, after ?? field.initial)) return [];
  const { kind } = field.field;
  if (kind === 'languages' || kind === 'page-texts') return ofTexts(field, before, after);
  const { place, title } = field;
  return [{ place, title, from: valueWords(field, before), to: valueWords(field, after) }];
}

/** Each text by itself: one that changed among thirty is one line. */
function ofTexts({ place, title, field: { kind } }: Field, before: unknown, after: unknown): Difference[] {
  const [one, two] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(one), ...Object.keys(two)])]
    .filter((key) => one[key] !== two[key])
    .map((key) => ({
      place: `${place}.${key}`,
      title: `${title}, ${textWords(key, kind)}`,
      from: quoted(one[key], kind),
      to: quoted(two[key], kind),
    }));
}

function textWords(key: string, kind: Kind['kind']): string {
  const [tag = '', ...rest] = key.split('.');
  return kind === 'languages' ? languageWords(tag) : `${languageWords(tag)} · ${keyWords(rest.join('.'))}`;
}

const quoted = (text: string | undefined, kind: Kind['kind']): string =>
  text === undefined ? (kind === 'languages' ? 'nothing' : 'the page’s own words') : `“${text}”`;

function flat(value: unknown, path: readonly string[] = []): Record<string, string> {
  if (typeof value === 'string') return { [path.join('.')]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, each]) => flat(each, [...path, name])));
}

/** A value as the editor says it. */
function valueWords({ field, usual }: Field, value: unknown): string {
  if (value === undefined) return usual ? `as usual: ${usual}` : 'not set';
  const label = (one: unknown) =>
    ('choices' in field && field.choices.find((each) => each.value === one)?.label) || String(one);
  if (Array.isArray(value)) return value.length > 0 ? value.map(label).join(', ') : 'none of them';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.kind === 'number') return `${value}${field.unit && `\u00a0${field.unit}`}`;
  return field.kind === 'choice' ? label(value) : `“${String(value)}”`;
}

/** What no field of the editor is about: a file may set it. */
function others(from: Definition | null, to: Definition): Difference[] {
  const [one, two] = [leaves(from), leaves(to)];
  const known = (place: string) =>
    FIELDS.some((field) => place === field.place || place.startsWith(`${field.place}.`));
  return [...new Set([...Object.keys(one), ...Object.keys(two)])]
    .filter((place) => !known(place) && one[place] !== two[place])
    .map((place) => ({ place, title: place, from: one[place] ?? 'not set', to: two[place] ?? 'not set' }));
}

function leaves(value: unknown, path: readonly string[] = []): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return value === undefined || value === null ? {} : { [path.join('.')]: JSON.stringify(value) };
  return Object.assign({}, ...Object.entries(value).map(([name, each]) => leaves(each, [...path, name])));
}
