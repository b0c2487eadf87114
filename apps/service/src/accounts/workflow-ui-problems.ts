import {
  accentPairs,
  languageOf,
  PAGE_LOCALES,
  PAGE_TEXTS,
  type TextRule,
  type WorkflowDefinition,
} from '@standpoint/contract';
import type { WorkflowProblem } from './workflow-problem.ts';

type Ui = NonNullable<WorkflowDefinition['ui']>;

/**
 * Finds texts and colours that a person could not read or would never see. An empty list: all can be shown.
 */
export function uiProblems({ ui }: WorkflowDefinition): WorkflowProblem[] {
  return ui ? [...themeProblems(ui), ...textsProblems(ui), ...supportProblems(ui)] : [];
}

function themeProblems({ theme = {} }: Ui): WorkflowProblem[] {
  const { mode, accent, accent_dark } = theme;
  if (mode === 'light' && accent_dark)
    return [{ path: 'ui.theme.accent_dark', message: 'is never shown in light mode' }];
  return [
    // In dark mode alone the page never shows the accent itself; it derives the dark accent from it.
    ...(accent && mode !== 'dark' ? unreadable('ui.theme.accent', accent, 'light') : []),
    ...(accent_dark ? unreadable('ui.theme.accent_dark', accent_dark, 'dark') : []),
  ];
}

function unreadable(path: string, accent: string, mode: 'light' | 'dark'): WorkflowProblem[] {
  const worst = accentPairs(accent, mode)
    .filter((pair) => pair.contrast < pair.least)
    .sort((a, b) => a.contrast / a.least - b.contrast / b.least)[0];
  if (!worst) return [];
  const { what, with: other, contrast, least } = worst;
  const has = (Math.floor(contrast * 100) / 100).toFixed(2);
  return [
    {
      path,
      message: `has a contrast of ${has} : 1 with ${other}, ${what}; WCAG 2.2 AA asks for ${least} : 1`,
    },
  ];
}

/** The limit for all texts together, because they are sent to the page with every session. */
const TEXTS_MAX = 24 * 1_024;

function textsProblems({ texts = {} }: Ui): WorkflowProblem[] {
  if (JSON.stringify(texts).length > TEXTS_MAX)
    return [{ path: 'ui.texts', message: `must be at most ${TEXTS_MAX} characters of JSON in all` }];
  return Object.entries(texts).flatMap(([locale, entries]) => {
    const path = `ui.texts.${locale}`;
    if (!PAGE_LOCALES.some((each) => languageOf(each) === languageOf(locale)))
      return [{ path, message: `is never shown: the page speaks ${PAGE_LOCALES.join(', ')}` }];
    return [
      ...Object.entries(entries).flatMap(([key, text]) => textProblems(`${path}.${key}`, locale, key, text)),
      ...countProblems(path, locale, Object.keys(entries)),
    ];
  });
}

/** Control characters that override the direction of writing can disguise a word as another one. */
const DISGUISE = /[\u202a-\u202e]/;
const HTML = /[<>]|&#?\w+;/;

function textProblems(path: string, locale: string, key: string, text: string): WorkflowProblem[] {
  const found = ruleOf(locale, key);
  if (typeof found === 'string') return [{ path, message: found }];
  const problem = (message: string) => [{ path, message }];
  if (text.trim() === '') return problem('must say something');
  if ([...text].length > found.max) return problem(`must be at most ${found.max} characters`);
  if (HTML.test(text)) return problem('must be plain text: no < or >, no HTML entities');
  if (DISGUISE.test(text)) return problem('must not override the direction of writing');
  const foreign = (text.match(/\{\w*\}/g) ?? []).find((place) => !found.places.includes(place.slice(1, -1)));
  if (foreign) {
    const known = found.places.map((place) => `{${place}}`).join(', ') || 'nothing';
    return problem(`has ${foreign}; the page fills in ${known} here`);
  }
  return [];
}

const categoriesOf = (locale: string): string[] =>
  new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

function ruleOf(locale: string, key: string): TextRule | string {
  const rule = Object.hasOwn(PAGE_TEXTS, key) ? PAGE_TEXTS[key]! : undefined;
  if (rule && !rule.counted) return rule;
  if (rule)
    return `is counted: write ${categoriesOf(locale)
      .map((category) => `${key}.${category}`)
      .join(', ')}`;
  const dot = key.lastIndexOf('.');
  const stem = key.slice(0, dot);
  const counted =
    Object.hasOwn(PAGE_TEXTS, stem) && PAGE_TEXTS[stem]!.counted ? PAGE_TEXTS[stem]! : undefined;
  if (!counted) return 'is not a text of the page that a workflow may change';
  const categories = categoriesOf(locale);
  if (categories.includes(key.slice(dot + 1))) return counted;
  return `is not a plural form of this language, which has ${categories.join(', ')}`;
}

/** A missing plural form would make the sentence wrong for some numbers. */
function countProblems(path: string, locale: string, keys: string[]): WorkflowProblem[] {
  return Object.keys(PAGE_TEXTS)
    .filter((stem) => PAGE_TEXTS[stem]!.counted && keys.some((key) => key.startsWith(`${stem}.`)))
    .flatMap((stem) =>
      categoriesOf(locale)
        .filter((category) => !keys.includes(`${stem}.${category}`))
        .map((category) => ({
          path: `${path}.${stem}.${category}`,
          message: 'is missing: this language needs this plural form',
        })),
    );
}

function supportProblems({ support_url }: Ui): WorkflowProblem[] {
  if (!support_url || /^(https:\/\/|mailto:|tel:)/.test(support_url)) return [];
  return [{ path: 'ui.support_url', message: 'must begin with https://, mailto: or tel:' }];
}
