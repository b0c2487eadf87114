import { writeFile } from 'node:fs/promises';
import { command } from '../command.ts';
import { withDeps } from '../open.ts';

export const erasuresExport = command({
  name: 'erasures export',
  summary: 'Write the ledger of erasures to a file, for a database that will be put back from a backup',
  options: { out: { type: 'string', value: 'FILE', required: true, meaning: 'the file to write' } },
  notes: 'The file names no person. Each line carries a code of the root key, so that none can be forged.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async ({ ledger }) => {
      const lines: string[] = [];
      for await (const key_id of ledger.ids()) {
        const entry = await ledger.read(key_id);
        if (entry) lines.push(`${ledger.line(entry)}\n`);
      }
      await writeFile(options.out, lines.join(''), { mode: 0o600 });
      return { file: options.out, erasures: lines.length };
    }),
  text: ({ file, erasures }) => `Wrote ${erasures} ${erasures === 1 ? 'erasure' : 'erasures'} to ${file}.`,
});
