import { check, fail, pass, skipped } from './check.ts';

export const replay = check({
  question: 'Did exactly this evidence come before?',
  group: 'history',
  codes: { evidence_replayed: { fail: 'fail', outcomes: ['fail'] } },
  run({ evidence, history: { evidence_seen } }) {
    const code = 'evidence_replayed';
    if (evidence_seen === null) return [skipped(code, 'not_looked_up')];
    // Evidence without a position is the same for every person who denied it.
    if (evidence.positions.length === 0) return [skipped(code, 'no_position')];
    return [(evidence_seen === 'no' ? pass : fail)(code, 1, { evidence_seen })];
  },
});
