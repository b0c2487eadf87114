import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { vectors } from '../../../../testing/vectors.ts';
import { normalCdf } from './quadrature.ts';

const places = bundledData().places;

describe('a rule of places', () => {
  it('allows everything that is not denied when nothing is allowed by name', () => {
    const rule = places.compileRule({ deny: ['FR', 'US-WA'] });
    expect(rule(48.85, 2.35, 20)).toMatchObject({ inside: false, p_inside: 0 });
    expect(rule(47.45, -120.5, 20)).toMatchObject({ inside: false, p_inside: 0 });
    expect(rule(39.74, -104.99, 20)).toMatchObject({ inside: true, p_inside: 1 });
    expect(rule(52.52, 13.4, 20).inside).toBe(true);
  });

  it('denies everything that is not allowed once something is', () => {
    const rule = places.compileRule({ allow: ['DE', 'CA-ON'] });
    expect(rule(51.3, 9.5, 20).inside).toBe(true);
    expect(rule(46.5, -81, 20).inside).toBe(true);
    expect(rule(52.27, -113.8, 20).inside).toBe(false);
    expect(rule(40, -4, 20).inside).toBe(false);
  });

  it('lets the finer code decide first, and deny win within one level', () => {
    expect(places.compileRule({ allow: ['US'], deny: ['US-UT'] })(39.3, -111.5, 20).inside).toBe(false);
    expect(places.compileRule({ allow: ['US-UT'], deny: ['US'] })(39.3, -111.5, 20).inside).toBe(true);
    expect(places.compileRule({ allow: ['US'], deny: ['US-UT'] })(39.5, -117, 20).inside).toBe(true);
  });

  it('does not cover a territory by the code of the state that it belongs to', () => {
    expect(places.compileRule({ allow: ['US'] })(18.4, -66.06, 20).inside).toBe(false);
    expect(places.compileRule({ allow: ['PR'] })(18.4, -66.06, 20).inside).toBe(true);
    expect(places.compileRule({ allow: ['US-PR'] })(18.4, -66.06, 20).inside).toBe(true);
    expect(places.compileRule({ allow: ['CN'] })(22.3193, 114.1694, 20).inside).toBe(false);
  });

  it('understands upper levels', () => {
    expect(places.compileRule({ allow: ['FR-IDF'] })(48.8566, 2.3522, 20).inside).toBe(true);
    expect(places.compileRule({ allow: ['GB-SCT'] })(56.8, -4.2, 20).inside).toBe(true);
    expect(places.compileRule({ allow: ['GB-SCT'] })(52.5, -1.5, 20).inside).toBe(false);
  });

  it('does not judge where it knows too little', () => {
    const unknown = { inside: null, signed_distance_m: null, p_inside: 0.5 };
    expect(places.compileRule({ allow: ['KZ-75'] })(45.01, 78.37, 20)).toMatchObject(unknown);
    expect(places.compileRule({ allow: ['US'] })(30, -30, 20)).toMatchObject(unknown);
  });

  it('names the codes that no place can match', () => {
    expect(
      places.unknownCodes({ allow: ['US', 'US-NY', 'US-PR', 'FR-IDF', 'GB-SCT'], deny: ['XX', 'US-ZZ'] }),
    ).toEqual(['XX', 'US-ZZ']);
  });
});

describe('the distance to the border of a rule', () => {
  // The 37th parallel between Colorado and Oklahoma and the 41st between Colorado and Wyoming are straight.
  it('is measured on the ground', () => {
    const rule = places.compileRule({ allow: ['US-CO'] });
    const inside = rule(40.9, -105.5, 20).signed_distance_m!;
    const outside = rule(41.1, -105.5, 20).signed_distance_m!;
    expect(inside).toBeGreaterThan(10_400);
    expect(inside).toBeLessThan(11_800);
    expect(inside - outside).toBeGreaterThan(21_900);
    expect(inside - outside).toBeLessThan(22_500);
  });

  it('ignores a border between two allowed states, and the coast', () => {
    expect(
      places.compileRule({ allow: ['US-CO', 'US-WY'] })(41.001, -105.5, 20).signed_distance_m,
    ).toBeNull();
    expect(places.compileRule({ allow: ['US-CA'] })(34.01, -118.497, 20)).toMatchObject({ p_inside: 1 });
    expect(places.compileRule({ allow: ['AU'] })(-33.8915, 151.2767, 20)).toMatchObject({ p_inside: 1 });
  });

  it('uses the finer country borders between countries', () => {
    const juarez = places.compileRule({ allow: ['US'] })(31.69, -106.42, 20);
    expect(juarez).toMatchObject({ inside: false, boundary_error_m: 250 });
    expect(juarez.signed_distance_m).toBeLessThan(-4_000);
    expect(juarez.signed_distance_m).toBeGreaterThan(-12_000);
    // The same line is a border of a rule about a state.
    const texas = places.compileRule({ allow: ['US-TX'] })(31.69, -106.42, 20);
    expect(texas.signed_distance_m).toBeCloseTo(juarez.signed_distance_m!, 0);
    // Far from Texas the line is no border of the rule.
    expect(places.compileRule({ allow: ['US-TX'] })(32.47, -116.97, 20).signed_distance_m).toBeNull();
  });

  it('looks at every piece of a surveyed line, because the province beyond may change along it', () => {
    const rule = places.compileRule({ allow: ['CA-SK'] });
    // Saskatchewan begins near 110° W, in the middle of a long straight piece, and ends near 101.4° W.
    for (const lng of [-109.95, -109.6, -102.07, -101.89, -101.7])
      for (const lat of [48.9985, 48.9995]) {
        const { p_inside, signed_distance_m } = rule(lat, lng, 20);
        expect(Math.abs(signed_distance_m!), `${lng}`).toBeLessThan(500);
        expect(Math.abs(p_inside - 0.5), `${lng}`).toBeLessThan(0.45);
      }
  });

  it('is uncertain at the border and sure away from it, as far as the data allow', () => {
    const rule = places.compileRule({ allow: ['US-CO'] });
    // The line was surveyed 267 m south of the parallel here.
    const p = (metres: number) => rule(41 - (267 + metres) / 111_000, -105.5, 20).p_inside;
    expect(p(100)).toBeLessThan(0.95);
    expect(p(100)).toBeGreaterThan(0.05);
    expect(p(700)).toBeGreaterThan(0.95);
    expect(p(-700)).toBeLessThan(0.05);
    expect(rule(40.98, -105.5, 20).p_inside).toBeGreaterThan(rule(40.98, -105.5, 5_000).p_inside);
  });

  it('subtracts the buffer from the allowed side', () => {
    const bare = places.compileRule({ allow: ['US-CO'] })(40.95, -105.5, 20);
    const buffered = places.compileRule({ allow: ['US-CO'], buffer_m: 10_000 })(40.95, -105.5, 20);
    expect(buffered.signed_distance_m).toBeCloseTo(bare.signed_distance_m! - 10_000, 3);
    expect(buffered.p_inside).toBeLessThan(0.05);
  });

  it('has the right normal distribution', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 7);
    expect(normalCdf(1.6448536)).toBeCloseTo(0.95, 6);
    expect(normalCdf(-1.6448536)).toBeCloseTo(0.05, 6);
    expect(normalCdf(-9)).toBeGreaterThanOrEqual(0);
  });
});

const reference = vectors('borders/us-states-500k-half.geojson');

type Ring = [number, number][];

/** Judged on a finer, independent geometry: deciding and judging on the same lines would prove nothing. */
describe.skipIf(reference.absent)('near real borders (needs the public border vectors)', () => {
  it('is wrongly sure for less than 0.1 % inside and 0.5 % outside', () => {
    const state = (JSON.parse(readFileSync(reference.path, 'utf8')).features as Truth[]).filter(
      (f) => INLAND[f.properties.name],
    );
    expect(state.length).toBeGreaterThan(3);
    let [n, false_inside, false_outside, uncertain] = [0, 0, 0, 0];
    for (const feature of state) {
      const rule = places.compileRule({ allow: [INLAND[feature.properties.name]!] });
      for (const point of nearBorders(feature, 3_000)) {
        const { p_inside } = rule(point.lat, point.lng, point.p95_m);
        n++;
        if (p_inside >= 0.95 && !contains(feature, point.true_lat, point.true_lng)) false_inside++;
        else if (p_inside <= 0.05 && contains(feature, point.true_lat, point.true_lng)) false_outside++;
        else if (p_inside > 0.05 && p_inside < 0.95) uncertain++;
      }
    }
    const share = (count: number) => (100 * count) / n;
    expect(n).toBeGreaterThan(10_000);
    expect(share(false_inside)).toBeLessThanOrEqual(0.1);
    expect(share(false_outside)).toBeLessThanOrEqual(0.5);
    expect(share(uncertain)).toBeLessThan(30);
  });
});

interface Truth {
  properties: { name: string };
  geometry: { type: string; coordinates: unknown[] };
}

// biome-ignore format: pairs read better in rows
/** Inland states of the file: a coast would be drawn by another rule in each source. */
const INLAND: Record<string, string> = {
  Arizona: 'US-AZ', Idaho: 'US-ID', Kansas: 'US-KS', Montana: 'US-MT', Nevada: 'US-NV', 'North Dakota': 'US-ND',
  Oklahoma: 'US-OK', 'South Dakota': 'US-SD', Vermont: 'US-VT',
};

const ringsOf = ({ geometry }: Truth) =>
  geometry.coordinates.flat(geometry.type === 'Polygon' ? 0 : 1) as Ring[];

function contains(truth: Truth, lat: number, lng: number): boolean {
  let inside = false;
  for (const ring of ringsOf(truth)) {
    for (let i = 1; i < ring.length; i++) {
      const [x0, y0] = ring[i - 1]!;
      const [x1, y1] = ring[i]!;
      if (y0 > lat !== y1 > lat && lng < x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
    }
  }
  return inside;
}

/**
 * True positions within about 11 km of the line, each with an honest fix whose p95 is between 10 and 500 m.
 */
function* nearBorders(feature: Truth, count: number) {
  const line = ringsOf(feature).flat();
  let seed = 12_345;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (let i = 0; i < count; i++) {
    const [x, y] = line[Math.floor(random() * line.length)]!;
    const true_lat = y + (random() - 0.5) * 0.2;
    const true_lng = x + (random() - 0.5) * 0.25;
    const p95_m = 10 * 50 ** random();
    const sigma = p95_m / 2.4477 / 111_000;
    yield {
      true_lat,
      true_lng,
      lat: true_lat + gauss() * sigma,
      lng: true_lng + (gauss() * sigma) / Math.cos((y * Math.PI) / 180),
      p95_m,
    };
  }
}
