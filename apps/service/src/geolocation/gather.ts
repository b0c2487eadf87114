import type { Environment, Evidence, PolicyDefinition } from '@standpoint/contract';
import type { Policy } from '../accounts/policies.ts';
import type { Deps } from '../deps.ts';
import { ENGINE_VERSION } from './decision.ts';
import type { DecisionInput, HistoryFacts, PlaceFacts, RuleFacts } from './facts.ts';
import { isOurInstallId } from './install-id.ts';
import { type PlaceRule, type RuleAnswer, utcOffsetsNear } from './places/places.ts';
import { DEFAULT_POLICY } from './policy.ts';
import { type ChosenPosition, choosePosition } from './position.ts';

/** What the deciding code asks for; everything that reads a clock, a table or a data file happens here, before it. */
export interface Question {
  org: string;
  env: Environment;
  evidence: Evidence;
  now_ms: number;
  transaction: DecisionInput['transaction'];
  /** The token's claim wins over what the evidence says. */
  install_id: string | null;
  ip: { address: string | null; source: DecisionInput['network']['ip_source']; stamp: string | null };
  policy: Policy | null;
  chain: DecisionInput['chain'];
  history: HistoryFacts;
}

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

function placeFacts(deps: Deps, position: ChosenPosition | null): PlaceFacts | null {
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

function ruleFacts(
  deps: Deps,
  definition: PolicyDefinition,
  position: ChosenPosition | null,
): RuleFacts | null {
  const rule = position && compile(deps, definition);
  return rule ? { ...rule(position.lat, position.lng, position.p95_m), decided_by: null } : null;
}

function networkFacts(deps: Deps, { address, source, stamp }: Question['ip']): DecisionInput['network'] {
  if (address === null) {
    return {
      ip: null,
      ip_source: 'none',
      ip_class: null,
      country: null,
      country_confidence: 0,
      sources: [],
      usage: null,
      stamp_ip: stamp,
    };
  }
  const { ip_class, country, country_confidence, sources } = deps.network.lookup(address);
  return {
    ip: address,
    ip_source: source,
    ip_class,
    country,
    country_confidence,
    sources,
    usage: null,
    stamp_ip: stamp,
  };
}

/** Gathers every fact of one decision into plain JSON. */
export function gather(deps: Deps, question: Question): DecisionInput {
  const { org, env, evidence, now_ms, policy, install_id } = question;
  const position = choosePosition(evidence, now_ms);
  const definition = policy?.definition ?? DEFAULT_POLICY;
  return {
    engine_version: ENGINE_VERSION,
    evidence,
    transaction: question.transaction,
    now_ms,
    position,
    place: placeFacts(deps, position),
    rule: ruleFacts(deps, definition, position),
    network: networkFacts(deps, question.ip),
    history: question.history,
    install: {
      id: install_id,
      valid:
        install_id === null ? null : isOurInstallId(deps.envelope.subkey('install'), org, env, install_id),
    },
    origin: {
      attestation: (evidence.integrity?.kind ?? 'none') === 'none' ? 'none' : 'unverified',
      handoff: false,
    },
    policy: { policy_id: policy?.id ?? null, version: policy?.version ?? 0, definition },
    chain: question.chain,
    data_versions: { ...deps.places.versions, ...deps.network.versions },
  };
}
