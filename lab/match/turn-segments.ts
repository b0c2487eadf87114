import { kindFrames } from '../../apps/service/src/face/decision/checks/frames.ts';
import { isTurnedTooFar, othersIn } from '../../apps/service/src/face/decision/checks/identity.ts';
import { cosine } from '../../apps/service/src/face/decision/match.ts';
import { type FaceWorld, gather } from '../../apps/service/src/face/runner/analyse.ts';
import type { Capture } from '../../apps/service/src/face/runner/runner.ts';
import type { Look, Pack } from '../../apps/service/src/face/vision/vision.ts';
import { bootstrap } from './rates.ts';

/** One picture of one person. */
export interface Seen {
  person: string;
  look: Look;
}

/** Degrees of yaw between which a picture falls. */
const BINS = [
  [12, 20],
  [20, 30],
  [30, 35],
  [35, 50],
  [50, 90],
] as const;
/** A picture up to this yaw may stand for a frontal step. */
const AHEAD = 12;
const STEPS = 5;
/** At most so many pictures of one person in one bin, so that a few people do not decide a rate. */
const MOST_OWN = 3;
const STRANGERS = 40;

type Answer = 'same' | 'other' | 'asked again';
export const RULES = ['worst frame', 'best frame', 'engine'] as const;
type Rule = (typeof RULES)[number];

/** What was counted for one rule: how many segments of each person, and how many of them had the answer. */
export interface Share {
  segments: number;
  counted: number;
  low: number;
  high: number;
}
export interface Row {
  bin: readonly [number, number];
  people: number;
  rules: Record<Rule, { share: Share; asked_again: number }>;
}
export interface Part {
  honest: Row[];
  strangers: Row[];
}

const yawOf = ({ look }: Seen): number => Math.abs(look.face?.pose.yaw ?? 90);
const isUsable = ({ look }: Seen): boolean => look.faces === 1 && !!look.face?.embedding;
const isIn = (seen: Seen, [from, to]: readonly [number, number]): boolean =>
  yawOf(seen) >= from && yawOf(seen) < to;

/** Evenly spaced members of a list. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]!);

/**
 * Honest segments: frontal pictures of a person and one turned picture of the same person. Strangers: the
 * turned picture is another person's.
 */
export async function measureTurns(
  pack: Pack,
  victims: readonly Seen[],
  others: readonly Seen[],
  random: () => number,
): Promise<Part> {
  const part: Part = { honest: [], strangers: [] };
  const people = [...Map.groupBy(victims.filter(isUsable), ({ person }) => person)];
  for (const bin of BINS) {
    const turned = others.filter((seen) => isUsable(seen) && isIn(seen, bin));
    const [own, foreign]: [Tally, Tally] = [new Map(), new Map()];
    for (const [person, pictures] of people) {
      const ahead = pictures.filter((seen) => yawOf(seen) <= AHEAD);
      if (ahead.length === 0) continue;
      const frontal = spread(ahead, STEPS).map(({ look }) => look);
      const theirs = spread(
        pictures.filter((seen) => isIn(seen, bin)),
        MOST_OWN,
      );
      for (const { look } of theirs) await answer(own, person, pack, frontal, look);
      const strangers = turned.filter((seen) => seen.person !== person);
      for (let i = 0; i < STRANGERS && strangers.length > 0; i++) {
        const { look } = strangers[Math.floor(random() * strangers.length)]!;
        await answer(foreign, person, pack, frontal, look);
      }
    }
    part.honest.push(rowOf(bin, own, ['other', 'asked again'], random));
    part.strangers.push(rowOf(bin, foreign, ['same'], random));
  }
  return part;
}

type Tally = Map<string, Record<Rule, Answer>[]>;

async function answer(tally: Tally, person: string, pack: Pack, frontal: readonly Look[], turned: Look) {
  const answers: Record<Rule, Answer> = {
    'worst frame': byWorst(pack, frontal, turned),
    'best frame': byBest(frontal, turned),
    engine: await byEngine(pack, frontal, turned),
  };
  tally.set(person, [...(tally.get(person) ?? []), answers]);
}

const scores = (frontal: readonly Look[], turned: Look): number[] =>
  frontal.map(({ face }) => cosine(face!.embedding!, turned.face!.embedding!));

/** The lowest likeness to a frontal frame, with a flat allowance for a turn. */
function byWorst({ match }: Pack, frontal: readonly Look[], turned: Look): Answer {
  const { threshold } = match[0]!.points.find(({ fmr }) => fmr === 1e-4)!;
  return Math.min(...scores(frontal, turned)) >= threshold - 0.1 ? 'same' : 'other';
}

/** The highest likeness to a frontal frame, at one image's threshold of FMR 1e-2. */
const byBest = (frontal: readonly Look[], turned: Look): Answer =>
  Math.max(...scores(frontal, turned)) >= 0.242 ? 'same' : 'other';

const STEP = { window_ms: 8_000, hold_ms: 500, min: 0 };

/** The engine's own answer: the facts as the runner gathers them, and the check of identity. */
async function byEngine(pack: Pack, frontal: readonly Look[], turned: Look): Promise<Answer> {
  const kind = turned.face!.pose.yaw > 0 ? 'turn_left' : 'turn_right';
  const kinds = [...frontal.map(() => 'front'), kind];
  const capture = {
    challenge: {
      type: 'active',
      steps: kinds.map((kind, i) => ({ ...STEP, id: `s${i}`, kind })),
      parameters: {},
    },
    manifest: { frames: kinds.map((_, i) => ({ sha256: '', t_ms: 1_500 * i, step: `s${i}` })) },
    elapsed_ms: 20_000,
  } as unknown as Capture;
  // A look stands for one frame: several steps may show the same photograph.
  const looks = [...frontal, turned].map((look) => ({ ...look }));
  const { facts } = await gather({ ...WORLD, vision: { pack } } as FaceWorld, capture, looks);
  const frames = kindFrames(facts).slice(frontal.length);
  if (frames[0]!.same_person === null) return 'asked again';
  if (isTurnedTooFar(frames, facts.pack.same_person)) return 'asked again';
  return othersIn(frames, facts.pack.same_person).length > 0 ? 'other' : 'same';
}

const WORLD: Omit<FaceWorld, 'vision'> = {
  workflow: async () => ({ name: 'Lab' }),
  match: async () => ({ skipped: 'not_asked' }),
  replays: async () => [],
  duplicates: async () => ({ skipped: 'not_asked' }),
  prepare: () => {},
  failed: () => {},
};

function rowOf(
  bin: readonly [number, number],
  tally: Tally,
  counts: readonly Answer[],
  random: () => number,
): Row {
  const ruled = RULES.map((rule) => {
    const people = [...tally.values()].map((all) => ({
      pairs: all.length,
      refused: all.filter((each) => counts.includes(each[rule])).length,
    }));
    const [low, high] = bootstrap(people, random);
    const sum = (of: (one: (typeof people)[number]) => number) =>
      people.reduce((total, one) => total + of(one), 0);
    const share = { segments: sum(({ pairs }) => pairs), counted: sum(({ refused }) => refused), low, high };
    const asked = [...tally.values()].flat().filter((each) => each[rule] === 'asked again').length;
    return [rule, { share, asked_again: asked }] as const;
  });
  return { bin, people: tally.size, rules: Object.fromEntries(ruled) as Row['rules'] };
}
