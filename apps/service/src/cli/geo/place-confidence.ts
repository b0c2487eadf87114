import type { Place, Places } from '../../geolocation/geodata/places/places.ts';

interface Point {
  lat: number;
  lng: number;
  accuracy_m: number;
}

/** Compiled borders of one region are some hundred kilobytes. */
const REMEMBERED = 500;

/**
 * The probability that the point lies in the country, and in the subdivision, that were found. It is computed
 * from the accuracy and the error of the borders, as for a policy that allows that one place. Null when no
 * place was found.
 */
export function placeConfidence(places: Places) {
  const rules = new Map<string, ReturnType<Places['compileRule']>>();
  const sure = (code: string | null, { lat, lng, accuracy_m }: Point): number | null => {
    if (code === null) return null;
    let rule = rules.get(code);
    if (!rule) {
      if (rules.size >= REMEMBERED) rules.delete(rules.keys().next().value!);
      rule = places.compileRule({ allow: [code] });
      rules.set(code, rule);
    }
    const { inside, p_inside } = rule(lat, lng, accuracy_m);
    return inside === null ? null : Math.round(p_inside * 10_000) / 10_000;
  };
  return ({ country, subdivision }: Place, point: Point) => ({
    country: sure(country, point),
    subdivision: sure(subdivision, point),
  });
}
