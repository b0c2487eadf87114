import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './field-row.module.css';
import { isRightToLeft, LANGUAGES, languageWords } from './languages.ts';
import type { Texts } from './languages-field.tsx';
import { keysFor, keyWords } from './page-text-keys.ts';

type All = Record<string, Texts>;

function put(all: All, tag: string, key: string, text: string | undefined): All | undefined {
  const mine = Object.fromEntries(Object.entries(all[tag] ?? {}).filter(([each]) => each !== key));
  const texts = text === undefined ? mine : { ...all[tag], [key]: text };
  const others = Object.fromEntries(Object.entries(all).filter(([each]) => each !== tag));
  const next = Object.keys(texts).length > 0 ? { ...all, [tag]: texts } : others;
  return Object.keys(next).length > 0 ? next : undefined;
}

/** Words of the page itself that the workflow replaces, one by one. */
export function PageTextsField({ field, value, change, disabled, error }: FieldProps) {
  const all = (value ?? {}) as All;
  const rows = Object.entries(all).flatMap(([tag, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ tag, key, text })),
  );
  return (
    <fieldset className={styles.group}>
      <legend>{field.title}</legend>
      <p className={styles.line}>{field.line}</p>
      {rows.map(({ tag, key, text }) => (
        <div className={styles.entry} key={`${tag} ${key}`}>
          <TextInput
            label={`${languageWords(tag)} · ${keyWords(key)}`}
            description={placesWords(tag, key)}
            dir={isRightToLeft(tag) ? 'rtl' : 'ltr'}
            lang={tag}
            disabled={disabled}
            value={text}
            onChange={(event) => change(put(all, tag, key, event.currentTarget.value))}
          />
          {!disabled && (
            <ActionIcon
              aria-label={`Use the page’s own words again: ${languageWords(tag)}, ${keyWords(key)}`}
              onClick={() => change(put(all, tag, key, undefined))}
            >
              <Icon name="trash" />
            </ActionIcon>
          )}
        </div>
      ))}
      {error && <p className={styles.error}>{error}</p>}
      {!disabled && <AddText all={all} add={(tag, key) => change(put(all, tag, key, ''))} />}
    </fieldset>
  );
}

function placesWords(tag: string, key: string): string | undefined {
  const rule = keysFor(tag).find((each) => each.key === key);
  if (!rule) return undefined;
  const places = rule.places.map((place) => `{${place}}`).join(', ');
  return `At most ${rule.most} characters${places ? `; the page fills in ${places}` : ''}.`;
}

function AddText({ all, add }: { all: All; add(tag: string, key: string): void }) {
  const [tag, setTag] = useState('en');
  const open = keysFor(tag)
    .filter(({ key }) => !(key in (all[tag] ?? {})))
    .map(({ key }) => ({ value: key, label: keyWords(key) }));
  const [wanted, setWanted] = useState<string | null>(null);
  const key = open.some(({ value }) => value === wanted) ? wanted : (open[0]?.value ?? null);
  return (
    <div className={styles.add}>
      <Select label="Language" data={LANGUAGES} value={tag} onChange={(next) => setTag(next ?? 'en')} />
      <Select label="Text" data={open} value={key} onChange={setWanted} searchable />
      <Button disabled={!key} leftSection={<Icon name="plus" />} onClick={() => key && add(tag, key)}>
        Replace it
      </Button>
    </div>
  );
}
