import { INSIDE, OUTSIDE } from '../../apps/service/src/geolocation/decision/thresholds.ts';
import type { CompiledRule, Places } from '../../apps/service/src/geolocation/geodata/places/places.ts';
import { type Count, none, note } from './judge.ts';
import { drawSpot, type Spot, type TrueLines } from './lines.ts';
import { honestFix, type Random, seeded } from './random.ts';

/** Metres from the true line. */
export const WORLD_BANDS_M = [0, 100, 500, 1_000, 2_000, 5_000, 15_000, 30_000, 50_000];
export const CONTINENTS = ['europe', 'asia', 'africa', 'america'] as const;

export interface JudgedLines {
  continent: string;
  band: number;
  /** By the source that draws the line: a survey's country, or `coarse`. */
  sources: Record<string, Count>;
  /** Points in a disputed place, whose code follows a convention and not a measurement. */
  disputed: number;
  /** Wrongly sure answers by pair of countries. */
  wrong: Record<string, number>;
}

/** OpenStreetMap counts these territories as their country's ground; ISO 3166 gives them codes of their own. */
const OWN_CODE = new Set(['NO SJ', 'FR SR', 'BR FR', 'FR GF']);

/** Asks for one of the two countries of a line, at `points` positions per continent and band. */
export function judgeLines(
  places: Places,
  lines: TrueLines,
  isLand: (lat: number, lng: number) => boolean,
  points: number,
  seed: number,
): JudgedLines[] {
  const rules = new Map<string, CompiledRule>();
  const ruleFor = (code: string) => {
    if (!rules.has(code)) rules.set(code, places.compileRule({ allow: [code] }));
    return rules.get(code)!;
  };
  return CONTINENTS.filter((continent) => lines.pieces[continent]).flatMap((continent, c) =>
    WORLD_BANDS_M.slice(1).map((to, band): JudgedLines => {
      const judged: JudgedLines = { continent, band, sources: {}, disputed: 0, wrong: {} };
      const random = seeded(seed + 100 * c + band);
      for (let made = 0, tries = 0; made < points && tries < 40 * points; tries++) {
        const spot = drawSpot(lines, continent, [WORLD_BANDS_M[band]!, to], random);
        if (!spot || OWN_CODE.has(spot.pair) || !isLand(spot.lat, spot.lng)) continue;
        made++;
        const { disputed } = places.locate(spot.lat, spot.lng);
        if (disputed) judged.disputed++;
        else add(judged, spot, ruleFor, random);
      }
      return judged;
    }),
  );
}

function add(judged: JudgedLines, spot: Spot, ruleFor: (code: string) => CompiledRule, random: Random): void {
  const asked = spot.pair.split(' ')[random.uniform() < 0.5 ? 0 : 1]!;
  const { lat, lng, p95_m } = honestFix(spot.lat, spot.lng, random, 10);
  const { p_inside } = ruleFor(asked)(lat, lng, p95_m);
  const inside = asked === spot.country;
  const source = sourceOf(spot.pair);
  const count = judged.sources[source] ?? none();
  judged.sources[source] = count;
  note(count, inside, p_inside);
  const sure = p_inside >= INSIDE || p_inside <= OUTSIDE;
  if (sure && p_inside >= INSIDE !== inside) judged.wrong[spot.pair] = (judged.wrong[spot.pair] ?? 0) + 1;
}

const SURVEYED = ['US', 'AT', 'AU', 'BR', 'DE', 'FR', 'GB', 'IT', 'PL'];
const sourceOf = (pair: string) => SURVEYED.find((country) => pair.includes(country)) ?? 'coarse';
