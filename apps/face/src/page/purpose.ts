import type { PublicWorkflow } from '@standpoint/contract';
import { entryFor, languageOf } from '@standpoint/contract/face/page-texts';

/**
 * The purpose in the person's language; null if the workflow has none in it. A single text is in the first of the
 * workflow's languages, or in English.
 */
export const purposeIn = (
  workflow: Pick<PublicWorkflow, 'purpose' | 'purposes' | 'ui'> | null,
  locale: string,
): string | null => {
  if (!workflow) return null;
  const entry = entryFor(workflow.purposes ?? {}, locale);
  if (entry) return entry[1];
  const written = languageOf(workflow.ui.locales[0] ?? 'en');
  return languageOf(locale) === written ? workflow.purpose : null;
};
