import type { FaceCheck } from '../../../apps/service/src/database/tables/face.ts';
import { LIGHT } from '../../../apps/service/src/face/decision/light/light.ts';
import { rate } from '../report.ts';
import { KINDS } from './presentations.ts';

/** What the check said of one clip. */
export interface LightResult {
  /** The recording, and so the person. */
  person: string;
  kind: string;
  lux: number;
  check: FaceCheck;
}

/** Up to this light of a room, the page asks for light. */
const INDOORS_LUX = 250;
const BARS = { found: 0.95, passed: 0.1 };

const HEAD = [
  'what is before the camera',
  'lux',
  'pass',
  'share (bounds by clips)',
  'people with every clip passed',
  'pass, threshold chosen without the person',
];

const PERSON = KINDS[0]!.name;
const ANOTHER = 'the light of another draw';
const NOTHING = KINDS[1]!.name;

const passes = ({ check }: LightResult): boolean => check.outcome === 'pass';

/** The share of false alarms at which a threshold is chosen. */
const FALSE_ALARMS = 0.01;

/** Reasons that a higher or lower threshold of likeness cannot change. */
const OTHER = /^(no_light|other_colours|light_at|background|light_without|face_not|clip_)/;
const strengthOf = ({ check }: LightResult): number =>
  Number(check.reasons.find((reason) => reason.startsWith('strength_'))?.slice(9) ?? 0);

/** The likeness of a clip that nothing else speaks against. */
const scoreOf = (result: LightResult): number =>
  result.check.reasons.some((reason) => OTHER.test(reason)) || strengthOf(result) < LIGHT.strength
    ? -1
    : (result.check.score ?? -1);

/** The likeness that this share of false clips reaches. */
function thresholdFor(results: readonly LightResult[]): number {
  const scores = results.filter(({ kind }) => kind === ANOTHER).map(scoreOf);
  scores.sort((a, b) => b - a);
  return scores[Math.floor(FALSE_ALARMS * scores.length)] ?? 1;
}

/** Each person is judged with the threshold that the others choose. */
function leftOut(results: readonly LightResult[]) {
  const found = new Map<string, { k: number; n: number }>();
  const thresholds: number[] = [];
  for (const person of new Set(results.map((each) => each.person))) {
    const threshold = thresholdFor(results.filter((each) => each.person !== person));
    thresholds.push(threshold);
    for (const each of results.filter((one) => one.person === person)) {
      const name = `${each.kind} ${each.lux}`;
      const { k, n } = found.get(name) ?? { k: 0, n: 0 };
      found.set(name, { k: k + Number(scoreOf(each) > threshold), n: n + 1 });
    }
  }
  return { found, low: Math.min(...thresholds), high: Math.max(...thresholds) };
}

/** People of whom every clip passed, and all people. */
function peopleOf(results: readonly LightResult[]): string {
  const all = new Set(results.map(({ person }) => person));
  const missed = new Set(results.filter((each) => !passes(each)).map(({ person }) => person));
  return `${all.size - missed.size} of ${all.size}`;
}

interface Group {
  kind: string;
  lux: number;
  of: LightResult[];
}

const groupsOf = (results: readonly LightResult[]): Group[] =>
  [PERSON, NOTHING, ANOTHER, ...KINDS.slice(2).map(({ name }) => name)].flatMap((kind) => {
    const rooms = [...new Set(results.filter((each) => each.kind === kind).map(({ lux }) => lux))];
    return rooms.map((lux) => ({ kind, lux, of: results.filter((e) => e.kind === kind && e.lux === lux) }));
  });

function meetsBars(groups: readonly Group[]): boolean {
  const share = (of: readonly LightResult[]) => of.filter(passes).length / of.length;
  const indoors = groups.filter(({ lux }) => lux <= INDOORS_LUX);
  const honest = indoors.filter(({ kind }) => kind === PERSON).flatMap(({ of }) => of);
  const attacks = indoors.filter(({ kind }) => kind !== PERSON);
  return share(honest) >= BARS.found && attacks.every(({ of }) => share(of) <= BARS.passed);
}

export function lightReport(results: readonly LightResult[]): { text: string; good: boolean } {
  const people = new Set(results.map(({ person }) => person)).size;
  const { found, low, high } = leftOut(results);
  const groups = groupsOf(results);
  const good = meetsBars(groups);
  const rows = groups.map(({ kind, lux, of }) => {
    const k = of.filter(passes).length;
    const out = found.get(`${kind} ${lux}`)!;
    const room = kind === NOTHING ? 'any' : String(lux);
    const cells = [
      kind,
      room,
      `${k} of ${of.length}`,
      rate(k, of.length),
      peopleOf(of),
      `${out.k} of ${out.n}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const text = [
    `${people} people, parts of 3.6 s of their recordings. Likeness at least ${LIGHT.likeness}, strength at ` +
      `least ${LIGHT.strength}. Left out: each person judged with the threshold at which 1 % of the other ` +
      `people’s clips pass with the light of another draw (${low.toFixed(2)} to ${high.toFixed(2)}).`,
    '',
    `| ${HEAD.join(' | ')} |`,
    `|${'---|'.repeat(HEAD.length)}`,
    ...rows,
    '',
    ...KINDS.slice(1).map(({ name, what }) => `- *${name}*: ${what}.`),
    '',
    `Bars up to ${INDOORS_LUX} lux: people ≥ ${100 * BARS.found} %, each attack ≤ ${100 * BARS.passed} %: ` +
      `${good ? 'met' : 'missed'}.`,
  ].join('\n');
  return { text, good };
}
