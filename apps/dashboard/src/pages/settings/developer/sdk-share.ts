import type { AnswerOf, developer } from '@standpoint/contract';

type Versions = AnswerOf<typeof developer.listSdkVersions>['versions'];
export type SdkVersion = Versions[number];

/** Whole percents; a part that is there is never "0 %". */
export function shareWords(count: number, total: number): string {
  if (total === 0) return '–';
  const percent = (100 * count) / total;
  return percent > 0 && percent < 1 ? '<1\u00a0%' : `${Math.round(percent)}\u00a0%`;
}

const LINE = /^(\d+\.\d+)\b/;
/** The client generation of a version: "0.3" of "0.3.4". */
export const lineOf = (version: string): string => LINE.exec(version)?.[1] ?? version;

/**
 * Clients of the older line get the answers that they know (interface §1), so nothing breaks; it is worth
 * an update.
 */
export const readsOlderAnswers = ({ version }: Pick<SdkVersion, 'version'>): boolean =>
  lineOf(version) === '0.3';

export const mostUsedFirst = (versions: Versions): Versions =>
  versions.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
