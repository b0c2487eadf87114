import { writeFileSync } from 'node:fs';
import { audit } from '../../accounts/audit.ts';
import { exportFaceEvidence } from '../../face/evidence/store.ts';
import { command, ENV, environment, Failure, Misuse, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';

export const sessionsExport = command({
  name: 'sessions export',
  summary: 'Write the signed evidence of a face session, for `evidence verify`',
  args: ['[ID]'],
  options: {
    id: { type: 'string', value: 'ID', meaning: 'the session, instead of the argument' },
    file: { type: 'string', value: 'FILE', meaning: 'the file to write (default: standard output)' },
    ...ENV,
    ...ORG,
  },
  notes:
    'One line of JSON per judged attempt, oldest first, then one for each answer of the review that decided it.\n' +
    'It has small grey pictures of what the camera saw: share it with care.\n' +
    'Example: npx standpoint sessions export fcs_01… --file evidence.json',
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    const session_id = args[0] ?? options.id;
    if (!session_id || (args[0] && options.id && args[0] !== options.id))
      throw new Misuse('Name one session: sessions export ID');
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const files = await exportFaceEvidence(deps, { org, env, session_id });
      if (files.length === 0)
        throw new Failure(
          `There is no evidence of session ${session_id} in ${env}.`,
          'It has no judged attempt, or it was redacted or erased. See: npx standpoint sessions list',
        );
      const detail = { exported: files.length };
      // Before the pictures are handed out: none leaves without an entry.
      await audit(deps.database.db, {
        org,
        env,
        actor: 'cli',
        action: 'session.exported',
        target: session_id,
        detail,
      });
      const text = files.map((file) => `${JSON.stringify(file)}\n`).join('');
      if (options.file === undefined) terminal.stdout.write(text);
      else writeFileSync(options.file, text, { mode: 0o600 });
      return options.file === undefined ? undefined : { file: options.file, ...detail };
    });
  },
  text: (result) =>
    result
      ? `${result.exported} written to ${result.file}\nCheck: npx standpoint evidence verify ${result.file}`
      : '',
});
