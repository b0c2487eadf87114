import { consentEntry, languageOf, PAGE_LOCALES } from '@standpoint/contract';
import { type ConsentFacts, daysOf } from './facts.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pt } from './words/pt.ts';
import type { ConsentWords, Counted } from './words/words.ts';

export type Language = (typeof PAGE_LOCALES)[number];

export const WORDS: Record<Language, ConsentWords> = { en, es, fr, de, 'pt-BR': pt, ar };

/** Who asks for the consent. */
export interface Asker {
  /** The legal name of the company that is responsible. */
  controller: string;
  /** The name that the page shows. */
  integrator: string;
}

/** The language of the page that is nearest to a locale: English for one that the page does not speak. */
export const languageFor = (locale: string | undefined): Language =>
  PAGE_LOCALES.find((each) => languageOf(each) === languageOf(locale ?? 'en')) ?? 'en';

/**
 * The text that a person agrees to, in one language: everything that the facts say, and then what the operator
 * adds, which replaces nothing. Pure. Its form is stated at `Consent` in the contract.
 */
export function consentText(
  facts: ConsentFacts,
  asker: Asker,
  language: Language,
  additions: Readonly<Record<string, string>> = {},
): string {
  const words = WORDS[language];
  const said: Said = {
    facts,
    words,
    asker,
    fill: (text) => filled(text, { ...asker, agree: words.agree_button, decline: words.decline_button }),
    days: (text, kind, n) => {
      const form = words.days[kind];
      const days = form[new Intl.PluralRules(language).select(n) as keyof Counted] ?? form.other;
      return filled(text, { [kind]: filled(days, { n: String(n) }) });
    },
  };
  const added = consentEntry(additions, language)?.[1];
  const { refuse, withdraw } = words;
  const ours = [
    shortLines(said),
    takeLines(said),
    useLines(said),
    keepLines(said),
    whoLines(said),
    [refuse.heading, refuse.how],
    [withdraw.heading, withdraw.how, withdraw.effect],
  ].map((lines) => said.fill(lines.filter((line) => line !== false).join('\n')));
  const more = added ? [`${said.fill(words.more.heading)}\n${oneParagraph(added)}`] : [];
  return [...ours, ...more, said.fill(words.agreement)].join('\n\n');
}

/** What the paragraphs are made from. */
interface Said {
  facts: ConsentFacts;
  words: ConsentWords;
  asker: Asker;
  fill(text: string): string;
  days(text: string, kind: keyof ConsentWords['days'], n: number): string;
}

type Lines = (string | false)[];

/** A name that ends in a dot ("Shop Ltd.") ends the sentence with it. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}(\.?)/g, (place, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return value.endsWith('.') ? value : value + stop;
  });

/** An empty line would end the paragraph, and the sentence above the buttons is known by its place. */
const oneParagraph = (text: string): string => text.trim().replace(/\s*\n\s*/g, '\n');

/** Three lines: what is taken, what for, and how long it is kept. */
function shortLines({ facts, words: { short }, days }: Said): Lines {
  const uses: Lines = [
    short.live,
    facts.match === 'template' && short.template,
    facts.match === 'reference' && short.reference,
    facts.searches && short.search,
  ];
  const frames = daysOf(facts, 'liveness');
  const template = daysOf(facts, 'template');
  const keeps = [
    frames ? days(short.frames, 'after', frames) : short.frames_none,
    template ? days(short.template_kept, 'during', template) : short.template_none,
  ];
  return [
    facts.movements ? short.take_moving : short.take_still,
    uses.filter((use) => use !== false).join(' '),
    keeps.join(' '),
  ];
}

const takeLines = ({ facts, words: { take } }: Said): Lines => [
  take.heading,
  take.pictures,
  take.measures,
  facts.movements && take.movements,
  facts.colours && take.colours,
  take.device,
  facts.phone && take.phone,
  facts.moving_code && take.moving_code,
];

const useLines = ({ facts, words: { use } }: Said): Lines => [
  use.heading,
  use.live,
  facts.match === 'template' && use.match_template,
  facts.match === 'reference' && use.match_reference,
  daysOf(facts, 'template') !== undefined && use.template,
  facts.searches && use.search,
  daysOf(facts, 'template') !== undefined && use.searched,
  use.replay,
  facts.two_reviewers ? use.review_two : use.review,
  use.record,
];

function keepLines({ facts, words: { keep }, days }: Said): Lines {
  const frames = daysOf(facts, 'liveness');
  const template = daysOf(facts, 'template');
  const reference = daysOf(facts, 'match');
  return [
    keep.heading,
    frames ? days(keep.frames, 'after', frames) : keep.frames_none,
    template ? days(keep.template, 'during', template) : keep.template_none,
    ...(reference ? [days(keep.reference, 'during', reference)] : []),
    days(keep.prints, 'during', daysOf(facts, 'replay')!),
    days(template ? keep.waiting_face : keep.waiting_prints, 'most', daysOf(facts, 'review')!),
    keep.record,
    keep.proof,
  ];
}

const whoLines = ({ asker, words: { who } }: Said): Lines => [
  who.heading,
  asker.controller === asker.integrator ? who.controller : who.controller_as,
  who.sealed,
];
