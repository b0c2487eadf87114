import type { CheckWords, Inputs, Limits } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { count, metres, plain, speed, time } from './numbers.ts';
import { textOf } from './values.ts';

const WINDOWS: Record<string, string> = { '5m': '5\u00a0min', '1h': '1\u00a0h', '24h': '24\u00a0h' };

interface Counted {
  of: string;
  window: string;
  is: number;
  limit: number;
}

/** The count that comes nearest to its limit, of the customer or the install. */
function nearest(inputs: Inputs): Counted | null {
  const all = ['customer', 'install'].flatMap((of): Counted[] => {
    const side = inputs[of] as
      | { counts?: Record<string, number>; limits?: Record<string, number> }
      | undefined;
    return Object.entries(side?.counts ?? {}).map(([window, is]) => ({
      of,
      window,
      is,
      limit: side?.limits?.[window] ?? Number.POSITIVE_INFINITY,
    }));
  });
  return all.sort((a, b) => b.is / b.limit - a.is / a.limit)[0] ?? null;
}

function rate(name: string, what: string): CheckWords {
  const words = (inputs: Inputs): string => {
    const most = nearest(inputs);
    return most
      ? `${count(most.is, what)} of this ${most.of} in ${WINDOWS[most.window] ?? most.window}.`
      : 'Not counted.';
  };
  return {
    name,
    pass: words,
    found: words,
    limit: (inputs) => {
      const most = nearest(inputs);
      return most ? `at most ${plain(most.limit)}` : '';
    },
  };
}

const EXPLAINED: Record<string, string> = {
  train: 'a fast train would explain it',
  flight: 'a flight would explain it',
  speed: 'the device itself was moving that fast',
  altitude: 'the device was in the air',
};

const journey = ({ gap_m, elapsed_ms, speed_mps, explained, install }: Inputs): string => {
  const why = EXPLAINED[textOf(explained, '')];
  const other = install === 'other' ? ', on another install' : '';
  return `${metres(gap_m)} in ${time(elapsed_ms)}, ${speed(speed_mps)}${other}${why ? `: ${why}` : ''}.`;
};
const below = (_: Inputs, { speed_mps }: Limits): string =>
  speed_mps === undefined ? '' : `at most ${speed(speed_mps)}`;

export const HISTORY: Record<string, CheckWords> = {
  impossible_travel: { name: 'Faster than a flight', pass: journey, found: journey, limit: below },
  fast_travel: { name: 'Faster than a road allows', pass: journey, found: journey, limit: below },
  evidence_replayed: {
    name: 'The same evidence was sent before',
    pass: 'Nothing like it came in the last day.',
    found: ({ evidence_seen }) =>
      evidence_seen === 'other_customer'
        ? 'Exactly this evidence came before, for another customer.'
        : 'Exactly this evidence came before, for the same customer.',
  },
  install_many_customers: {
    name: 'Many customers on one install',
    pass: ({ customers, household }) =>
      `${count(customers, 'customer')} in 30 days${household ? ', a declared household' : ''}.`,
    found: ({ customers }) => `${count(customers, 'customer')} in 30 days.`,
    limit: ({ limit }) => `at most ${plain(limit)}`,
  },
  customer_many_installs: {
    name: 'Many installs for one customer',
    pass: ({ installs }) => `${count(installs, 'install')} in 7 days.`,
    found: ({ installs }) => `${count(installs, 'install')} in 7 days.`,
    limit: ({ limit }) => `at most ${plain(limit)}`,
  },
  velocity_events: rate('Many checks in a short time', 'check'),
  velocity_networks: rate('Many networks in a short time', 'network'),
  velocity_countries: { ...rate('Many countries in a short time', 'country'), ...countries() },
  velocity_installs: rate('Many installs in a short time', 'install'),
  velocity_customers: rate('Many customers in a short time', 'customer'),
  install_id_invalid: {
    name: 'The install’s id is not one that was given out',
    pass: 'It is an id that this service gave out.',
    found: 'It is not an id that this service gave out; the backend may use its own.',
  },
};

function countries(): Pick<CheckWords, 'pass' | 'found'> {
  const words = (inputs: Inputs): string => {
    const most = nearest(inputs);
    return most
      ? `${count(most.is, 'country', 'countries')} of this ${most.of} in ${WINDOWS[most.window] ?? most.window}.`
      : 'Not counted.';
  };
  return { pass: words, found: words };
}

/** None: a finding about history would tell a forger what is counted. */
export const HISTORY_TOLD: Record<string, InEveryLanguage> = {};
