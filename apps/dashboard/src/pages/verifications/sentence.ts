import type { explained, Verification } from '@standpoint/contract';
import { metres, share } from '@standpoint/contract/words/numbers';
import { placeWords } from '@standpoint/contract/words/values';
import { questionsOf } from '../../checks/questions.ts';
import { foundWords, limitWords } from '../../checks/words.ts';
import { answerOf } from './answer.ts';

type Explanation = explained.VerificationExplanation;

/** Codes that the border decides about. */
const OF_BORDER: ReadonlySet<string> = new Set([
  'border_uncertain',
  'country_not_allowed',
  'subdivision_not_allowed',
  'area_not_allowed',
  'exclusion_zone',
]);

/**
 * Why it was decided so, with the numbers that decided; what stands between ** is to be read first, and
 * says why by itself.
 */
export function sentenceOf(record: Verification, explanation: Explanation): string {
  if (!explanation.known || record.decision_source === 'simulated') return answerOf(record);
  const parts = [whereOf(record, explanation), whyOf(record, explanation), whatNow(record, explanation)];
  return parts.filter(Boolean).join(' ');
}

/** States of the US are known by their name alone; others are named with their country. */
function partWords(name: string | null, jurisdiction: Verification['jurisdiction']): string {
  if (name === null) return placeWords(jurisdiction);
  if (jurisdiction.subdivision?.startsWith('US-')) return name;
  return [name, placeWords({ ...jurisdiction, subdivision: null })].filter(Boolean).join(', ');
}

function whereOf({ position, jurisdiction }: Verification, { border, place_name }: Explanation): string {
  if (!position) return '';
  const fix = `its fix is good to **${metres(position.p95_m)}**`;
  const place = partWords(place_name, jurisdiction) || 'a place without a country';
  if (!border || border.distance_m === null) return `The device stands in **${place}**, and ${fix}.`;
  const side = border.distance_m >= 0 ? 'inside' : 'outside';
  const coarse = border.boundary_error_m > position.p95_m;
  const data = coarse ? `, but the border data may be off by **${metres(border.boundary_error_m)}**` : '';
  return `The device is **${metres(border.distance_m)} ${side}** the allowed area, in ${place}, and ${fix}${data}.`;
}

function whyOf(record: Verification, explanation: Explanation): string {
  const { decided_by, border } = explanation;
  if (decided_by === null) return 'Every check of the policy passed.';
  if (OF_BORDER.has(decided_by) && border) return borderWords(decided_by, border);
  const question = questionsOf(record, explanation.checks, decided_by).find(
    ({ main }) => main.code === decided_by,
  );
  if (!question) return '';
  const limit = limitWords(question.main);
  const found = foundWords(question.main);
  return limit === '' ? found : `${found.replace(/\.$/, '')} (**${limit}**).`;
}

function borderWords(code: string, border: NonNullable<Explanation['border']>): string {
  const { p_inside, inside_from, outside_to, shape } = border;
  if (code === 'border_uncertain')
    return `The probability of **${share(p_inside)}** is below the **${share(inside_from)}** that counts as inside.`;
  const where = shape === null ? '' : ` “${shape}” decides.`;
  return (
    `The probability of being inside is **${share(p_inside)}**; up to **${share(outside_to)}** counts ` +
    `as outside.${where}`
  );
}

/** What the policy made of it. */
function whatNow(record: Verification, { checks, decided_by, policy }: Explanation): string {
  const { decision, decision_source, hop } = record;
  if (decision_source === 'review')
    return `People decided it: **${decision === 'pass' ? 'approved' : 'declined'}**.`;
  const rule = checks.find(({ code }) => code === decided_by);
  const wanted = [rule?.if_found, rule?.if_uncertain].includes('retry');
  if (decision === 'retry') return `It was try ${hop + 1}, so the person may try again.`;
  if (decision === 'review' && wanted && policy && hop >= policy.hops && policy.hops > 0)
    return `It was the last of ${policy.hops + 1} tries, so the answer is a review, not another retry.`;
  if (decision === 'review') return 'The policy sends this to a person.';
  return decision === 'fail' ? 'The policy does not let this pass.' : '';
}
