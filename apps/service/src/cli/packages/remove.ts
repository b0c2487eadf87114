import { BY_CLI } from '../../accounts/audit.ts';
import { removeVersion } from '../../registry/stored.ts';
import { command, Failure, Misuse } from '../command.ts';
import { withDatabase } from '../open.ts';

export const packagesRemove = command({
  name: 'packages remove',
  summary: 'Take an imported version away: it installs no more',
  args: ['NAME@VERSION'],
  options: {},
  notes:
    'Names are as `packages files` lists them, such as @standpoint/react-native@0.5.0 or dev.standpoint:core@0.5.0.',
  run: ({ args, terminal }) => {
    const [, name, version] = /^(.+)@([^@]+)$/.exec(args[0]!) ?? [];
    if (!name || !version) throw new Misuse('Name the package and its version: NAME@1.2.3');
    return withDatabase(terminal, async ({ db }) => {
      const files = await removeVersion(db, BY_CLI, { name, version });
      if (files.length === 0)
        throw new Failure(
          `There is no imported file of ${name} ${version}.`,
          'See them: npx standpoint packages files',
        );
      return { name, version, files: files.map(({ registry, path }) => `/${registry}/${path}`) };
    });
  },
  text: ({ name, version }) => `${name} ${version} is gone. What was installed with it stays installed.`,
});
