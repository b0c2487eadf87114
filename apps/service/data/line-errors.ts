type Continent = 'europe' | 'asia' | 'africa' | 'america' | 'oceania';

/**
 * Metres within which nine tenths of the country lines of country-coder 5.6.1 lie from OpenStreetMap's, by
 * continent. Oceania has one land border with another continent's country.
 */
export const P90_M: Record<Continent, number> = {
  europe: 1_200,
  asia: 2_700,
  africa: 3_500,
  america: 4_800,
  oceania: 2_700,
};

const COUNTRIES: Record<Continent, string> = {
  europe:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME ' +
    'MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  asia:
    'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM ' +
    'PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW ' +
    'MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  america:
    'AG AI AR AW BB BL BM BO BQ BR BS BV BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GS GT GY HN HT JM KN KY ' +
    'LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI',
  oceania: 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
};

export const CONTINENT: Readonly<Record<string, Continent>> = Object.fromEntries(
  Object.entries(COUNTRIES).flatMap(([continent, codes]) =>
    codes.split(' ').map((code) => [code, continent as Continent]),
  ),
);

/** The continent of a line: where it parts two, the one whose lines are the less certain. */
export const continentOf = (pair: string): Continent =>
  pair
    .split(' ')
    .map((code) => CONTINENT[code] ?? 'america')
    .reduce((a, b) => (P90_M[b] > P90_M[a] ? b : a));

/**
 * The source of the country lines leaves out this bend of the Ubangi, 400 km long. Natural Earth has it; these
 * are its points (longitude, latitude), within 450 m.
 */
// biome-ignore format: pairs read better in rows
export const UBANGI: readonly [lng: number, lat: number][] = [
  [18.626, 3.477], [18.593, 3.71], [18.613, 3.834], [18.614, 3.901], [18.642, 3.958], [18.647, 4.046],
  [18.633, 4.13], [18.62, 4.17], [18.573, 4.266], [18.545, 4.289], [18.537, 4.306], [18.542, 4.328],
  [18.557, 4.354], [18.576, 4.373], [18.596, 4.371], [18.614, 4.36], [18.654, 4.357], [18.721, 4.377],
  [18.753, 4.401], [18.777, 4.433], [18.828, 4.56], [18.852, 4.594], [18.887, 4.621], [18.898, 4.651],
  [18.928, 4.666], [18.962, 4.724], [19.012, 4.765], [19.02, 4.803], [19.044, 4.827], [19.058, 4.868],
  [19.083, 4.909], [19.116, 4.94], [19.133, 4.947], [19.196, 4.95], [19.237, 5.011], [19.284, 5.032],
  [19.373, 5.088], [19.409, 5.13], [19.431, 5.136], [19.517, 5.136], [19.569, 5.155], [19.606, 5.138],
  [19.72, 5.136], [19.779, 5.118], [19.825, 5.097], [19.85, 5.074], [19.891, 5.002], [20.004, 4.974],
  [20.086, 4.916], [20.172, 4.878], [20.237, 4.806], [20.339, 4.772], [20.374, 4.724], [20.396, 4.677],
  [20.421, 4.662], [20.456, 4.622], [20.463, 4.601], [20.442, 4.551], [20.452, 4.529], [20.58, 4.415],
];
/** The two points of the source between which it belongs. */
export const UBANGI_BETWEEN = ['18.62755 3.47564', '20.60184 4.42394'] as const;
