import { readFileSync } from 'node:fs';
import { PAGE_LOCALES, type WorkflowDefinition } from '@standpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { settingsOf } from '../portal/workflow.ts';
import { mayWait } from '../review/pending.ts';
import { printDays } from '../templates/prints.ts';
import { REFERENCE_DAYS } from '../templates/records.ts';
import { keepsTemplate } from '../templates/templates.ts';
import { makeConsent } from './shown.ts';
import { type Language, languageFor, WORDS } from './text.ts';

const DAY_MS = 86_400_000;
const ORGANIZATION = { name: 'Shop', settings: { legal_name: 'Shop Holding Ltd.' } };

/** Any workflow, with every setting that the service acts on present or absent. */
const anyWorkflow: fc.Arbitrary<WorkflowDefinition> = fc.record(
  {
    name: fc.constant('Test'),
    liveness: fc.record(
      {
        mode: fc.constantFrom('passive', 'active', 'adaptive'),
        challenges: fc.uniqueArray(fc.constantFrom('turn', 'tilt', 'smile', 'approach', 'flash'), {
          minLength: 1,
        }),
      },
      { requiredKeys: [] },
    ),
    match: fc.record({ source: fc.constantFrom('none', 'template', 'reference') }),
    enroll: fc.record({ on_pass: fc.boolean() }),
    dedupe: fc.record({ scope: fc.constantFrom('none', 'organization') }),
    handoff: fc.record(
      { policy: fc.constantFrom('off', 'offer', 'force'), optical: fc.boolean() },
      { requiredKeys: [] },
    ),
    retention: fc.record(
      { frames_days: fc.integer({ min: 0, max: 365 }), template_days: fc.integer({ min: 0, max: 1_095 }) },
      { requiredKeys: [] },
    ),
    review: fc.record(
      { four_eyes: fc.boolean(), due_s: fc.integer({ min: 60, max: 90 * 86_400 }) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['name'] },
) as fc.Arbitrary<WorkflowDefinition>;

/** How each language names what the service does, written for this test and not taken from the texts. */
const NAMES: Record<
  Language,
  Record<
    'pictures' | 'template' | 'prints' | 'given' | 'waits' | 'search' | 'earlier' | 'has' | 'colours',
    RegExp
  >
> = {
  en: {
    pictures: /^Your pictures are deleted/,
    template: /^Your face template is kept/,
    prints: /^If you pass, the prints/,
    given: /its face template is kept/,
    waits: /^While a person/,
    search: /search the face templates of other customers/,
    earlier: /face template from your earlier checks/,
    has: /a picture of you that Shop Holding Ltd\. has/,
    colours: /colours/,
  },
  es: {
    pictures: /^Sus imágenes se borran/,
    template: /^Su plantilla facial se guarda/,
    prints: /^Si la supera, las huellas/,
    given: /plantilla facial de esa imagen/,
    waits: /^Mientras una persona/,
    search: /plantillas faciales de otros clientes/,
    earlier: /plantilla facial de sus verificaciones anteriores/,
    has: /imagen suya que tiene Shop Holding Ltd\./,
    colours: /colores/,
  },
  fr: {
    pictures: /^Vos photos sont supprimées/,
    template: /^Votre gabarit facial est conservé/,
    prints: /les empreintes sont conservées pendant/,
    given: /gabarit facial de cette photo/,
    waits: /^Tant qu’une personne/,
    search: /gabarits faciaux des autres clients/,
    earlier: /gabarit facial de vos vérifications précédentes/,
    has: /photo de vous que possède Shop Holding Ltd\./,
    colours: /couleurs/,
  },
  de: {
    pictures: /^Ihre Bilder werden/,
    template: /^Ihre Gesichtsvorlage wird/,
    prints: /werden die Abdrücke \d/,
    given: /dessen Gesichtsvorlage/,
    waits: /^Solange eine Person/,
    search: /Gesichtsvorlagen anderer Kunden/,
    earlier: /Gesichtsvorlage aus Ihren früheren Überprüfungen/,
    has: /Bild von Ihnen[^.]*, das Shop Holding Ltd\. vorliegt/,
    colours: /Farben/,
  },
  'pt-BR': {
    pictures: /^As suas fotos são apagadas/,
    template: /^O seu modelo facial fica guardado/,
    prints: /as impressões ficam guardadas por \d/,
    given: /modelo facial dessa foto/,
    waits: /^Enquanto uma pessoa/,
    search: /modelos faciais de outros clientes/,
    earlier: /modelo facial das suas verificações anteriores/,
    has: /foto sua que Shop Holding Ltd\. tem/,
    colours: /cores/,
  },
  ar: {
    pictures: /^تُحذف صورك/,
    template: /^يُحفظ قالب وجهك/,
    prints: /تُحفظ البصمات لمدة/,
    given: /قالب الوجه المأخوذ منها/,
    waits: /^ما دام على شخص/,
    search: /قوالب الوجه لعملاء/,
    earlier: /بقالب الوجه من عمليات التحقق السابقة/,
    has: /بصورة لك موجودة لدى Shop Holding Ltd\./,
    colours: /بألوان/,
  },
};

/** A number of days as a reader finds it. Arabic has words for one day and two days. */
const inWords = (language: Language, days: number): RegExp => {
  if (language === 'ar' && days === 1) return /يوم واحد/;
  if (language === 'ar' && days === 2) return /يومين/;
  return new RegExp(`(?<!\\d)${days}(?!\\d)`);
};

/**
 * What the text says otherwise than the service acts, by the settings and functions that the service itself
 * uses.
 */
function untruths(definition: WorkflowDefinition, language: Language, text: string): string[] {
  const settings = settingsOf(definition);
  const names = NAMES[language];
  const lines = text.split('\n');
  const found: string[] = [];
  const says = (what: keyof typeof names, acts: boolean) => {
    if (lines.some((line) => names[what].test(line)) !== acts) found.push(`${what}: ${acts}`);
  };
  const keeps = (what: 'pictures' | 'template' | 'prints' | 'given' | 'waits', days: number) => {
    const line = lines.find((each) => names[what].test(each)) ?? '';
    if (!inWords(language, days).test(line)) found.push(`${what}: ${days} days`);
  };
  const { frames_days, template_days, review, match, dedupe, liveness } = settings;
  if (frames_days > 0) keeps('pictures', frames_days);
  else if (!text.includes(WORDS[language].keep.frames_none)) found.push('pictures: none');
  says('template', keepsTemplate(settings));
  if (keepsTemplate(settings)) keeps('template', template_days);
  keeps('prints', printDays(settings));
  says('given', match.source !== 'none');
  if (match.source !== 'none') keeps('given', REFERENCE_DAYS);
  const waits = mayWait(settings, { due_in: review.due_s * 1_000, frames_in: frames_days * DAY_MS });
  keeps('waits', Math.ceil(waits / DAY_MS));
  says('search', dedupe.scope !== 'none');
  says('earlier', match.source === 'template');
  says('has', match.source !== 'none');
  says(
    'colours',
    liveness.mode !== 'passive' && (liveness.challenges as readonly string[]).includes('flash'),
  );
  // The lines on the screen are about the same days as the rest.
  const short = text.split('\n\n')[0]!;
  if (frames_days > 0 && !inWords(language, frames_days).test(short)) found.push('short: pictures');
  if (keepsTemplate(settings) && !inWords(language, template_days).test(short)) found.push('short: template');
  return found;
}

describe('the consent text', () => {
  it('says every purpose and period that the service acts on, in any workflow and six languages', () => {
    const versions = new Map<string, string>();
    const numRuns = tries(200, 70);
    for (const definition of fc.sample(anyWorkflow, { numRuns, seed: 14 })) {
      const { version, texts } = makeConsent({ definition }, ORGANIZATION);
      for (const language of PAGE_LOCALES) {
        const text = texts[language];
        expect(untruths(definition, language, text), `${language} ${JSON.stringify(definition)}`).toEqual([]);
        expect(text).not.toMatch(/[{}]|undefined|null|\.\./);
        expect(text).toContain('Shop Holding Ltd.');
      }
      // Another text has another version, and the same text the same.
      const all = JSON.stringify(texts);
      expect(versions.get(version) ?? all).toBe(all);
      versions.set(version, all);
    }
    expect(versions.size).toBeGreaterThan(0.75 * numRuns);
  });

  it('control: the check above finds the text of a workflow that does less', () => {
    const example: WorkflowDefinition = {
      name: 'x',
      match: { source: 'template' },
      dedupe: { scope: 'organization' },
      retention: { frames_days: 30, template_days: 365 },
    };
    const less: [WorkflowDefinition, string][] = [
      [{ ...example, retention: { frames_days: 29, template_days: 365 } }, 'pictures: 30 days'],
      [{ ...example, retention: { frames_days: 30, template_days: 30 } }, 'template: 365 days'],
      [{ ...example, retention: { frames_days: 30, template_days: 36 } }, 'prints: 365 days'],
      [{ ...example, dedupe: { scope: 'none' } }, 'search: true'],
      [{ ...example, match: { source: 'reference' }, enroll: { on_pass: true } }, 'earlier: true'],
      [{ ...example, match: { source: 'none' } }, 'template: true'],
    ];
    for (const language of PAGE_LOCALES)
      for (const [definition, found] of less) {
        const { texts } = makeConsent({ definition }, ORGANIZATION);
        expect(untruths(example, language, texts[language])).toContain(found);
      }
  });

  it('of the example workflow and of the demo names the template, the search and both periods', () => {
    const file = new URL('../../../../../workflow.example.json', import.meta.url);
    const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
    const { texts } = makeConsent({ definition }, ORGANIZATION);
    for (const language of PAGE_LOCALES) expect(untruths(definition, language, texts[language])).toEqual([]);
    for (const words of ['after 30 days', 'for 365 days', 'second accounts'])
      expect(texts.en).toContain(words);
  });

  it('keeps every word of its own whatever the operator adds, and ends with the agreement', () => {
    const plain = makeConsent({ definition: { name: 'x' } }, ORGANIZATION);
    const additions = { en: 'Ignore the above.\n\n\nWe keep nothing.', de: 'Fragen? {controller} hilft.' };
    const definition = { name: 'x', consent: { texts: additions } };
    const { texts, version } = makeConsent({ definition }, ORGANIZATION);
    for (const language of PAGE_LOCALES) {
      const before = plain.texts[language].split('\n\n');
      const after = texts[language].split('\n\n');
      expect(after.toSpliced(-2, 1)).toEqual(before);
      expect(after.at(-1)).toContain(WORDS[language].agree_button);
    }
    expect(texts.fr.split('\n\n').at(-2)).toBe(
      'Également de Shop Holding Ltd.\nIgnore the above.\nWe keep nothing.',
    );
    expect(texts.de).toContain('Fragen? {controller} hilft.');
    expect(version).not.toBe(plain.version);
  });

  it('changes its version with the operator’s version, the legal name and every setting that it states', () => {
    const make = (change: Partial<WorkflowDefinition> = {}, legal_name?: string) =>
      makeConsent({ definition: { name: 'x', ...change } }, { name: 'Shop', settings: { legal_name } })
        .version;
    const versions = [
      make(),
      make({ consent: { version: '2' } }),
      make({}, 'Shop Ltd.'),
      make({ ui: { integrator: 'Brand' } }),
      make({ retention: { frames_days: 2 } }),
      make({ retention: { template_days: 40 } }),
      make({ dedupe: { scope: 'organization' } }),
      make({ review: { four_eyes: true } }),
      make({ handoff: { optical: true } }),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(make({ name: 'another name', client_result: 'decision' })).toBe(make());
    expect(make()).toMatch(/^1\.[0-9a-f]{12}$/);
  });

  it('is in the nearest language of the page, else in English', () => {
    expect(['de-AT', 'pt-PT', 'PT-br', 'nl', undefined, 'ar_EG'].map(languageFor)).toEqual([
      'de',
      'pt-BR',
      'pt-BR',
      'en',
      'en',
      'ar',
    ]);
  });

  it('has the plural forms of every language', () => {
    for (const language of PAGE_LOCALES) {
      const rules = new Intl.PluralRules(language);
      const needed = new Set(Array.from({ length: 1_095 }, (_, i) => rules.select(i + 1)));
      for (const forms of Object.values(WORDS[language].days))
        expect(Object.keys(forms), language).toEqual(expect.arrayContaining([...needed]));
    }
  });
});
