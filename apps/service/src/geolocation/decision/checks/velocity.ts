import { VELOCITY_WINDOWS, type Velocity, type VelocityCounts } from '../facts.ts';
import { CUSTOMER_VELOCITY, INSTALL_VELOCITY, type VelocityLimits } from '../thresholds.ts';
import { check, type Finding, fail, pass, skipped } from './check.ts';

type Count = keyof VelocityCounts;
type Row = [code: string, ofCustomer: Count | null, ofInstall: Count | null];

/** The count behind each code, of the customer and of the install. */
const COUNTED: readonly Row[] = [
  ['velocity_events', 'events', 'events'],
  ['velocity_networks', 'networks', 'networks'],
  ['velocity_countries', 'countries', 'countries'],
  ['velocity_installs', 'others', null],
  ['velocity_customers', null, 'others'],
];

export const velocity = check({
  question: 'Does more happen in a short time than a person does?',
  group: 'history',
  codes: {
    velocity_events: { fail: 'review', outcomes: ['fail'] },
    // Some carriers send every connection out through another address, so this is only shown to analysts and
    // never acts by itself.
    velocity_networks: { fail: 'ignore', outcomes: ['fail'] },
    velocity_countries: { fail: 'review', outcomes: ['fail'] },
    velocity_installs: { fail: 'review', outcomes: ['fail'] },
    velocity_customers: { fail: 'review', outcomes: ['fail'] },
  },
  run({ history: { velocity: found = null, sharing } }) {
    if (found === null) return COUNTED.map(([code]) => skipped(code, 'not_looked_up'));
    const { customer, install } = found;
    return COUNTED.map(([code, mine, its]) => {
      if (code === 'velocity_customers' && sharing?.household) return skipped(code, 'household');
      const sides = [
        mine && sideOf('customer', customer, CUSTOMER_VELOCITY, mine),
        its && install && sideOf('install', install, INSTALL_VELOCITY, its),
      ].filter((side) => side !== null);
      return sides.length === 0 ? skipped(code, 'no_known_install') : finding(code, sides);
    });
  },
});

interface Side {
  of: 'customer' | 'install';
  counts: Record<string, number>;
  limits: Record<string, number>;
  over: boolean;
}

function sideOf(of: Side['of'], velocity: Velocity, limits: VelocityLimits, count: Count): Side {
  const pick = (from: Velocity | VelocityLimits) =>
    Object.fromEntries(VELOCITY_WINDOWS.map((window) => [window, from[window][count]]));
  const [counts, bounds] = [pick(velocity), pick(limits)];
  return { of, counts, limits: bounds, over: VELOCITY_WINDOWS.some((w) => counts[w]! > bounds[w]!) };
}

function finding(code: string, sides: Side[]): Finding {
  const inputs = Object.fromEntries(sides.map(({ of, counts, limits }) => [of, { counts, limits }]));
  return (sides.some(({ over }) => over) ? fail : pass)(code, 0.7, inputs);
}
