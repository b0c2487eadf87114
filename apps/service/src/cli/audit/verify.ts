import { existsSync } from 'node:fs';
import { badLine, headsFor, newestHead } from '../../audit/known-heads.ts';
import { linkEntries } from '../../audit/link.ts';
import { findUnlinked, type Problem, walkChain } from '../../audit/verify-chain.ts';
import { command, EXIT, Failure, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { facts } from '../print.ts';

export const auditVerify = command({
  name: 'audit verify',
  summary: 'Recompute the audit chain: find entries that were edited, deleted, moved, put in or cut off',
  options: {
    heads: {
      type: 'string',
      value: 'FILE',
      meaning: 'signed heads that were kept elsewhere (default: those in the data folder of this node)',
    },
    ...ORG,
  },
  notes:
    'A cut tail shows only against heads that were kept outside the database: lines of\n' +
    'audit-heads/ORG.jsonl of the data folder, or bodies of the event audit.head, one per line.\n' +
    'Exit code 1 when the chain does not hold.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const { heads: named } = options;
      if (named !== undefined && !existsSync(named)) throw new Failure(`There is no file ${named}.`);
      const { file, ...read } = await headsFor(deps, org, named);
      // What was written while no service ran, this command's own entries among them, is linked first.
      await linkEntries(deps);
      const walk = await walkChain(deps, org, read.heads);
      const unlinked = await findUnlinked(deps, org);
      const problem = walk.problem ?? badLine(read, file) ?? unlinked.problem;
      return {
        ok: problem === null,
        org,
        entries: walk.entries,
        waiting: unlinked.waiting,
        last: walk.end && { ...walk.end, hash: walk.end.hash.toString('base64url') },
        heads: { file, checked: read.heads.length, withdrawn: read.withdrawn, newest: newestHead(read) },
        problem,
      };
    }),
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: ({ ok, entries, waiting, last, heads, problem }) =>
    `${facts({
      'links checked': entries,
      'last entry': last?.audit_id,
      'not linked yet': waiting,
      'signed heads': `${heads.checked}${heads.file ? ` in ${heads.file}` : ': a cut tail would not show'}`,
      'newest head': heads.newest,
      ...(heads.withdrawn > 0 && { 'of a withdrawn key': heads.withdrawn }),
    })}\n\n${ok ? 'The chain holds.' : `THE CHAIN DOES NOT HOLD. ${where(problem!)}: ${problem!.says}.`}`,
});

const where = ({ seq, audit_id }: Problem): string =>
  [seq === null ? null : `Link ${seq}`, audit_id].filter(Boolean).join(', ') || 'Heads';
