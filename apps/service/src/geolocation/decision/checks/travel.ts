import { greatCircleM } from '../../geodata/places/great-circle.ts';
import type { DecisionInput, PastPosition } from '../facts.ts';
import type { ChosenPosition } from '../position.ts';
import { maxAccuracyM } from '../thresholds.ts';
import { check, type Finding, fail, pass, skipped } from './check.ts';
import { whyNotCurrent } from './freshness.ts';
import { isOfPhone } from './handoff.ts';
import { COARSE_M, isByAddress } from './position-origin.ts';

/** Above airliners in still air. */
export const IMPOSSIBLE_MPS = 300;
/** Above airliners in the strongest jet streams (record 370 m/s over ground). */
export const IMPOSSIBLE_IN_FLIGHT_MPS = 400;
/** Above road traffic; fast trains and aircraft exceed it. */
export const FAST_MPS = 70;
const TRAIN_MPS = 100;
/**
 * A shorter jump is a change of source. Satellite, Wi-Fi and cell towers now and then disagree by kilometres,
 * beyond their stated radii, and checks can follow each other within seconds.
 */
export const LEAST_GAP_M = 8_000;
/** Time for taxiing, climb and descent of the shortest flights. */
const AIRPORT_MS = 720_000;
const FLIGHT_MPS = 270;
const FLIGHT_M = 120_000;
const LONG_FLIGHT_MS = 3_600_000;
const LONG_FLIGHT_M = 200_000;
const ALOFT_M = 5_000;

type Pair = ReturnType<typeof journey>;

export const travel = check({
  question: 'Can the person have come here from where they last were?',
  group: 'history',
  codes: {
    impossible_travel: { fail: 'fail', outcomes: ['fail'] },
    fast_travel: { fail: 'review', outcomes: ['fail'] },
  },
  run(input) {
    const { position, history } = input;
    const pairs = [history.previous, history.elsewhere].filter((past) => past != null);
    const reason = whyNotCurrent(input) ?? (pairs.length === 0 ? 'no_history' : null);
    if (reason || !position) return both(reason ?? 'no_position');
    const reasons = pairs.map((past) => whyNoPair(input, position, past));
    const judged = pairs.filter((_, i) => reasons[i] === null).map((past) => findings(input, position, past));
    if (judged.length === 0) return both(reasons[0]!);
    return [worst(judged.map(([impossible]) => impossible)), worst(judged.map(([, fast]) => fast))];
  },
});

const both = (reason: string) => [skipped('impossible_travel', reason), skipped('fast_travel', reason)];

/**
 * Prefers a certain finding to a capped one, and a capped one to none; otherwise takes the pair on the same
 * install.
 */
function worst(found: Finding[]): Finding {
  const rank = (finding: Finding) => (finding.outcome !== 'fail' ? 0 : finding.at_most ? 1 : 2);
  return found.reduce((worse, finding) => (rank(finding) > rank(worse) ? finding : worse));
}

function whyNoPair(input: DecisionInput, here: ChosenPosition, past: PastPosition): string | null {
  // Only an accepted position counts; otherwise a refused spoof would become the place to come from.
  if (past.decision !== 'pass') return 'previous_not_accepted';
  const limit_m = maxAccuracyM(input.policy.definition);
  if (here.p95_m > limit_m || past.p95_m > limit_m) return 'accuracy_too_low';
  // Such a place moves with the relay, the tower or the tunnel while the person sits still.
  return past.by_address || isByAddress(input) ? 'follows_the_address' : null;
}

function findings(input: DecisionInput, here: ChosenPosition, past: PastPosition): [Finding, Finding] {
  const pair = journey(here, past, input.now_ms);
  const install = installOf(input, past);
  const explained = explanation(here, past, pair);
  const limit_mps = explained === 'train' || !explained ? IMPOSSIBLE_MPS : IMPOSSIBLE_IN_FLIGHT_MPS;
  const far = pair.gap_m >= LEAST_GAP_M;
  const impossible = far && pair.speed_mps > limit_mps;
  const fast = far && pair.speed_mps > FAST_MPS && !impossible;
  const inputs = { ...pair, install, ...((impossible || fast) && explained && { explained }) };
  const found: Finding = fail('impossible_travel', 0.99, inputs);
  // Two devices of one customer can be a family's, or a tablet at home; a coarse fix can be a guess.
  if (install !== 'same' || Math.max(here.p95_m, past.p95_m) > COARSE_M) found.at_most = 'review';
  return [
    impossible ? found : pass('impossible_travel', 0.95, inputs),
    fast && !explained ? fail('fast_travel', 0.7, inputs) : pass('fast_travel', fast ? 0.6 : 0.9, inputs),
  ];
}

/**
 * The slowest journey that explains both fixes: radii subtracted, and the longer of the server's time span
 * and that of the fixes. The earlier fix is older than its receipt; evidence that was collected a while ago
 * may even be older than the other fix.
 */
function journey(here: ChosenPosition, past: PastPosition, now_ms: number) {
  const distance_m = greatCircleM(here, past);
  const gap_m = Math.max(0, distance_m - here.p95_m - past.p95_m);
  const received_ms = Math.abs(now_ms - past.at_ms);
  const fixed_ms = Math.abs(now_ms - here.age_ms - (past.at_ms - past.age_ms));
  const elapsed_ms = Math.max(1_000, received_ms + past.age_ms, fixed_ms);
  return { distance_m, gap_m, elapsed_ms, speed_mps: (gap_m / elapsed_ms) * 1_000 };
}

/** A phone that helped out is another device, whatever install it helped. */
function installOf(input: DecisionInput, past: PastPosition): 'same' | 'other' | 'unknown' {
  const { install, history } = input;
  if (install.id === null || install.valid === false || past.install_id === null) return 'unknown';
  const own = past !== history.elsewhere && !isOfPhone(input);
  return own && install.id === past.install_id ? 'same' : 'other';
}

function explanation(here: ChosenPosition, past: PastPosition, { gap_m, elapsed_ms }: Pair) {
  for (const end of [here, past]) {
    if ((end.speed_mps ?? 0) >= FAST_MPS) return 'speed';
    if ((end.altitude_m ?? 0) >= ALOFT_M) return 'altitude';
  }
  if (elapsed_ms >= LONG_FLIGHT_MS && gap_m >= LONG_FLIGHT_M) return 'flight';
  if (gap_m >= FLIGHT_M && elapsed_ms >= AIRPORT_MS + (gap_m / FLIGHT_MPS) * 1_000) return 'flight';
  return gap_m - LEAST_GAP_M <= (TRAIN_MPS * elapsed_ms) / 1_000 ? 'train' : null;
}
