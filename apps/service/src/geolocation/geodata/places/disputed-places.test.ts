import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { type PlaceRule, RuleCodes } from '../rules/codes.ts';
import type { CompiledRule } from '../rules/rule.ts';
import { DISPUTES } from './disputes.ts';

const places = bundledData().places;

/** Many towns ask the same rule, and compiling one takes some 50 ms. */
const rules = new Map<string, CompiledRule>();

function compiled(rule: PlaceRule): CompiledRule {
  const key = JSON.stringify(rule);
  const known = rules.get(key) ?? places.compileRule(rule);
  rules.set(key, known);
  return known;
}

/** name, latitude, longitude, country, subdivision (— when the data have none), claimed by (— by none) */
const TOWNS = `
Laayoune 27.1536 -13.2033 EH — MA
Dakhla 23.6848 -15.958 EH — MA
Smara 26.7384 -11.6719 EH — MA
Tifariti 26.158 -10.567 EH — MA
Tarfaya 27.9395 -12.9261 MA — —
Tan-Tan 28.438 -11.103 MA — —
Majdal_Shams 33.2706 35.77 SY — IL
Katzrin 32.992 35.691 SY — IL
Banias 33.2486 35.6944 SY — IL
Merom_Golan 33.134 35.777 SY — IL
Afik 32.78 35.7 SY — IL
Kfar_Szold 33.196 35.654 IL — —
Shamir 33.167 35.661 IL — —
Gadot 33.018 35.617 IL — —
Ein_Gev 32.783 35.638 IL — —
Tiberias 32.79 35.53 IL — —
Kiryat_Shmona 33.2073 35.5721 IL — —
Quneitra 33.126 35.824 SY — —
Old_City_of_Jerusalem 31.7767 35.2345 PS — IL
Sheikh_Jarrah 31.793 35.232 PS — IL
Mount_of_Olives 31.778 35.245 PS — IL
Beit_Hanina 31.833 35.22 PS — IL
Silwan 31.768 35.236 PS — IL
Knesset 31.7767 35.2053 IL — —
Mahane_Yehuda 31.7857 35.2122 IL — —
Malha 31.752 35.184 IL — —
Hebron 31.5326 35.0998 PS — IL
Ramallah 31.9038 35.2034 PS — IL
Nablus 32.2211 35.2544 PS — IL
Gaza 31.5017 34.4668 PS — —
Tel_Aviv 32.0853 34.7818 IL — —
Muzaffarabad 34.37 73.4711 PK PK-JK IN
Gilgit 35.9208 74.3144 PK PK-GB IN
Srinagar 34.0837 74.7973 IN IN-JK PK
Leh 34.1526 77.5771 IN IN-LA PK
Lahore 31.5204 74.3587 PK PK-PB —
Sukhumi 43.0015 41.0234 GE GE-AB RU
Tskhinvali 42.2257 43.9644 GE GE-SK —
Tbilisi 41.7151 44.8271 GE GE-TB —
Simferopol 44.9521 34.1024 UA UA-43 RU
Sevastopol 44.6166 33.5254 UA UA-40 RU
Kerch 45.3561 36.4674 UA UA-43 RU
Donetsk 48.0159 37.8028 UA UA-14 RU
Mariupol 47.0951 37.5413 UA UA-14 RU
Luhansk 48.574 39.3078 UA UA-09 RU
Kyiv 50.4501 30.5234 UA UA-30 —
Kherson 46.6354 32.6169 UA UA-65 —
Pristina 42.6629 21.1655 XK — RS
Kyrenia 35.3387 33.3186 CY CY-01 TR
Famagusta 35.1149 33.9192 CY CY-04 TR
Limassol 34.6786 33.0413 CY CY-02 —
Taipei 25.033 121.5654 TW TW-TPE CN
Kinmen 24.4493 118.3767 TW TW-KIN CN
`
  .trim()
  .split('\n')
  .map((line): [string, number, number, string, string | null, string | null] => {
    const [name, lat, lng, country, subdivision, by] = line.split(' ') as [string, ...string[]];
    const known = (text: string | undefined) => (text === '—' ? null : text!);
    return [name.replaceAll('_', ' '), Number(lat), Number(lng), country!, known(subdivision), known(by)];
  });

describe.each(TOWNS)('%s', (_name, lat, lng, country, subdivision, by) => {
  it('has the code that decision 31 says, and names who claims it', () => {
    const found = places.locate(lat, lng);
    expect({ country: found.country, disputed: found.disputed }).toEqual({
      country,
      disputed: by === null ? null : { by },
    });
    if (subdivision) expect(found.subdivision).toBe(subdivision);
  });

  it('is refused when either code is denied, and allowed under its own code alone', () => {
    const inside = (rule: PlaceRule) => compiled(rule)(lat, lng, 20).inside;
    expect(inside({ deny: [country] })).toBe(false);
    expect(inside({ deny: ['AQ'] })).toBe(true);
    expect(inside({ allow: [country] })).toBe(true);
    if (subdivision) expect(inside({ deny: [subdivision] })).toBe(false);
    if (by === null) return;
    expect(inside({ deny: [by] })).toBe(false);
    expect(inside({ allow: [by] })).toBe(false);
    expect(inside({ allow: [country], deny: [by] })).toBe(false);
  });
});

it('refuses each sanctioned region of Ukraine by its own code, and nothing beside it', () => {
  const rule = places.compileRule({ deny: ['UA-43', 'UA-40', 'UA-14', 'UA-09'] });
  const inside = (name: string) => {
    const [, lat, lng] = TOWNS.find(([town]) => town === name)!;
    return rule(lat, lng, 20).inside;
  };
  for (const name of ['Simferopol', 'Sevastopol', 'Kerch', 'Donetsk', 'Mariupol', 'Luhansk'])
    expect(inside(name), name).toBe(false);
  for (const name of ['Kyiv', 'Kherson']) expect(inside(name), name).toBe(true);
});

it('is unsure beside a line that was drawn by hand, as beside every other country line', () => {
  const israel = places.compileRule({ allow: ['IL'] });
  // 300 m on either side of the armistice line.
  for (const [lat, lng] of [
    [31.7767, 35.2305],
    [31.7767, 35.2238],
  ]) {
    const { p_inside } = israel(lat!, lng!, 20);
    expect(p_inside).toBeGreaterThan(0.05);
    expect(p_inside).toBeLessThan(0.95);
  }
});

it('puts a rule’s border between a place and the land of the state that claims it', () => {
  const { signed_distance_m, inside } = places.compileRule({ deny: ['MA'] })(27.6, -9.5, 20);
  // Both sides of the parallel are refused, so it is no border of this rule.
  expect({ signed_distance_m, inside }).toEqual({ signed_distance_m: null, inside: false });
  const allowed = places.compileRule({ allow: ['MA'] })(27.6, -9.5, 20);
  expect(allowed.inside).toBe(false);
  expect(Math.abs(allowed.signed_distance_m!)).toBeGreaterThan(7_000);
  expect(Math.abs(allowed.signed_distance_m!)).toBeLessThan(8_000);
});

it('is written down in the decision, dispute by dispute', () => {
  const text = readFileSync(
    new URL('../../../../../../docs/decisions/0031-disputed-places.md', import.meta.url),
    'utf8',
  );
  for (const [name, { by }] of Object.entries(DISPUTES))
    expect(text, name).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| \`${by}\` \\|`));
});

it('mutation control: lets a person into Crimea under deny RU when the claim is not looked at', async () => {
  const crimea = { country: 'UA', code: null, within: [], disputed: 'crimea' };
  expect(new RuleCodes({ deny: ['RU'] }).allowsIn(crimea)).toBe(false);
  const weak = await mutant<{ RuleCodes: typeof RuleCodes }>('geolocation/geodata/rules/codes.ts', [
    "this.deny.has(claimantOf(region) ?? '')",
    'claimantOf(region) === undefined',
  ]);
  expect(new weak.RuleCodes({ deny: ['RU'] }).allowsIn(crimea)).toBe(true);
});
