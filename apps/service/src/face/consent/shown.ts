import { createHash } from 'node:crypto';
import { type Consent, PAGE_LOCALES } from '@standpoint/contract';
import type { Organization } from '../../accounts/organizations.ts';
import type { Workflow } from '../../accounts/workflows.ts';
import { settingsOf } from '../portal/workflow.ts';
import { consentFacts, type PurposeFact } from './facts.ts';
import { type Asker, consentText, type Language, languageFor } from './text.ts';

/** The consent that a workflow asks for, in every language of the page. */
export interface ShownConsent {
  /** The same in every language: a person may change the language and agree to what is then shown. */
  version: string;
  required: boolean;
  controller: string;
  purposes: readonly PurposeFact[];
  texts: Record<Language, string>;
}

type Names = Pick<Organization, 'name' | 'settings'> | null;

const askerOf = ({ definition }: Pick<Workflow, 'definition'>, organization: Names): Asker => {
  const name = organization?.name ?? '';
  return {
    controller: organization?.settings.legal_name ?? name,
    integrator: definition.ui?.integrator ?? name,
  };
};

/** Digits of the digest of all texts that stand in the version. */
const DIGEST_DIGITS = 12;

/** Makes the consent of a workflow. Pure. */
export function makeConsent(workflow: Pick<Workflow, 'definition'>, organization: Names): ShownConsent {
  const settings = settingsOf(workflow.definition);
  const facts = consentFacts(settings);
  const asker = askerOf(workflow, organization);
  const { version, required, texts: additions } = settings.consent;
  const texts = Object.fromEntries(
    PAGE_LOCALES.map((language) => [language, consentText(facts, asker, language, additions)]),
  ) as Record<Language, string>;
  const digest = sha256(JSON.stringify(texts)).toString('hex').slice(0, DIGEST_DIGITS);
  return {
    version: `${version}.${digest}`,
    required,
    controller: asker.controller,
    purposes: facts.purposes,
    texts,
  };
}

/** By the pinned workflow, which is cached for good; another name of the organization makes it anew. */
const made = new WeakMap<Workflow, { names: string; consent: ShownConsent }>();

/** The consent that this workflow asks for now. */
export function shownConsent(workflow: Workflow, organization: Names): ShownConsent {
  const names = JSON.stringify(askerOf(workflow, organization));
  const known = made.get(workflow);
  if (known?.names === names) return known.consent;
  const consent = makeConsent(workflow, organization);
  made.set(workflow, { names, consent });
  return consent;
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The consent as a client gets it. */
export const consentPart = (
  { version, required, texts }: ShownConsent,
  locale: string | undefined,
): Consent => ({ version, text: texts[languageFor(locale)], required });
