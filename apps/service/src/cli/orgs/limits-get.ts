import { limitsInForce } from '../../calls/limits-in-force.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { table } from '../print.ts';

export const orgsLimitsGet = command({
  name: 'orgs limits get',
  summary: 'Show every limit that is in force for an organization, and who set it',
  options: { ...ORG },
  notes:
    'Limits that the operator sets for all organizations are read from STANDPOINT_LIMITS_FILE as this command\n' +
    'sees it.',
  run: ({ options, terminal }) =>
    withDatabase(terminal, async (database, { address_limits }) => {
      const { org, settings } = await organization(database, options.org);
      const own = settings.limits ?? {};
      return { id: org, own, limits: limitsInForce(own, address_limits) };
    }),
  text: ({ limits }) =>
    table(
      ['limit', 'value', 'set by'],
      limits.map(({ name, value, from }) => [name, limitWords(value), from]),
      '',
    ),
});

const limitWords = (value: number | { rate: number; burst: number }): string => {
  if (typeof value === 'object') return `${Number(value.rate.toPrecision(4))}/s, ${value.burst} at once`;
  return value === 0 ? 'off' : String(value);
};
