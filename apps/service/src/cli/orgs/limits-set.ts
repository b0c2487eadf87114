import type { LimitOverrides } from '@standpoint/contract';
import { BY_CLI } from '../../accounts/audit.ts';
import { replaceLimits } from '../../accounts/settings.ts';
import { limitProblems } from '../../calls/limits.ts';
import { command, Failure, ORG } from '../command.ts';
import { partIn, readJsonFile } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';
import { facts } from '../print.ts';

export const orgsLimitsSet = command({
  name: 'orgs limits set',
  summary: "Replace an organization's limits",
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON object of limits' },
    ...ORG,
  },
  notes:
    'A rate is a number per second, or {"rate": per second, "burst": n}; 0 switches it off.\n' +
    'A size or a count is a whole number; 0 stands for the largest. {} restores the defaults.\n' +
    'The names: npx standpoint orgs limits get',
  run: async ({ options, terminal }) => {
    const limits = partIn(readJsonFile(options.file), 'own');
    const problems = limitProblems(limits, 'organization');
    if (problems.length > 0)
      throw new Failure(
        `${options.file} cannot be used:`,
        problems.map((problem) => `  - ${problem}`).join('\n'),
      );
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      await replaceLimits(database.db, BY_CLI, org, limits as LimitOverrides);
      return { id: org, limits };
    });
  },
  text: ({ id, limits }) =>
    Object.keys(limits as object).length === 0
      ? `${id} has the default limits again.`
      : `Limits of ${id} (the others keep their defaults):\n${facts(limits as Record<string, unknown>)}`,
});
