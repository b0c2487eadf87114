import type { Verification } from '@standpoint/contract';
import { placeWords } from '@standpoint/contract/words/values';
import { reasonWords } from '../../texts/location.ts';

const metres = (value: number): string => `${Math.round(value).toLocaleString('en')}\u00a0m`;

const whereOf = ({ jurisdiction, position }: Verification): string => {
  const place = placeWords(jurisdiction);
  if (!position) return 'No position was given';
  const disc = `to ${metres(position.p95_m)}`;
  return place ? `The device stands in ${place}, ${disc}` : `The device gave a position, ${disc}`;
};

const ENDS: Record<Verification['decision'], string> = {
  pass: 'Every check of the policy passed.',
  fail: 'The policy does not let this pass.',
  review: 'A person has to decide.',
  retry: 'The person may try again.',
};

/** Who decided, where it was not the checks. */
const BY: Partial<Record<Verification['decision_source'], string>> = {
  review: 'A reviewer decided it; the checks below are still those of the engine.',
  simulated: 'It was simulated in the sandbox.',
};

/** The one sentence that answers why this is the outcome. */
export function answerOf(record: Verification): string {
  if (record.erased) return 'The person’s data was erased. Ids, time and decision stay.';
  const [first, ...rest] = record.reason_codes;
  const more = rest.length > 0 ? `, and ${rest.length} more` : '';
  const why = first ? `${reasonWords(first)}${more}.` : '';
  return [
    `${whereOf(record)}.`,
    why,
    record.decision_source === 'auto' ? ENDS[record.decision] : BY[record.decision_source],
  ]
    .filter(Boolean)
    .join(' ');
}

/** What a check compared, one per line; nested facts as they are. */
export const inputLines = (inputs: Readonly<Record<string, unknown>>): string =>
  Object.entries(inputs)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('\n');
