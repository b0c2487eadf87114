import type { Environment, GeolocationDecision } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Deps } from '../../deps.ts';
import { isPhones } from '../decision/checks/handoff.ts';
import { type Decision, decide, ENGINE_VERSION } from '../decision/decision.ts';
import type { DecisionInput, RuleFacts } from '../decision/facts.ts';
import { policyForType } from '../decision/policy.ts';
import { choosePosition } from '../decision/position.ts';
import { countryNear } from '../facts/border-reach.ts';
import { networkFacts } from '../facts/network.ts';
import { placeFacts, ruleFacts } from '../facts/place.ts';
import { ownOrNone } from '../geodata/artefact.ts';
import type { AnsweringPlaces } from '../geodata/places/places.ts';
import { type Bundle, openStoredBundle } from './bundle.ts';
import { SharedDefinitions } from './shared-definitions.ts';
import { type StoredEvidence, storedEvidence } from './stored.ts';

/** A verification that a draft would decide differently. */
export interface Flip {
  verification_id: string;
  customer_id: string;
  transaction_type: string;
  decided_at: string;
  /**
   * The answers of the policy of that time and of the draft; both by the present engine from the same facts.
   */
  from: GeolocationDecision;
  to: GeolocationDecision;
  /** The answer that was really given then. */
  recorded: GeolocationDecision;
  reasons_added: string[];
  reasons_removed: string[];
  place: { country: string | null; subdivision: string | null } | null;
  /** How the position lies to the rule of the draft, and to the rule of that time. */
  rules: { from: RuleFacts | null; to: RuleFacts | null };
}

export interface ReplayTotals {
  replayed: number;
  flipped: number;
  /** Includes the decisions that stay the same. */
  transitions: { from: GeolocationDecision; to: GeolocationDecision; count: number }[];
  skipped: { erased: number; simulated: number; other_policy: number };
  /**
   * Recorded answers that the same policy would not give today, with the cause: a newer engine, newer data,
   * or both.
   */
  recorded_differs: { engine: number; data: number; engine_and_data: number };
  /** The number whose facts were derived again with today's data; all others are as they were stored. */
  facts_rederived: { rule: number; place: number; network: number };
}

export const nothingReplayed = (): ReplayTotals => ({
  replayed: 0,
  flipped: 0,
  transitions: [],
  skipped: { erased: 0, simulated: 0, other_policy: 0 },
  recorded_differs: { engine: 0, data: 0, engine_and_data: 0 },
  facts_rederived: { rule: 0, place: 0, network: 0 },
});

/** Adds the totals of some more decisions. */
export function addTotals(to: ReplayTotals, more: ReplayTotals): void {
  to.replayed += more.replayed;
  to.flipped += more.flipped;
  for (const { from, to: into, count: times } of more.transitions) count(to, from, into, times);
  addCounts(to.skipped, more.skipped);
  addCounts(to.recorded_differs, more.recorded_differs);
  addCounts(to.facts_rederived, more.facts_rederived);
}

function addCounts<K extends string>(to: Record<K, number>, more: Record<K, number>): void {
  for (const name of Object.keys(more) as K[]) to[name] += more[name];
}

interface Replay {
  org: string;
  env: Environment;
  from: Date;
  draft: Policy;
  /** Published policies: with the draft, they determine which verifications the draft would decide. */
  published: readonly Policy[];
}

/**
 * Decides stored verifications again as a draft would, and passes each one that flips to `found`. Only one
 * batch is in memory, and nothing is written. History, install and origin stay as they were then: the replay
 * cannot know what a person would have done under the draft.
 */
export async function replay(
  deps: Deps,
  { org, env, from, draft, published }: Replay,
  found: (flip: Flip) => void,
  progress: (totals: ReplayTotals) => void = () => {},
): Promise<ReplayTotals> {
  const totals = nothingReplayed();
  const again = replayer(deps, { draft, published }, totals, found);
  for await (const page of storedEvidence(deps, { org, env, from })) {
    for (const row of page) again(replayedOf(row));
    progress(totals);
    // The service may run in this same process, so other work gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return totals;
}

/** A stored verification that is decided again. */
export interface Replayed
  extends Pick<
    StoredEvidence,
    'verification_id' | 'transaction_type' | 'policy_id' | 'decision' | 'decision_source'
  > {
  /** What it was decided from; null once the person was erased. */
  open: (() => Bundle | null) | null;
}

const replayedOf = (row: StoredEvidence): Replayed => ({
  ...row,
  open: row.sealed && row.key && (() => openStoredBundle(row)),
});

/** What a replay asks: it needs neither the database nor a key. */
interface ReplayWorld {
  places: AnsweringPlaces;
  network: Pick<Deps['network'], 'lookup' | 'versions'>;
}

/** Decides one stored verification after another again, and counts them in `totals`. */
export function replayer(
  deps: ReplayWorld,
  { draft, published }: Pick<Replay, 'draft' | 'published'>,
  totals: ReplayTotals,
  found: (flip: Flip) => void,
): (row: Replayed) => void {
  const policies = [draft, ...published.filter(({ id }) => id !== draft.id)];
  const definitions = new SharedDefinitions();
  return (row) => {
    const bundle = readBundle(row, draft, policies, totals);
    if (!bundle) return;
    const { policy_id, version, definition } = bundle.input.policy;
    const shared = definitions.of(policy_id, version, definition);
    const input = { ...bundle.input, policy: { policy_id, version, definition: shared } };
    compare(deps, { ...row, customer_id: bundle.customer_id }, input, draft, totals, found);
  };
}

/** One stored decision by the policy of its time and by a draft, with every check. */
export function bothWays(deps: Deps, stored: DecisionInput, draft: Policy) {
  const input = presentFacts(deps, stored, nothingReplayed());
  return { was: under(deps, input, input.policy), would: under(deps, input, asPolicy(draft)) };
}

const asPolicy = ({ id, version, definition }: Policy): DecisionInput['policy'] => ({
  policy_id: id,
  version,
  definition,
});

function readBundle(
  row: Replayed,
  draft: Policy,
  policies: readonly Policy[],
  { skipped }: ReplayTotals,
): Bundle | null {
  const speaks = row.policy_id === draft.id || policyForType(policies, row.transaction_type) === draft;
  if (!row.open) skipped.erased++;
  else if (row.decision_source === 'simulated') skipped.simulated++;
  else if (!speaks) skipped.other_policy++;
  else return realBundle(row.open(), skipped);
  return null;
}

/** Null for a simulated decision, which the row of a reviewed verification does not show. */
function realBundle(bundle: Bundle | null, skipped: ReplayTotals['skipped']): Bundle | null {
  if (bundle?.decision_source !== 'simulated') return bundle;
  skipped.simulated++;
  return null;
}

function compare(
  deps: ReplayWorld,
  row: Replayed & { customer_id: string },
  stored: DecisionInput,
  draft: Policy,
  totals: ReplayTotals,
  found: (flip: Flip) => void,
): void {
  const input = presentFacts(deps, stored, totals);
  const before = under(deps, input, input.policy);
  const after = under(deps, input, asPolicy(draft));
  totals.replayed++;
  totals.facts_rederived.rule++;
  count(totals, before.decision, after.decision);
  if (before.decision !== row.decision) totals.recorded_differs[why(deps, stored)]++;
  if (before.decision === after.decision) return;
  totals.flipped++;
  const { place } = input;
  found({
    verification_id: row.verification_id,
    customer_id: row.customer_id,
    transaction_type: row.transaction_type,
    decided_at: new Date(input.now_ms).toISOString(),
    from: before.decision,
    to: after.decision,
    recorded: row.decision,
    reasons_added: after.reason_codes.filter((code) => !before.reason_codes.includes(code)),
    reasons_removed: before.reason_codes.filter((code) => !after.reason_codes.includes(code)),
    place: place && { country: place.country, subdivision: place.subdivision },
    rules: {
      from: ruleFacts(deps, input.policy.definition, input.position),
      to: ruleFacts(deps, draft.definition, input.position),
    },
  });
}

function count(
  { transitions }: ReplayTotals,
  from: GeolocationDecision,
  to: GeolocationDecision,
  times = 1,
): void {
  const known = transitions.find((each) => each.from === from && each.to === to);
  if (known) known.count += times;
  else transitions.push({ from, to, count: times });
}

/** Both sides are judged by today's borders, so a difference comes from the policy alone. */
const under = (
  deps: Pick<ReplayWorld, 'places'>,
  input: DecisionInput,
  policy: DecisionInput['policy'],
): Decision => decide({ ...input, policy, rule: ruleFacts(deps, policy.definition, input.position) });

const sameData = (present: Record<string, string>, { data_versions }: DecisionInput): boolean =>
  Object.entries(ownOrNone(present)).every(([name, version]) => (data_versions[name] ?? '') === version);

function why(deps: ReplayWorld, stored: DecisionInput): keyof ReplayTotals['recorded_differs'] {
  if (stored.engine_version === ENGINE_VERSION) return 'data';
  const same = sameData({ ...deps.places.versions, ...deps.network.versions }, stored);
  return same ? 'engine' : 'engine_and_data';
}

/**
 * Stored facts in the form that the present engine reads. Place and network are derived again when another
 * engine gathered them; what depends on borders also when the borders are newer. A fact that a later engine
 * adds becomes `null` for older facts: absent is not false, and its checks are skipped.
 */
export function presentFacts(
  deps: ReplayWorld,
  stored: DecisionInput,
  { facts_rederived }: Pick<ReplayTotals, 'facts_rederived'> = nothingReplayed(),
): DecisionInput {
  const present = stored.engine_version === ENGINE_VERSION;
  if (present && sameData(deps.places.versions, stored)) return stored;
  facts_rederived.place++;
  if (!present) facts_rederived.network++;
  // Another engine may have chosen another reading. A position that a phone proved is not a reading of this
  // evidence, so it stays.
  const kept = present || isPhones(stored);
  const position = kept ? stored.position : choosePosition(stored.evidence, stored.now_ms);
  const place = placeFacts(deps, position);
  const { ip, ip_source, stamp_ip } = stored.network;
  const question = { address: ip, source: ip_source, stamp: stamp_ip };
  const network = present ? stored.network : networkFacts(deps, question, stored.now_ms);
  // How near the address's country begins is a fact of the borders, like the place.
  const country_near = countryNear(deps, position, place, network);
  return {
    ...stored,
    engine_version: ENGINE_VERSION,
    position,
    place,
    network: { ...network, country_near },
  };
}
