import { writeFileSync } from 'node:fs';
import { readConfig } from '../../config.ts';
import { pictureAt, seenAt } from '../../geolocation/explained/picture.ts';
import { dataAge } from '../../geolocation/geodata/age.ts';
import { type Geography, openGeography } from '../../geolocation/geodata/geography.ts';
import { command, Misuse, type Terminal } from '../command.ts';
import { answerLines, numberIn, objectIn, pointIn, refuseBad, STRICT, tellCount } from '../lines.ts';
import { addressIn } from '../policies/points.ts';
import { SPOT, spotOf } from '../verify/spot.ts';
import { placeConfidence } from './place-confidence.ts';

const { lat, lng, accuracy } = SPOT;

export const geoLookup = command({
  name: 'geo lookup',
  summary: 'Look up points or addresses in the geographic data; needs no database',
  options: {
    lat: { ...lat, required: undefined },
    lng: { ...lng, required: undefined },
    accuracy,
    svg: {
      type: 'string',
      value: 'FILE',
      meaning: 'with --lat and --lng: draws the point, its border and the border’s error',
    },
    points: {
      type: 'string',
      value: 'FILE',
      meaning: 'lines {"lat", "lng", "accuracy_m"?} or lat,lng; - is standard input',
    },
    ips: { type: 'string', value: 'FILE', meaning: 'lines with an address, or {"ip"}; - is standard input' },
    ...STRICT,
  },
  notes: `Each answer is one line of JSON with "line", the facts with their confidence, and "data": the version,
date and age in days of every data set that was used. A bad line gets {line, error}; without --strict the exit
code stays 0.`,
  run: async ({ options, terminal }): Promise<undefined> => {
    const { points, ips, strict, svg } = options;
    const one = options.lat !== undefined || options.lng !== undefined;
    if ([one, points !== undefined, ips !== undefined].filter(Boolean).length !== 1)
      throw new Misuse('Name --lat and --lng, --points or --ips.');
    if (!one && svg !== undefined) throw new Misuse('--svg draws the point of --lat and --lng.');
    const { data_dir } = readConfig(terminal.env);
    const geography = openGeography(
      data_dir,
      (message) => terminal.stderr.write(`${message}\n`),
      terminal.bundled,
    );
    const now_ms = Date.now();
    if (one) return lookUpOne(geography, options, terminal);
    const answer = points === undefined ? ipAnswer(geography, now_ms) : pointAnswer(geography, now_ms);
    const count = await answerLines((points ?? ips)!, terminal, answer);
    tellCount(count, terminal);
    refuseBad(count, strict);
  },
  text: () => '',
});

interface OneOptions {
  lat?: string;
  lng?: string;
  accuracy?: string;
  svg?: string;
}

/** One point as a line of JSON like the others, and as a picture. */
function lookUpOne(
  geography: Geography,
  { svg, ...options }: OneOptions,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
): undefined {
  if (options.lat === undefined || options.lng === undefined) throw new Misuse('Name both --lat and --lng.');
  const spot = spotOf({ ...options, lat: options.lat, lng: options.lng });
  stdout.write(`${pointAnswer(geography, Date.now())(JSON.stringify(spot), 1)}\n`);
  if (svg === undefined) return;
  const seen = seenAt(geography.places, spot);
  if (!seen) throw new Misuse('There is no country at this point, so there is nothing to draw.');
  writeFileSync(svg, pictureAt(geography.places, seen).svg);
  stderr.write(`Drawn into ${svg}.\n`);
}

type Dated = Pick<Geography['places'], 'versions' | 'dates'>;

/** Version, date and age of each data set. It is the same on every line, so that a line can be used alone. */
function dataOf({ versions, dates }: Dated, now_ms: number) {
  const ages = dataAge(dates, now_ms);
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      { version: version.slice(0, 12), date: dates[name] ?? null, age_days: ages[name] ?? null },
    ]),
  );
}

function pointAnswer({ places }: Geography, now_ms: number) {
  const data = dataOf(places, now_ms);
  const confidence = placeConfidence(places);
  return (text: string, line: number): string => {
    const value = asPoint(text);
    const { lat, lng } = pointIn(value);
    const accuracy_m = 'accuracy_m' in value ? numberIn(value, 'accuracy_m', 0, 100_000) : 0;
    const place = places.locate(lat, lng);
    return JSON.stringify({ line, ...place, confidence: confidence(place, { lat, lng, accuracy_m }), data });
  };
}

/** Accepts `40.7,-74` as a point too. */
function asPoint(text: string): Record<string, unknown> {
  const [, lat, lng] = /^\s*(-?[\d.]+)\s*[,;\t ]\s*(-?[\d.]+)\s*$/.exec(text) ?? [];
  return lat === undefined ? objectIn(text) : { lat: Number(lat), lng: Number(lng) };
}

function ipAnswer({ network }: Geography, now_ms: number) {
  const data = dataOf(network, now_ms);
  return (text: string, line: number): string => {
    const plain = text.trim();
    const ip = addressIn(plain.startsWith('{') ? { ip: objectIn(plain).ip ?? '' } : { ip: unquoted(plain) });
    return JSON.stringify({ line, ip, ...network.lookup(ip!, now_ms), data });
  };
}

const unquoted = (text: string) => /^"(.*)"$/.exec(text)?.[1] ?? text;
