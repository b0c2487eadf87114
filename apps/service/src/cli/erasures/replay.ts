import { readFile } from 'node:fs/promises';
import { replayErasures, replayLedger } from '../../customers/replay.ts';
import type { ErasureLedger, LedgerEntry } from '../../privacy/ledger/ledger.ts';
import { command, Failure } from '../command.ts';
import { withDeps } from '../open.ts';

async function entriesOf(ledger: ErasureLedger, file: string): Promise<LedgerEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Failure(`${file} cannot be read: ${error.message}.`);
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return ledger.open(line);
      } catch {
        throw new Failure(
          `Line ${index + 1} of ${file} was changed, or belongs to another root key. Nothing was erased.`,
          'Name a file that `npx standpoint erasures export` wrote for this root key.',
        );
      }
    });
}

export const erasuresReplay = command({
  name: 'erasures replay',
  summary: 'Do erasures again that this database does not know, after it was put back from a backup',
  options: {
    from: {
      type: 'string',
      value: 'FILE',
      meaning: 'of `erasures export` (default: the ledger beside the keys)',
    },
  },
  notes: 'Every start of the service does the same with the ledger beside the keys.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async (deps) => {
      const { from } = options;
      const replayed =
        from === undefined
          ? await replayLedger(deps)
          : await replayErasures(deps, await entriesOf(deps.ledger, from));
      return { replayed };
    }),
  text: ({ replayed }) =>
    replayed === 0
      ? 'The database knows every erasure of the ledger.'
      : `Did ${replayed} ${replayed === 1 ? 'erasure' : 'erasures'} again.`,
});
