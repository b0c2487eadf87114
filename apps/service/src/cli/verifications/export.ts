import { closeSync, openSync, writeSync } from 'node:fs';
import type { GeolocationDecision } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { type EvidenceFilter, exportEvidence, storedEvidence } from '../../geolocation/evidence/stored.ts';
import { command, ENV, environment, Failure, Misuse, ORG, oneOf } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { time } from '../page.ts';

const DECISIONS = ['pass', 'fail', 'review', 'retry'] as const;

export const verificationsExport = command({
  name: 'verifications export',
  summary: 'Write the signed evidence of decisions, for `evidence verify` anywhere',
  args: ['[ID]'],
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'where to; standard output when not named' },
    customer: { type: 'string', value: 'ID', meaning: 'of this customer, instead of one ID' },
    decision: { type: 'string', value: 'WORD', meaning: 'only pass, fail, review or retry' },
    from: { type: 'string', value: 'TIME', meaning: 'not older than this, RFC 3339' },
    to: { type: 'string', value: 'TIME', meaning: 'older than this' },
    ...ENV,
    ...ORG,
  },
  notes:
    'One line of JSON per verification, oldest first. It says where a device stood: pass it on with care.\nExample: npx standpoint verifications export ver_01… --file evidence.json',
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    const [id] = args;
    const { customer, decision, from, to } = options;
    if (id && (customer || decision || from || to)) throw new Misuse('Name an ID or a selection, not both.');
    if (!id && !customer && !decision && !from && !to)
      throw new Misuse('Name the ID of a verification, or select with --customer, --decision, --from, --to.');
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const filter: EvidenceFilter = {
        org,
        env,
        verification_id: id,
        customer_id: customer,
        decision:
          decision === undefined
            ? undefined
            : (oneOf('decision', decision, DECISIONS) as GeolocationDecision),
        from: time('from', from),
        to: time('to', to),
      };
      const out = options.file === undefined ? null : openSync(options.file, 'w', 0o600);
      const counts = { exported: 0, erased: 0 };
      try {
        for await (const page of storedEvidence(deps, filter))
          for (const row of page) {
            const file = exportEvidence(deps, row);
            counts[file ? 'exported' : 'erased']++;
            const line = file && `${JSON.stringify(file)}\n`;
            if (line) out === null ? terminal.stdout.write(line) : writeSync(out, line);
          }
      } finally {
        if (out !== null) closeSync(out);
      }
      if (counts.exported + counts.erased > 0)
        await audit(deps.database.db, {
          org,
          env,
          actor: 'cli',
          action: 'verification.exported',
          target: id,
          detail: counts,
        });
      if (id && counts.erased > 0)
        throw new Failure(`Nothing is left of ${id} to export: the person's data was erased.`);
      if (id && counts.exported === 0)
        throw new Failure(
          `There is no verification ${id} in ${env}.`,
          'See them: npx standpoint verifications list',
        );
      if (counts.erased > 0 && out === null)
        terminal.stderr.write(`${counts.erased} were left out: their person's data was erased.\n`);
      return out === null ? undefined : { file: options.file!, ...counts };
    });
  },
  text: (result) =>
    result
      ? `${result.exported} written to ${result.file}${result.erased ? `; ${result.erased} left out, erased` : ''}\nCheck: npx standpoint evidence verify ${result.file}`
      : '',
});
