import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { exportCustomer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { askHandler } from '../ask.ts';
import { command, ENV, environment, ORG, type Terminal } from '../command.ts';
import { writer } from '../lines.ts';
import { organization, withDeps } from '../open.ts';
import { facts } from '../print.ts';
import { writePictures } from './picture-files.ts';

export const customersExport = command({
  name: 'customers export',
  summary: 'Write everything that is stored about a customer, and nothing about others',
  args: ['ID'],
  options: {
    out: { type: 'string', value: 'FILE', meaning: 'the file to write (default: standard output)' },
    pictures: {
      type: 'string',
      value: 'FOLDER',
      meaning: 'also write each picture as a file of its own, to be opened and handed over',
    },
    ...ENV,
    ...ORG,
  },
  notes:
    'One line of JSON per record: {kind, id, data}; the first line says whose they are. It has positions, names\n' +
    'and pictures of a face: the file gets mode 0600, share it with care. The export is audited.\n' +
    'With --pictures, the frames and every picture of a clip are files too, named by attempt, step and time.\n' +
    'Example: npx standpoint customers export ann --out ann.ndjson --pictures ann --env production',
  run: ({ options, args, terminal }) => {
    const env = environment(options.env);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const { out, pictures } = options;
      const counted = await writeRecords(deps, { org, env }, args[0]!, { out, pictures }, terminal);
      return out === undefined ? undefined : { file: out, ...counted };
    });
  },
  text: (result) =>
    result
      ? `Written to ${result.file}\n${facts(result.records)}` +
        (result.pictures === undefined ? '' : `\n${result.pictures} files of pictures`)
      : '',
});

/** Lines to a file, which is made with the first one, or to standard output, which may have a slow reader. */
function lines(file: string | undefined, { stdout }: Terminal) {
  const say = writer(stdout);
  let out: number | null = null;
  return {
    async write(values: readonly unknown[]) {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
      if (file === undefined) return say(text);
      out ??= openSync(file, 'w', 0o600);
      writeFileSync(out, text);
      return true;
    },
    close() {
      if (out === null) return;
      fsyncSync(out);
      closeSync(out);
    },
  };
}

/**
 * Writes page after page, so that memory does not grow with what is stored. Gives the number of each kind, and of the
 * files of pictures. Ends early when the reader has closed the pipe.
 */
async function writeRecords(
  deps: Deps,
  place: Parameters<typeof askHandler>[2],
  customer_id: string,
  { out: file, pictures: folder }: { out: string | undefined; pictures: string | undefined },
  terminal: Terminal,
): Promise<{ records: Record<string, number>; pictures?: number }> {
  const count: Record<string, number> = {};
  let pictures = 0;
  const tells = file !== undefined && terminal.stderr.isTTY;
  const out = lines(file, terminal);
  try {
    let cursor: string | null | undefined;
    for (let total = 0; cursor !== null; ) {
      const question = { params: { customer_id }, query: { cursor, limit: '100' } };
      const { records, next_cursor, ...head } = await askHandler(deps, exportCustomer, place, question);
      if (!(await out.write(cursor === undefined ? [head, ...records] : records))) break;
      if (folder !== undefined) pictures += writePictures(folder, records);
      for (const { kind } of records) count[kind] = (count[kind] ?? 0) + 1;
      total += records.length;
      if (tells) terminal.stderr.write(`\r${total} records${next_cursor === null ? '\n' : ''}`);
      cursor = next_cursor;
    }
  } finally {
    out.close();
  }
  return { records: count, ...(folder !== undefined && { pictures }) };
}
