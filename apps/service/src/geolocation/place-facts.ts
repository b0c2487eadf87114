import type { PolicyDefinition } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import type { PlaceFacts, RuleFacts } from './facts.ts';
import { type PlaceRule, type RuleAnswer, utcOffsetsNear } from './places/places.ts';
import type { ChosenPosition } from './position.ts';

type CompiledRule = (lat: number, lng: number, p95_m: number) => RuleAnswer;
/** Compiling takes milliseconds; definitions are immutable and are remembered as the same object for seconds. */
const compiled = new WeakMap<PolicyDefinition, CompiledRule>();
const byContent = new Map<string, CompiledRule>();

function compile(deps: Deps, definition: PolicyDefinition): CompiledRule | null {
  const { allow, deny, buffer_m, shapes } = definition.rule ?? {};
  // Shapes are not judged by this version (publishing refuses them); a rule that has some is never half judged.
  if (shapes?.length) return null;
  if (!allow?.length && !deny?.length) return null;
  const known = compiled.get(definition);
  if (known) return known;
  const rule: PlaceRule = { allow, deny, buffer_m };
  const key = JSON.stringify(rule);
  const made = byContent.get(key) ?? deps.places.compileRule(rule);
  if (byContent.size > 200) byContent.clear();
  byContent.set(key, made);
  compiled.set(definition, made);
  return made;
}

export function placeFacts(deps: Deps, position: ChosenPosition | null): PlaceFacts | null {
  if (!position) return null;
  const { country, subdivision, within, source, boundary_error_m, time_zone } = deps.places.locate(
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
    utc_offsets_near,
    border_distance_m: null,
  };
}

export function ruleFacts(
  deps: Deps,
  definition: PolicyDefinition,
  position: ChosenPosition | null,
): RuleFacts | null {
  const rule = position && compile(deps, definition);
  return rule ? { ...rule(position.lat, position.lng, position.p95_m), decided_by: null } : null;
}
