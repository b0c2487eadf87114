import { createHash } from 'node:crypto';
import type { PolicyDefinition } from '@standpoint/contract';
import type { PlaceFacts, RuleFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';
import { restricts } from '../decision/thresholds.ts';
import { type AnsweringPlaces, type CompiledRule, utcOffsetsNear } from '../geodata/places/places.ts';
import { inSlices, inTurn } from './in-slices.ts';
import { KeptRules } from './kept-rules.ts';

/**
 * Compiled rules. Definitions are immutable, and are cached as the same object for seconds. Newer places get a new
 * memory: a rule compiled against older borders must not judge with them.
 */
const rulesOf = new WeakMap<AnsweringPlaces, Remembered>();

interface OfPlaces {
  places: AnsweringPlaces;
}

interface Remembered {
  /** Of drafts and older versions: they go with their definition, because anyone may try as many as they like. */
  passing: WeakMap<PolicyDefinition, CompiledRule>;
  kept: KeptRules;
  compiling: Map<string, Promise<void>>;
}

/** Most rules that are compiled before requests need them. */
export const RULES_MAX = 200;

function remembered(places: AnsweringPlaces): Remembered {
  const known = rulesOf.get(places) ?? {
    passing: new WeakMap(),
    kept: new KeptRules(),
    compiling: new Map(),
  };
  rulesOf.set(places, known);
  return known;
}

/** Names the rule of a definition; computed once, because a rule can have megabytes. */
const keys = new WeakMap<PolicyDefinition, string>();

function keyOf(definition: PolicyDefinition): string {
  const key =
    keys.get(definition) ?? createHash('sha256').update(JSON.stringify(definition.rule)).digest('base64url');
  keys.set(definition, key);
  return key;
}

/**
 * The policy's rule; null when it refuses no place. `org`: the organization that published it, for which it is kept.
 */
export function compile(
  deps: OfPlaces,
  definition: PolicyDefinition,
  org: string | null = null,
): CompiledRule | null {
  const { rule } = definition;
  if (!restricts(rule)) return null;
  const { passing, kept } = remembered(deps.places);
  const known = passing.get(definition) ?? (org === null ? undefined : kept.get(org, keyOf(definition)));
  if (known) return known;
  const made = deps.places.compileRule(rule);
  if (org === null) passing.set(definition, made);
  else kept.set(org, keyOf(definition), made, rule);
  return made;
}

/** Keeps what was compiled elsewhere, as long as the definition itself. */
export const remember = (places: AnsweringPlaces, definition: PolicyDefinition, rule: CompiledRule): void =>
  void remembered(places).passing.set(definition, rule);

/** Compiles a published rule beside other requests, so that a decision by it makes none of them wait. */
export async function compileAhead(deps: OfPlaces, definition: PolicyDefinition, org: string): Promise<void> {
  const { rule } = definition;
  if (!restricts(rule)) return;
  const { kept, compiling } = remembered(deps.places);
  const key = keyOf(definition);
  if (kept.get(org, key)) return;
  const name = `${org} ${key}`;
  const running =
    compiling.get(name) ??
    inSlices(deps.places.compiling(rule))
      .then((made) => kept.set(org, key, made, rule))
      .finally(() => compiling.delete(name));
  compiling.set(name, running);
  await running;
}

/** The same for a draft or an older version, which is kept no longer than the definition. */
export async function compileInTurn(
  deps: OfPlaces,
  definition: PolicyDefinition,
  org: string,
): Promise<void> {
  const { rule } = definition;
  if (!restricts(rule) || remembered(deps.places).passing.has(definition)) return;
  remember(deps.places, definition, await inTurn(org, deps.places.compiling(rule)));
}

export function placeFacts(deps: OfPlaces, position: ChosenPosition | null): PlaceFacts | null {
  if (!position) return null;
  const { lat, lng, p95_m, measured_at } = position;
  const place = deps.places.locate(lat, lng);
  return {
    ...place,
    utc_offsets_near: utcOffsetsNear(lat, lng, p95_m, Date.parse(measured_at)),
    border_distance_m: deps.places.borderDistance(lat, lng),
    doubtful_borders: deps.places.doubtfulBorders(position, place),
  };
}

export function ruleFacts(
  deps: OfPlaces,
  definition: PolicyDefinition,
  position: ChosenPosition | null,
  org: string | null = null,
): RuleFacts | null {
  const rule = position && compile(deps, definition, org);
  return rule ? rule(position.lat, position.lng, position.p95_m) : null;
}
