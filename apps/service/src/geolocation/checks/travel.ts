import type { DecisionInput, HistoryFacts } from '../facts.ts';
import { greatCircleM } from '../great-circle.ts';
import type { ChosenPosition } from '../position.ts';
import { maxAccuracyM } from '../thresholds.ts';
import { check, type Finding, fail, pass, skipped } from './check.ts';
import { whyNotCurrent } from './freshness.ts';

/** Above airliners, jet stream included. */
const IMPOSSIBLE_MPS = 300;
/** Above roads; fast trains and aircraft go there. */
const FAST_MPS = 70;
/** A shorter jump is a change of source (Wi-Fi to satellite), whose errors outgrow their p95 now and then. */
const LEAST_GAP_M = 1_000;
/** Nobody flies from door to door in less. */
const FLIGHT_MS = 3_600_000;
const FLIGHT_M = 200_000;
const CRUISE_ALTITUDE_M = 6_000;

type Previous = NonNullable<HistoryFacts['previous']>;

export const travel = check({
  question: 'Can the person have come here from where they last were?',
  group: 'history',
  codes: {
    impossible_travel: { fail: 'fail', outcomes: ['fail'] },
    fast_travel: { fail: 'review', outcomes: ['fail'] },
  },
  run(input) {
    const { position, history } = input;
    const reason = whyNotCurrent(input) ?? whyNoPair(input);
    if (reason || !position || !history.previous) {
      return [skipped('impossible_travel', reason ?? ''), skipped('fast_travel', reason ?? '')];
    }
    const pair = journey(position, history.previous, input.now_ms);
    const install = installOf(input, history.previous);
    const inputs = { ...pair, install };
    const impossible = pair.gap_m >= LEAST_GAP_M && pair.speed_mps > IMPOSSIBLE_MPS;
    const fast = pair.gap_m >= LEAST_GAP_M && pair.speed_mps > FAST_MPS && !impossible;
    const explained = explanation(position, pair);
    const found: Finding = fail('impossible_travel', 0.99, inputs);
    // Two devices of one customer can be a family or a tablet at home.
    if (install !== 'same') found.at_most = 'review';
    return [
      impossible ? found : pass('impossible_travel', 0.95, inputs),
      fast && !explained
        ? fail('fast_travel', 0.7, inputs)
        : pass('fast_travel', fast ? 0.6 : 0.9, { ...inputs, ...(fast && { explained }) }),
    ];
  },
});

function whyNoPair({ position, history: { previous }, policy }: DecisionInput): string | null {
  if (!previous) return 'no_history';
  // Only an accepted position counts, or a refused spoof would become the place to come from.
  if (previous.decision !== 'pass') return 'previous_not_accepted';
  const limit_m = maxAccuracyM(policy.definition);
  return (position?.p95_m ?? 0) > limit_m || previous.p95_m > limit_m ? 'accuracy_too_low' : null;
}

/** The slowest journey that explains both fixes: radii taken off, and the age of the earlier one added to the time. */
function journey(here: ChosenPosition, there: Previous, now_ms: number) {
  const distance_m = greatCircleM(here, there);
  const gap_m = Math.max(0, distance_m - here.p95_m - there.p95_m);
  const elapsed_ms = Math.max(1_000, Math.abs(now_ms - there.at_ms) + there.age_ms);
  return { distance_m, gap_m, elapsed_ms, speed_mps: (gap_m / elapsed_ms) * 1_000 };
}

function installOf({ install }: DecisionInput, previous: Previous): 'same' | 'other' | 'unknown' {
  if (install.id === null || install.valid === false || previous.install_id === null) return 'unknown';
  return install.id === previous.install_id ? 'same' : 'other';
}

function explanation(here: ChosenPosition, pair: ReturnType<typeof journey>): string | null {
  if ((here.speed_mps ?? 0) >= FAST_MPS) return 'speed';
  if ((here.altitude_m ?? 0) >= CRUISE_ALTITUDE_M) return 'altitude';
  return pair.elapsed_ms >= FLIGHT_MS && pair.gap_m >= FLIGHT_M ? 'flight' : null;
}
