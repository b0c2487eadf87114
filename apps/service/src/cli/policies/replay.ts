import { closeSync, openSync, writeSync } from 'node:fs';
import type { PolicyDefinition } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import { listVersions, newestVersion } from '../../accounts/versions.ts';
import { type Flip, type ReplayTotals, replay } from '../../geolocation/evidence/time-machine.ts';
import { policyProblems } from '../../geolocation/policies/problems.ts';
import { command, ENV, environment, Failure, number, ORG, type Terminal } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { columns, table } from '../print.ts';

/** The answer itself lists this many flips; `--file` writes all of them. */
const LISTED = 1_000;
const SHOWN = 30;
const TOLD_EVERY_MS = 2_000;

/** Writes a line to standard error now and then, so that a long replay does not look stuck. */
function teller({ stderr }: Terminal): (totals: ReplayTotals) => void {
  let last = performance.now();
  return ({ replayed, flipped, skipped }) => {
    if (performance.now() - last < TOLD_EVERY_MS) return;
    last = performance.now();
    const passed = skipped.erased + skipped.simulated + skipped.other_policy;
    stderr.write(`${replayed} replayed, ${flipped} would flip, ${passed} skipped …\n`);
  };
}

export const policiesReplay = command({
  name: 'policies replay',
  summary: 'Decide past verifications again by a draft, and list those that change; stores nothing',
  options: {
    days: { type: 'string', value: 'N', required: true, meaning: 'how far back, 1 to 1095' },
    draft: {
      type: 'string',
      value: 'ID',
      required: true,
      meaning: 'the policy whose newest version to try, draft or not',
    },
    file: {
      type: 'string',
      value: 'FILE',
      meaning: `write all flips as lines of JSON; the answer lists the first ${LISTED}`,
    },
    ...ENV,
    ...ORG,
  },
  notes:
    'Each verification is decided twice by the present engine from the same stored facts: by the policy of that\n' +
    'time and by the draft. It covers the verifications that the draft would decide: those of its transaction\n' +
    'types, and those whose policy_id names it.',
  run: async ({ options, terminal }) => {
    const env = environment(options.env);
    const days = number('days', options.days, 1, 1_095);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const { db } = deps.database;
      const draft = await newestVersion<PolicyDefinition>(db, 'policy', org, options.draft);
      if (!draft)
        throw new Failure(`There is no policy ${options.draft}.`, 'See them: npx standpoint policies list');
      const problems = policyProblems(deps.places, draft.definition);
      if (problems.length > 0) throw new Failure(`${draft.id} could not be published:`, undefined, problems);
      const published = (await listVersions<PolicyDefinition>(db, 'policy', org))
        .filter(({ status }) => status === 'published')
        // The newest published policy wins, as it does when the service decides.
        .sort((a, b) => (a.published_at! < b.published_at! ? 1 : -1));
      const from = new Date(deps.clock.now() - days * 86_400_000);
      const flips: Flip[] = [];
      const out = options.file === undefined ? null : openSync(options.file, 'w', 0o600);
      const started = performance.now();
      const found = (flip: Flip) => {
        if (flips.length < LISTED) flips.push(flip);
        if (out !== null) writeSync(out, `${JSON.stringify(flip)}\n`);
      };
      try {
        const asked = { org, env, from, draft: draft as Policy, published: published as Policy[] };
        const totals = await replay(deps, asked, found, teller(terminal));
        const seconds = (performance.now() - started) / 1_000;
        return {
          policy: { id: draft.id, version: draft.version, status: draft.status, name: draft.name },
          env,
          from: from.toISOString(),
          ...totals,
          per_second: Math.round(totals.replayed / Math.max(seconds, 0.001)),
          flips,
        };
      } finally {
        if (out !== null) closeSync(out);
      }
    });
  },
  text: ({ policy, env, from, flips, ...totals }) => {
    const { replayed, flipped, transitions, skipped, recorded_differs, facts_rederived, per_second } = totals;
    const more =
      flipped > SHOWN ? `\n… and ${flipped - SHOWN} more; write all of them with --file FILE.` : '';
    return [
      `${policy.name} (${policy.id} version ${policy.version}, ${policy.status}) over ${env} since ${from}: ` +
        `${flipped} of ${replayed} would flip (${per_second} a second)`,
      columns(transitions.map(({ from, to, count }) => [`${from} → ${to}`, String(count)])),
      flipped === 0
        ? ''
        : table(
            ['id', 'at', 'customer', 'from', 'to', 'place', 'reasons'],
            flips
              .slice(0, SHOWN)
              .map((flip) => [
                flip.verification_id,
                flip.decided_at,
                flip.customer_id,
                flip.from,
                flip.to,
                flip.place?.subdivision ?? flip.place?.country ?? '-',
                [
                  ...flip.reasons_added.map((code) => `+${code}`),
                  ...flip.reasons_removed.map((code) => `-${code}`),
                ].join(' '),
              ]),
            '',
          ) + more,
      `Skipped: ${skipped.erased} erased, ${skipped.simulated} simulated, ${skipped.other_policy} of another policy.`,
      'Computed again with the present data: the rule of all, ' +
        `the place of ${facts_rederived.place}, the network of ${facts_rederived.network}. ` +
        'History and attestation are as they were.',
      'Recorded decisions that the same policy would not repeat today: ' +
        `${recorded_differs.engine} because of a newer engine, ${recorded_differs.data} because of newer data, ` +
        `${recorded_differs.engine_and_data} because of either.`,
    ]
      .filter((part) => part !== '')
      .join('\n');
  },
});
