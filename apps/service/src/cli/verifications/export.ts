import { closeSync, openSync, writeSync } from 'node:fs';
import type { Environment, GeolocationDecision } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { type EvidenceFilter, exportEvidence, storedEvidence } from '../../geolocation/evidence/stored.ts';
import { command, ENV, environment, Failure, Misuse, ORG, oneOf, type Terminal } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { time } from '../page.ts';

const DECISIONS = ['pass', 'fail', 'review', 'retry'] as const;

export const verificationsExport = command({
  name: 'verifications export',
  summary: 'Write the signed evidence of decisions, for `evidence verify`',
  args: ['[ID]'],
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'the file to write (default: standard output)' },
    customer: { type: 'string', value: 'ID', meaning: 'all of this customer, instead of one ID' },
    decision: { type: 'string', value: 'WORD', meaning: 'only pass, fail, review or retry' },
    from: { type: 'string', value: 'TIME', meaning: 'from this time on (RFC 3339)' },
    to: { type: 'string', value: 'TIME', meaning: 'before this time' },
    ...ENV,
    ...ORG,
  },
  notes:
    'One line of JSON per verification, oldest first, and one for each answer of a review that decided it. It\n' +
    'says where a device was: share it with care.\n' +
    'Example: npx standpoint verifications export ver_01… --file evidence.json',
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    const [id] = args;
    const selection = selectionOf(id, options);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const counts = await writeEvidence(deps, { org, env, ...selection }, options.file, terminal);
      if (counts.exported + counts.erased > 0)
        await audit(deps.database.db, {
          org,
          env,
          actor: 'cli',
          action: 'verification.exported',
          target: id,
          detail: counts,
        });
      if (id) refuseNothing(id, env, counts);
      if (options.file !== undefined) return { file: options.file, ...counts };
      if (counts.erased > 0)
        terminal.stderr.write(
          `${counts.erased} were left out because the person's data was erased, or its retention is over.\n`,
        );
      return undefined;
    });
  },
  text: (result) => {
    if (!result) return '';
    const { exported, erased, file } = result;
    const left_out = erased ? `; ${erased} left out, erased` : '';
    return `${exported} written to ${file}${left_out}\nCheck: npx standpoint evidence verify ${file}`;
  },
});

interface Selection {
  customer?: string;
  decision?: string;
  from?: string;
  to?: string;
}

/** The filter that the options ask for: one verification, or all that match. */
function selectionOf(id: string | undefined, { customer, decision, from, to }: Selection) {
  const selects = Boolean(customer || decision || from || to);
  if (id && selects) throw new Misuse('Name an ID or a selection, not both.');
  if (!id && !selects)
    throw new Misuse('Name the ID of a verification, or select with --customer, --decision, --from, --to.');
  return {
    verification_id: id,
    customer_id: customer,
    decision:
      decision === undefined ? undefined : (oneOf('decision', decision, DECISIONS) as GeolocationDecision),
    from: time('from', from),
    to: time('to', to),
  };
}

type Counts = { exported: number; erased: number };

/** Writes one line for each verification to the file, or to standard output. */
async function writeEvidence(
  deps: Deps,
  filter: EvidenceFilter,
  file: string | undefined,
  { stdout }: Terminal,
): Promise<Counts> {
  const out = file === undefined ? null : openSync(file, 'w', 0o600);
  const write = (line: string) => (out === null ? stdout.write(line) : writeSync(out, line));
  const counts = { exported: 0, erased: 0 };
  try {
    for await (const page of storedEvidence(deps, filter))
      for (const row of page) {
        const evidence = exportEvidence(deps, row);
        counts[evidence ? 'exported' : 'erased']++;
        for (const line of evidence ?? []) write(`${JSON.stringify(line)}\n`);
      }
  } finally {
    if (out !== null) closeSync(out);
  }
  return counts;
}

function refuseNothing(id: string, env: Environment, { exported, erased }: Counts): void {
  if (erased > 0)
    throw new Failure(`${id} cannot be exported: the person's data was erased, or its retention is over.`);
  if (exported === 0)
    throw new Failure(
      `There is no verification ${id} in ${env}.`,
      'See them: npx standpoint verifications list',
    );
}
