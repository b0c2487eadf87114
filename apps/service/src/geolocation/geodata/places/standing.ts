import type { Region } from '../packed/pack.ts';
import { type Packs, packFor } from '../packed/packs.ts';
import type { RuleCodes } from '../rules/codes.ts';
import type { Shapes } from '../rules/shapes.ts';
import { landAt } from './land-at.ts';
import { findSubdivision } from './locate.ts';
import { normaliseLng } from './position.ts';

export type DecidedBy = 'exclusion' | 'shape' | 'subdivision' | 'country';

/** The rule's answer at one exact point, without any uncertainty of the position. */
export interface Standing {
  /** Null when there is no country, or when the rule names subdivisions here and the place has none. */
  inside: boolean | null;
  by: DecidedBy;
  /** Number of the shape that decided; −1 when no shape did. */
  shape: number;
}

export interface RuleParts {
  packs: Packs;
  codes: RuleCodes;
  shapes: Shapes;
  coast: boolean;
}

/** The order of decision: exclusion, then deny shape, then allow shape, then the codes of the place. */
export function standingAt(parts: RuleParts, lat: number, lng: number): Standing {
  return byShape(parts, lat, lng) ?? byCodes(parts, lat, lng);
}

export function byShape({ shapes }: RuleParts, lat: number, lng: number): Standing | null {
  const shape = shapes.at(lat, lng);
  if (shape < 0) return null;
  const { effect } = shapes.ready[shape]!.shape;
  return { inside: effect === 'allow', by: effect === 'exclusion' ? 'exclusion' : 'shape', shape };
}

/** `lng` may lie past ±180. */
export function byCodes(parts: RuleParts, lat: number, lng_any: number): Standing {
  const { packs, codes, shapes } = parts;
  if (!codes.some && !parts.coast) return { inside: !shapes.allows_some, by: 'shape', shape: -1 };
  const lng = normaliseLng(lng_any);
  const land = landAt(packs, lat, lng);
  if (!land) return { inside: parts.coast ? false : null, by: 'country', shape: -1 };
  return byLand(parts, land, lat, lng);
}

function byLand({ packs, codes, coast }: RuleParts, land: Region, lat: number, lng: number): Standing {
  const fine = codes.speaksOfSubdivisions(land.country);
  const by = fine ? 'subdivision' : 'country';
  // When the rule names no subdivision of the country, the country alone decides and the look-up is spared.
  if (!fine && !coast) return { inside: codes.allowsIn(land), by, shape: -1 };
  const { region, source } = findSubdivision(packs, land, lat, lng);
  if (coast && source !== 'polygon' && hasLand(packs, land.country)) return { inside: false, by, shape: -1 };
  if (fine && region === null) return { inside: null, by, shape: -1 };
  return { inside: codes.allowsIn(land, region), by, shape: -1 };
}

/** Whether the data draw the country's coast: a point in no subdivision then lies in the sea. */
const hasLand = (packs: Packs, country: string) =>
  packFor(packs, country).regions.some((region) => region.country === country);
