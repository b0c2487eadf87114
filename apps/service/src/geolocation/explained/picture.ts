import type { DecisionInput } from '../decision/facts.ts';
import { placeName } from '../decision/reasons/place-names.ts';
import { drawPicture, type PictureOf, reachOf } from '../geodata/outlines/picture.ts';
import type { Place, Places } from '../geodata/places/places.ts';
import { metresPerDegree } from '../geodata/places/position.ts';

interface Spot {
  lat: number;
  lng: number;
  accuracy_m: number;
}

type Seen = Omit<PictureOf, 'lines' | 'attribution'>;

/** A point beside its nearest border: the state's or region's where one is in reach, else the country's. */
export function seenAt(places: Places, spot: Spot): Seen | null {
  const { lat, lng, accuracy_m } = spot;
  const place = places.locate(lat, lng);
  const codes = [place.subdivision, place.country].filter((code) => code !== null);
  const asked = codes.map((code) => ({
    code,
    rule: places.compileRule({ allow: [code] })(lat, lng, accuracy_m),
  }));
  const found = asked.find(({ rule }) => rule.signed_distance_m !== null) ?? asked[0];
  if (!found) return null;
  const { code, rule } = found;
  const { p_inside, boundary_error_m: error_m, signed_distance_m, bearing_deg } = rule;
  const distance_m = signed_distance_m === null ? null : Math.abs(signed_distance_m);
  const seen = { ...spot, here: nameOf(places, code), p_inside, error_m, distance_m, bearing_deg };
  return { ...seen, across: acrossFrom(places, seen, code) };
}

/** The name of the place behind the nearest border, as far behind it as its error reaches. */
function acrossFrom(places: Places, seen: Omit<Seen, 'across' | 'here'>, code: string): string | null {
  const { lat, lng, distance_m, bearing_deg, error_m } = seen;
  if (distance_m === null || bearing_deg === null) return null;
  const metres = metresPerDegree(lat);
  const turn = ((bearing_deg + 180) * Math.PI) / 180;
  for (const beyond_m of [50, error_m, 2 * error_m]) {
    const away = distance_m + beyond_m;
    const there = places.locate(
      lat + (Math.cos(turn) * away) / metres.lat,
      lng + (Math.sin(turn) * away) / metres.lng,
    );
    const other = otherCode(there, code);
    if (other) return nameOf(places, other);
  }
  return null;
}

const otherCode = ({ country, subdivision }: Place, code: string): string | null =>
  [code.includes('-') && country === code.slice(0, 2) ? subdivision : country].find(
    (other) => other !== null && other !== code,
  ) ?? null;

const nameOf = ({ nameOf: of }: Places, code: string): string => placeName(code, 'en', of) ?? code;

/**
 * The border that decided a record, with the numbers of the record. Null without one in reach, and beside a shape of
 * the operator's own, which is no border of places.
 */
export function pictureOf(
  places: Places,
  { rule, position, place }: DecisionInput,
  buffer_m: number,
): Picture | null {
  if (!rule || !position || rule.signed_distance_m === null || rule.bearing_deg === null) return null;
  const codes = { country: place?.country, subdivision: place?.subdivision } as Record<string, string | null>;
  const code = codes[rule.decided_by];
  if (!code) return null;
  const distance_m = rule.signed_distance_m + buffer_m;
  const seen = {
    lat: position.lat,
    lng: position.lng,
    accuracy_m: position.p95_m,
    subject: 'Inside the allowed area',
    p_inside: rule.p_inside,
    error_m: rule.boundary_error_m,
    distance_m: Math.abs(distance_m),
    // The record's direction leads to the allowed side, also from outside.
    bearing_deg: distance_m >= 0 ? rule.bearing_deg : (rule.bearing_deg + 180) % 360,
  };
  return pictureAt(places, { ...seen, here: nameOf(places, code), across: acrossFrom(places, seen, code) });
}

/** To the corners of the picture, and as far beyond as a line's band reaches into it. */
const around = (seen: Seen) => 1.15 * reachOf(seen) + seen.error_m;

export interface Picture {
  svg: string;
  /** Who made the operator's own borders; null where the picture shows none of them. */
  attribution: string | null;
}

export function pictureAt(places: Places, seen: Seen): Picture {
  const lines = places.bordersAround(seen.lat, seen.lng, around(seen));
  const attribution = lines.some(({ own }) => own) ? places.own_attribution : null;
  return { svg: drawPicture({ ...seen, lines, attribution }), attribution };
}
