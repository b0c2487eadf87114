import type { PolicyDefinition } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import type { PlaceFacts, RuleFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';
import { restricts } from '../decision/thresholds.ts';
import { type CompiledRule, type Places, utcOffsetsNear } from '../geodata/places/places.ts';

/**
 * Compiled rules. Compiling takes milliseconds; definitions are immutable, and are cached as the same object
 * for seconds. Newer places get a new cache: a rule compiled against older borders must not judge with them.
 */
const rulesOf = new WeakMap<
  Places,
  { compiled: WeakMap<PolicyDefinition, CompiledRule>; byContent: Map<string, CompiledRule> }
>();

/** Most rules in memory beside those of policies in use. */
export const RULES_MAX = 200;

function remembered(places: Places) {
  const known = rulesOf.get(places) ?? { compiled: new WeakMap(), byContent: new Map() };
  rulesOf.set(places, known);
  return known;
}

/** The policy's rule, compiled once; null when it refuses no place. */
export function compile(deps: Pick<Deps, 'places'>, definition: PolicyDefinition): CompiledRule | null {
  const { rule } = definition;
  if (!restricts(rule)) return null;
  const { compiled, byContent } = remembered(deps.places);
  const known = compiled.get(definition);
  if (known) return known;
  const key = JSON.stringify(rule);
  const made = byContent.get(key) ?? deps.places.compileRule(rule);
  // The least recently used rule is dropped; dropping all of them would make the busiest ones pause again.
  byContent.delete(key);
  byContent.set(key, made);
  if (byContent.size > RULES_MAX) byContent.delete(byContent.keys().next().value!);
  compiled.set(definition, made);
  return made;
}

export function placeFacts(deps: Pick<Deps, 'places'>, position: ChosenPosition | null): PlaceFacts | null {
  if (!position) return null;
  const { country, subdivision, within, source, boundary_error_m, time_zone, disputed } = deps.places.locate(
    position.lat,
    position.lng,
  );
  const utc_offsets_near = utcOffsetsNear(
    position.lat,
    position.lng,
    position.p95_m,
    Date.parse(position.measured_at),
  );
  return {
    country,
    subdivision,
    within,
    source,
    boundary_error_m,
    time_zone,
    disputed,
    utc_offsets_near,
    border_distance_m: deps.places.borderDistance(position.lat, position.lng),
  };
}

export function ruleFacts(
  deps: Pick<Deps, 'places'>,
  definition: PolicyDefinition,
  position: ChosenPosition | null,
): RuleFacts | null {
  const rule = position && compile(deps, definition);
  return rule ? rule(position.lat, position.lng, position.p95_m) : null;
}
