import type { Failed } from './faces.ts';
import type { Unseen } from './halves.ts';
import type { Asked, Part, Row } from './measure.ts';
import type { Rate } from './rates.ts';

export interface MatchReport {
  pack: { id: string; version: string };
  people: number;
  images: number;
  failed: Record<keyof Failed, number>;
  parts: Part[];
}

/** Enough digits for rates of one in 100,000. */
export const percent = (share: number): string => {
  if (Number.isNaN(share)) return '–';
  const value = 100 * share;
  return `${value.toFixed(value === 0 ? 0 : value >= 0.995 ? 1 : value >= 0.0995 ? 2 : value >= 0.00995 ? 3 : 4)} %`;
};

const cell = ({ share, low, high, of }: Rate): string =>
  of < 1 ? '–' : `${percent(share)} (${percent(low)} – ${percent(high)})`;
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...names: string[]): string => `${row(...names)}\n|${'---|'.repeat(names.length)}`;
const oneIn = (fmr: number): string => `1 in ${Math.round(1 / fmr).toLocaleString('en')}`;
const many = (count: number): string => Math.round(count).toLocaleString('en');

const KINDS = {
  single: 'One image against one',
  template: 'A template of three images against one',
} as const;

/** The table of docs/accuracy.md. */
export function matchReport({ pack, people, images, failed, parts }: MatchReport): string {
  const { unreadable, no_face, several_faces } = failed;
  const refused = unreadable + no_face + several_faces;
  return [
    `Pack \`${pack.id}\`, version \`${pack.version}\`: ${many(images)} images of ${many(people)} people. ` +
      `Refused before any comparison: ${percent(refused / images)} (${no_face} without a face, ` +
      `${several_faces} with several faces, ${unreadable} unreadable).`,
    ...parts.map(partText),
  ].join('\n\n');
}

function partText(part: Part): string {
  const { kind, calibration, people_with_genuine_pairs, asked, unseen } = part;
  const pairs =
    `${many(calibration.genuine_pairs)} pairs of one person (${many(people_with_genuine_pairs)} people), ` +
    `${many(calibration.impostor_pairs)} pairs of two.`;
  if (asked.length === 0) return `**${KINDS[kind]}.** ${pairs} Too few for a rate of 1 in 1,000.`;
  return [
    `**${KINDS[kind]}.** ${pairs} What the fair threshold costs:`,
    price(asked),
    ...asked.map(groupTable),
    ...unseen.filter(({ splits }) => splits > 0).map(unseenTable),
    ...asked
      .slice(0, 1)
      .flatMap(({ fmr, yaw, weight }) => [
        ...sideTable(`By the larger yaw of the two images, ${oneIn(fmr)} asked for`, 'yaw', yaw),
        ...sideTable(`By the smaller weight of the two images, ${oneIn(fmr)} asked for`, 'weight', weight),
      ]),
  ].join('\n\n');
}

const price = (asked: readonly Asked[]): string =>
  [
    head(
      'asked for',
      'threshold for all pairs',
      'right people refused',
      'fair threshold',
      'set by',
      'right people refused',
      'of all, declined without a review',
    ),
    ...asked.map(({ fmr, plain, fair, declined }) =>
      row(
        oneIn(fmr),
        plain.threshold.toFixed(4),
        cell(plain.rows[0]!.false_non_matches),
        fair.threshold.toFixed(4),
        fair.set_by,
        cell(fair.rows[0]!.false_non_matches),
        percent(declined),
      ),
    ),
  ].join('\n');

const groupTable = ({ fmr, plain, fair }: Asked): string =>
  [
    `${oneIn(fmr)} asked for, by group:`,
    '',
    head(
      'group',
      'people',
      'pairs of two',
      'FMR by the threshold for all pairs',
      'FMR by the fair threshold',
      'FNMR by the fair threshold',
    ),
    ...fair.rows.map((found, i) =>
      row(
        found.name,
        found.people,
        many(found.false_matches.of),
        cell(plain.rows[i]!.false_matches),
        cell(found.false_matches),
        cell(found.false_non_matches),
      ),
    ),
  ].join('\n');

const unseenTable = ({ fmr, splits, groups, false_non_matches }: Unseen): string =>
  [
    `${oneIn(fmr)} asked for, on people who did not choose the threshold (mean of ${splits} halvings, lowest – ` +
      `highest; right people refused: ${percent(false_non_matches.mean)}, ` +
      `${percent(false_non_matches.low)} – ${percent(false_non_matches.high)}):`,
    '',
    head('group', 'FMR'),
    ...groups.map(({ name, false_matches: { mean, low, high } }) =>
      row(name, `${percent(mean)} (${percent(low)} – ${percent(high)})`),
    ),
  ].join('\n');

const sideTable = (title: string, side: string, rows: readonly Row[]): string[] =>
  rows.length === 0
    ? []
    : [
        [
          `${title}:`,
          '',
          head(side, 'pairs of one', 'FNMR', 'pairs of two', 'FMR'),
          ...rows.map(({ name, false_matches, false_non_matches }) =>
            row(
              name,
              many(false_non_matches.of),
              cell(false_non_matches),
              many(false_matches.of),
              cell(false_matches),
            ),
          ),
        ].join('\n'),
      ];
