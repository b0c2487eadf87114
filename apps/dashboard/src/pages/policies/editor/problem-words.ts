import type { policies } from '@standpoint/contract';

export type PolicyField = policies.PolicyField;

/** Where a problem lies, in words: "rule.allow" is the list of allowed regions. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^rule\.shapes/, 'Shapes'],
  [/^rule\.allow/, 'Allowed regions'],
  [/^rule\.deny/, 'Denied regions'],
  [/^actions\./, 'Checks'],
  [/^transaction_types/, 'Decides for'],
  [/^(definition\.)?name/, 'Name'],
];

export function problemWords({ path, message }: PolicyField): string {
  const place = PLACES.find(([pattern]) => pattern.test(path))?.[1];
  if (message.startsWith('“')) return message;
  return `${place ?? path}: ${message}`;
}
