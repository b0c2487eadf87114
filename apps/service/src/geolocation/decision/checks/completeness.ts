import { completenessOf } from './always-sent.ts';
import { check, fail, pass, uncertain } from './check.ts';

/** Names in the record; more say nothing new. */
const MOST_NAMED = 20;

export const completeness = check({
  question: 'Is everything there that this SDK always sends?',
  // Not of the group `integrity`: a policy of depth `light` asks this too. Every other check is skipped where
  // its fact is missing, so without this one a script passes by saying nothing.
  group: 'position',
  codes: { evidence_incomplete: { fail: 'review', remedy: 'load_page_again' } },
  run({ evidence }) {
    const code = 'evidence_incomplete';
    const { missing, not_run } = completenessOf(evidence);
    const { platform, sdk } = evidence;
    const inputs = { platform, sdk: sdk?.version ?? null };
    if (missing.length > 0) return [fail(code, 1, { ...inputs, missing: missing.slice(0, MOST_NAMED) })];
    // A slow network or a blocker keeps the second file from an honest page, so the person may try again.
    if (Object.keys(not_run).length > 0) return [uncertain(code, 0.5, { ...inputs, not_run })];
    return [pass(code, 1, inputs)];
  },
});
