import { removeFiles } from '../../registry/stored.ts';
import { command, Failure, Misuse, oneOf } from '../command.ts';
import { withDatabase } from '../open.ts';

export const packagesRemove = command({
  name: 'packages remove',
  summary: 'Serve a version of a package no more; it never comes back with other bytes',
  args: ['npm|maven|ios', 'NAME@VERSION'],
  options: {},
  run: async ({ args, terminal }) => {
    const kind = oneOf('kind', args[0]!, ['npm', 'maven', 'ios']);
    const [, name, version] = /^(.+)@([^@]+)$/.exec(args[1]!) ?? [];
    if (!name || !version)
      throw new Misuse('Name the package and its version, as in @standpoint/react-native@0.5.0.');
    const removed = await withDatabase(terminal, ({ db }) => removeFiles(db, { kind, name, version }));
    if (removed.length === 0)
      throw new Failure(
        `No ${kind} package ${name} ${version} is served.`,
        'See them: npx standpoint packages files',
      );
    return { kind, name, version, removed };
  },
  text: ({ removed }) => `Removed: ${removed.join(', ')}. What was installed with it stays installed.`,
});
