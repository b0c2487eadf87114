import { check, fail, pass, skipped } from './check.ts';

export const override = check({
  question: 'Does the position look like a value that somebody typed in?',
  group: 'integrity',
  codes: { override_suspected: { fail: 'review', outcomes: ['fail'] } },
  run({ evidence, position }) {
    const code = 'override_suspected';
    if (evidence.platform !== 'web') return [skipped(code, 'not_web')];
    if (!position) return [skipped(code, 'no_position')];
    // W3C: accuracy is strictly positive. Automation sets 0 when nobody says otherwise: strong enough alone.
    const tells = evidence.positions.some((reading) => reading.accuracy_m === 0) ? ['zero_accuracy'] : [];
    return [tells.length > 0 ? fail(code, 0.95, { tells }) : pass(code, 0.5, { tells })];
  },
});
