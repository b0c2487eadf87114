import { CUT, JUMP, jumpsAtColours, jumpsIn } from '../../../apps/service/src/face/decision/light/cuts.ts';
import { changeBetween, patternOf } from '../../../apps/service/src/face/vision/clip/change.ts';
import { chanceOf } from '../chance.ts';
import { type Raster, toRaster } from '../images/raster.ts';
import { rate } from '../report.ts';
import { filmedBy, PERSON, ROOMS, SORTED, type Variant } from './filmed.ts';
import { drawnBy, jpegOf, timesOf } from './presentations.ts';
import type { Take } from './takes.ts';

/** What the signs of a clip of several pieces measure. */
export interface Jumps {
  person: string;
  /** Filmed in one piece, cut and sorted by the colours, or with another person in it for a moment. */
  kind: 'whole' | 'sorted' | 'spliced';
  /** How much more the pictures change at the colours. */
  atColours: number;
  /** How many changes stand out. */
  alone: number;
}

/** In each room the clip of one person as filmed, sorted, and with another person in it. */
export async function jumpsOf(take: Take, other: Take): Promise<Jumps[]> {
  const found: Jumps[] = [];
  for (const lux of ROOMS) {
    const film = async (from: Take, variant: Variant, kind: Jumps['kind']) => {
      const random = chanceOf('cut', from.person, variant.name, lux, kind);
      const { shots, pictures } = from;
      return filmedBy({ take: from, shots, pictures }, variant, drawnBy(random), { lux, random });
    };
    const whole = await film(take, PERSON, 'whole');
    const strangers = await film(other, PERSON, 'spliced');
    const spliced = whole.map(
      (picture, i) => (i >= SPLICE.from && i < SPLICE.until && strangers[i]) || picture,
    );
    const kinds = { whole, sorted: await film(take, SORTED, 'sorted'), spliced };
    for (const [kind, images] of Object.entries(kinds) as [Jumps['kind'], Raster[]][])
      found.push({ person: take.person, kind, ...(await measured(take, images)) });
  }
  return found;
}
/** Less than a quarter of the pictures, away from the ends. */
const SPLICE = { from: 20, until: 30 };

async function measured(take: Take, images: readonly Raster[]): Promise<Omit<Jumps, 'person' | 'kind'>> {
  const patterns: Float32Array[] = [];
  for (const image of images) patterns.push(patternOf(await toRaster(await jpegOf(image))));
  const pictures = take.pictures.map(({ t_ms }, i) => ({
    t_ms,
    change: i === 0 ? null : changeBetween(patterns[i - 1]!, patterns[i]!),
  }));
  return { atColours: jumpsAtColours(pictures, timesOf(take)) ?? 0, alone: jumpsIn(pictures) };
}

type Measure = (jumps: Jumps) => number;

/** The area under the ROC: the share of pairs in which a forged clip has more than one of one piece. */
function areaOf(forged: readonly Jumps[], whole: readonly Jumps[], measure: Measure): number {
  let more = 0;
  for (const a of forged.map(measure))
    for (const b of whole.map(measure)) more += Number(a > b) + 0.5 * Number(a === b);
  return more / (forged.length * whole.length);
}

const SIGNS: readonly { name: string; kind: Jumps['kind']; measure: Measure; shipped: number }[] = [
  { name: 'jumps at the colours', kind: 'sorted', measure: ({ atColours }) => atColours, shipped: CUT },
  { name: 'changes that stand out', kind: 'spliced', measure: ({ alone }) => alone, shipped: JUMP.least - 1 },
];

/** Each sign as shipped, and with the threshold that the other people choose. */
export function cutReport(all: readonly Jumps[]): string {
  const rows = SIGNS.map(({ name, kind, measure, shipped }) => {
    const [whole, forged] = [
      all.filter((each) => each.kind === 'whole'),
      all.filter((each) => each.kind === kind),
    ];
    const withoutPerson = ({ person }: Jumps) =>
      Math.max(...whole.filter((each) => each.person !== person).map(measure));
    const count = (some: readonly Jumps[], threshold: (each: Jumps) => number) => {
      const k = some.filter((each) => measure(each) > threshold(each)).length;
      return `${k} of ${some.length}: ${rate(k, some.length)}`;
    };
    const cells = [
      name,
      areaOf(forged, whole, measure).toFixed(3),
      count(whole, () => shipped),
      count(forged, () => shipped),
      count(whole, withoutPerson),
      count(forged, withoutPerson),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| sign | area under the ROC | clips of one piece suspected | forged ones found | the same with the most of the ' +
      'other people as threshold: suspected | found |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
