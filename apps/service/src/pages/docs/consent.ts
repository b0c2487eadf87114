import { readFileSync } from 'node:fs';
import { PAGE_LOCALES, type WorkflowDefinition } from '@standpoint/contract';
import { makeConsent } from '../../face/consent/shown.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';

const EXAMPLE = new URL('../../../../../workflow.example.json', import.meta.url);
const ORGANIZATION = { name: 'Example Shop', settings: { legal_name: 'Example Shop Ltd.' } };

const LANGUAGES: Record<(typeof PAGE_LOCALES)[number], string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  'pt-BR': 'Português',
  ar: 'العربية',
};

const textHtml = (text: string) => text.split('\n\n').map((part) => html`<p class="written">${part}</p>`);

/** The text that a person agrees to, as the example workflow makes it. */
export const consentPage = (): Page => {
  const definition = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowDefinition;
  const { version, texts } = makeConsent({ definition }, ORGANIZATION);
  return {
    title: 'Consent · Standpoint',
    description: 'The text that a person agrees to before a face check, made from the workflow.',
    path: '/docs/consent',
    body: html`<h1>Consent</h1>
<p class="lead">Before a face check takes any picture, the person agrees to this text. The service makes it from
the workflow, by the settings and functions that it acts on, so that it never says less than what happens.</p>
<p>This is the text of <code>workflow.example.json</code> in every language of the page, for the company
“Example Shop Ltd.” (<code>legal_name</code> in the organization’s settings). What the workflow has in
<code>consent.texts</code> stands in the last paragraph but one: an operator adds and never replaces.</p>
<p>Its version here is <code>${version}</code>: the workflow’s <code>consent.version</code>, and a digest of all
six texts. A workflow that does more has another version, and asks again.</p>
${PAGE_LOCALES.map(
  (language) => html`<section class="area" id="${language}"><h2 lang="${language}">${LANGUAGES[language]}</h2>
<div lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">${textHtml(texts[language])}</div></section>`,
)}`,
  };
};
