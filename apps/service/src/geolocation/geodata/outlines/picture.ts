import type { BorderLine } from '../borders/around.ts';
import { metresPerDegree } from '../places/position.ts';
import { simplified } from './simplify.ts';

/** A place beside a border, as a picture shows it. */
export interface PictureOf {
  lat: number;
  lng: number;
  /** Radius of the 95 % disc of the fix. */
  accuracy_m: number;
  /** The place itself, and the place across the nearest border; null without a border in reach. */
  here: string;
  across: string | null;
  /** What `p_inside` is the probability of; `here` when absent. */
  subject?: string;
  /** Probability of being in `here`, and what the answer follows from. */
  p_inside: number;
  error_m: number;
  /** To the nearest border, and the direction away from it; null without a border in reach. */
  distance_m: number | null;
  bearing_deg: number | null;
  lines: readonly BorderLine[];
  /** Who made the lines, where their licence asks to name them. */
  attribution?: string | null;
}

const WIDTH = 360;
const HEIGHT = 240;
/** Room below the map for the words and the scale. */
const MAP = 190;
/** Characters in a line of an attribution, and the line's height in the units of the picture. */
const CREDIT = { characters: 72, height: 13 };

/** Half of the width that the picture shows, metres: the fix, its nearest border and the border's band fit in. */
export function reachOf({
  accuracy_m,
  distance_m,
  error_m,
}: Pick<PictureOf, 'accuracy_m' | 'distance_m' | 'error_m'>): number {
  const wanted = Math.max(150, accuracy_m * 1.6, ((distance_m ?? 0) + error_m) * 1.9);
  return Math.min(wanted, 60_000);
}

/**
 * A static map without tiles: lines with their declared error as a band, the disc of the fix, both sides by name
 * and a scale. Colours follow the reader's scheme.
 */
export function drawPicture(of: PictureOf): string {
  const reach_m = reachOf(of);
  const pixel_m = (2 * reach_m) / WIDTH;
  const size = (metres: number) => (metres / pixel_m).toFixed(1);
  const paths = of.lines
    .map((line) => ({ ...line, d: pathOf(line, of, pixel_m) }))
    .filter(({ d }) => d !== '');
  const words = wordsOf(of);
  const credits = of.attribution ? wrapped(of.attribution, CREDIT.characters) : [];
  const height = HEIGHT + CREDIT.height * credits.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ` +
      'aria-labelledby="title desc" direction="ltr">',
    `<title id="title">${escaped(`${of.subject ?? of.here}: ${percent(of.p_inside)}`)}</title>`,
    `<desc id="desc">${escaped([...words, ...credits].join(' '))}</desc>`,
    STYLE,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    `<clipPath id="map"><rect width="${WIDTH}" height="${MAP}"/></clipPath><g clip-path="url(#map)">`,
    '<g class="bands">',
    ...paths.map(({ d, error_m }) => `<path stroke-width="${size(2 * error_m)}" d="${d}"/>`),
    '</g>',
    ...paths.map(({ d }) => `<path class="line" d="${d}"/>`),
    `<circle class="disc" cx="${WIDTH / 2}" cy="${MAP / 2}" r="${size(Math.max(of.accuracy_m, pixel_m))}"/>`,
    `<circle class="fix" cx="${WIDTH / 2}" cy="${MAP / 2}" r="2.5"/>`,
    ...namesOf(of),
    '</g>',
    ...words.map((text, i) => `<text x="10" y="${MAP + 20 + 15 * i}">${escaped(text)}</text>`),
    ...credits.map(
      (text, i) =>
        `<text style="font-size:9px" x="10" y="${HEIGHT + 3 + CREDIT.height * i}">${escaped(text)}</text>`,
    ),
    scaleBar(pixel_m),
    '</svg>\n',
  ].join('\n');
}

const STYLE =
  '<style>.ground{fill:#fbfaf7}.line,.fix,text{fill:#1d2733}.line{fill:none;stroke:#1d2733;stroke-width:1.4}' +
  '.bands{fill:none;stroke:#c77700;opacity:.28;stroke-linejoin:round;stroke-linecap:round}' +
  '.disc{fill:#1b66c9;fill-opacity:.18;stroke:#1b66c9}.name{font-weight:600}' +
  '.name,.halo{paint-order:stroke;stroke:#fbfaf7;stroke-width:3px}.bar{stroke:#1d2733;fill:none}' +
  'text{font:11px system-ui,sans-serif;unicode-bidi:isolate}' +
  '@media(prefers-color-scheme:dark){.ground{fill:#12181f}.fix,text{fill:#e8edf2}.line,.bar{stroke:#e8edf2}' +
  '.name,.halo{stroke:#12181f}.bands{stroke:#ffb454}.disc{fill:#6ab0ff;stroke:#6ab0ff}}</style>';

/** What the picture shows, as an operator would say it. */
function wordsOf({ here, subject = here, across, p_inside, error_m, distance_m }: PictureOf): string[] {
  if (distance_m === null) return [`${here}, and no border in reach.`];
  const other =
    across === null
      ? `The border is ${metresIn(distance_m)} away.`
      : `${across}: ${metresIn(distance_m)} away.`;
  return [
    `${subject}: ${percent(p_inside)}. ${other}`,
    `Band: the line may be off by ${metresIn(error_m)} to either side.`,
  ];
}

/** Lines of at most `most` characters, cut between words where a line has several. */
const wrapped = (text: string, most: number): string[] =>
  [...text.matchAll(new RegExp(`(\\S.{0,${most - 2}}(?=\\s|$)|\\S{${most}})`, 'gu'))].map(([line]) =>
    line.trim(),
  );

function percent(share: number): string {
  if (share > 0.999) return 'over 99.9 %';
  return share < 0.001 ? 'under 0.1 %' : `${(100 * share).toFixed(1)} %`;
}

const metresIn = (metres: number) =>
  metres >= 10_000
    ? `${Math.round(metres / 1_000)} km`
    : `${new Intl.NumberFormat('en').format(Math.round(metres))} m`;

/** The line within a pixel of itself; the pen jumps over what shows neither as a line nor as its band. */
function pathOf({ points, error_m }: BorderLine, { lat, lng }: PictureOf, pixel_m: number): string {
  const metres = metresPerDegree(lat);
  const spots = simplified(points, pixel_m / metres.lat).map(
    ([x, y]): Pixel => [
      WIDTH / 2 + ((x - lng) * metres.lng) / pixel_m,
      MAP / 2 - ((y - lat) * metres.lat) / pixel_m,
    ],
  );
  const margin = 2 + error_m / pixel_m;
  let d = '';
  let down = false;
  for (const [i, to] of spots.entries()) {
    const from = spots[i - 1];
    if (!from) continue;
    if (!touches(from, to, margin)) down = false;
    else {
      d += `${down ? '' : `M${at(from)}`}L${at(to)}`;
      down = true;
    }
  }
  return d;
}

type Pixel = [x: number, y: number];

const at = ([x, y]: Pixel) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const touches = (a: Pixel, b: Pixel, margin: number) =>
  Math.max(a[0], b[0]) > -margin &&
  Math.min(a[0], b[0]) < WIDTH + margin &&
  Math.max(a[1], b[1]) > -margin &&
  Math.min(a[1], b[1]) < MAP + margin;

/** Each name stands on its own side of the nearest border, clear of the fix. */
function namesOf({ here, across, bearing_deg }: PictureOf): string[] {
  const turn = (bearing_deg ?? 0) * (Math.PI / 180);
  const spot = (sign: number): Pixel => [
    WIDTH / 2 + sign * Math.sin(turn) * (WIDTH / 2 - 70),
    MAP / 2 - sign * Math.cos(turn) * (MAP / 2 - 20) + 4,
  ];
  const name = (text: string, [x, y]: Pixel) =>
    `<text class="name" text-anchor="middle" x="${x.toFixed(0)}" y="${y.toFixed(0)}">${escaped(text)}</text>`;
  return [name(here, spot(1)), ...(across === null ? [] : [name(across, spot(-1))])];
}

function scaleBar(pixel_m: number): string {
  const most = 90 * pixel_m;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((step) => step * power).find((metres) => metres <= most)!;
  const label = length >= 1_000 ? `${length / 1_000} km` : `${length} m`;
  const [right, y] = [WIDTH - 10, MAP - 10];
  const left = right - length / pixel_m;
  return (
    `<path class="bar" d="M${left.toFixed(1)} ${y - 4}v4H${right}v-4"/>` +
    `<text class="halo" text-anchor="end" x="${right}" y="${y - 8}">${label}</text>`
  );
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
