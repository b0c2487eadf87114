import { maxAccuracyM, restricts } from '../thresholds.ts';
import { check, fail, pass, skipped } from './check.ts';
import { standing } from './jurisdiction.ts';

export const accuracy = check({
  question: 'Is the fix precise enough for what the policy asks?',
  group: 'position',
  codes: {
    precise_location_off: { fail: 'retry', outcomes: ['fail'], remedy: 'turn_on_precise_location' },
    accuracy_too_low: { fail: 'retry', outcomes: ['fail'], remedy: 'turn_on_wifi' },
  },
  run(input) {
    const { position, evidence, policy } = input;
    if (!position)
      return [skipped('precise_location_off', 'no_position'), skipped('accuracy_too_low', 'no_position')];
    const limit_m = maxAccuracyM(policy.definition);
    const inputs = { p95_m: position.p95_m, limit_m };
    const coarse = position.p95_m > limit_m;
    const precise = evidence.permission?.precise;
    // A person who shares an approximate position is asked for more only when the policy cannot do without.
    const needed = coarse || (restricts(policy.definition.rule) && standing(input) === 'uncertain');
    return [
      precise === undefined
        ? skipped('precise_location_off', 'not_reported')
        : (!precise && needed ? fail : pass)('precise_location_off', 1, { precise, ...inputs }),
      coarse ? fail('accuracy_too_low', 1, inputs) : pass('accuracy_too_low', 1, inputs),
    ];
  },
});
