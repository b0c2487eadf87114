import {
  CAPS,
  type CapKey,
  LIMITS,
  type LimitKey,
  type LimitOverrides,
  OPERATOR_LIMITS,
} from '@standpoint/contract';
import { capOf, limitOf } from '../../calls/limits.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { table } from '../print.ts';

/** Whose number counts first. */
const SETTERS = ['organization', 'operator'] as const;

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
      const from = (name: LimitKey | CapKey, ...overrides: LimitOverrides[]) =>
        SETTERS[overrides.findIndex((override) => override[name] !== undefined)] ?? 'default';
      const rates = (Object.keys(LIMITS) as LimitKey[]).map((name) => {
        // Of the limits of addresses, an organization sets none.
        const overrides = [OPERATOR_LIMITS.includes(name) ? {} : own, address_limits];
        return { name, value: limitOf(name, ...overrides) ?? 0, from: from(name, ...overrides) };
      });
      const caps = (Object.keys(CAPS) as CapKey[]).map((name) => ({
        name,
        value: capOf(name, own, address_limits),
        from: from(name, own, address_limits),
      }));
      return { id: org, own, limits: [...rates, ...caps] };
    }),
  text: ({ limits }) =>
    table(
      ['limit', 'value', 'set by'],
      limits.map(({ name, value, from }) => [name, shown(value), from]),
      '',
    ),
});

const shown = (value: number | { rate: number; burst: number }): string => {
  if (typeof value === 'object') return `${Number(value.rate.toPrecision(4))}/s, ${value.burst} at once`;
  return value === 0 ? 'off' : String(value);
};
