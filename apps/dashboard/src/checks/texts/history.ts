import type { CodeWords, Inputs, Limits } from '../finding.ts';
import { textOf } from '../finding.ts';
import { count, metres, plain, speed, time } from '../numbers.ts';

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

function rate(what: string): CodeWords {
  const words = (inputs: Inputs): string => {
    const most = nearest(inputs);
    return most
      ? `${count(most.is, what)} of this ${most.of} in ${WINDOWS[most.window] ?? most.window}.`
      : 'Not counted.';
  };
  return {
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

export const HISTORY: Record<string, CodeWords> = {
  impossible_travel: { pass: journey, found: journey, limit: below },
  fast_travel: { pass: journey, found: journey, limit: below },
  evidence_replayed: {
    pass: 'Nothing like it came in the last day.',
    found: ({ evidence_seen }) =>
      evidence_seen === 'other_customer'
        ? 'Exactly this evidence came before, for another customer.'
        : 'Exactly this evidence came before, for the same customer.',
  },
  install_many_customers: {
    pass: ({ customers, household }) =>
      `${count(customers, 'customer')} in 30 days${household ? ', a declared household' : ''}.`,
    found: ({ customers }) => `${count(customers, 'customer')} in 30 days.`,
    limit: ({ limit }) => `at most ${plain(limit)}`,
  },
  customer_many_installs: {
    pass: ({ installs }) => `${count(installs, 'install')} in 7 days.`,
    found: ({ installs }) => `${count(installs, 'install')} in 7 days.`,
    limit: ({ limit }) => `at most ${plain(limit)}`,
  },
  velocity_events: rate('check'),
  velocity_networks: rate('network'),
  velocity_countries: { ...rate('country'), ...countries() },
  velocity_installs: rate('install'),
  velocity_customers: rate('customer'),
  install_id_invalid: {
    pass: 'It is an id that this service gave out.',
    found: 'It is not an id that this service gave out; the backend may use its own.',
  },
};

function countries(): Pick<CodeWords, 'pass' | 'found'> {
  const words = (inputs: Inputs): string => {
    const most = nearest(inputs);
    return most
      ? `${count(most.is, 'country', 'countries')} of this ${most.of} in ${WINDOWS[most.window] ?? most.window}.`
      : 'Not counted.';
  };
  return { pass: words, found: words };
}

export const TIME: Record<string, CodeWords> = {
  clock_skew: {
    pass: (inputs) => `${skew(inputs)}; ${moved(inputs)}.`,
    found: (inputs) => `${skew(inputs)}; ${moved(inputs)}.`,
    limit: (_, { doubt_ms, wrong_ms }) =>
      doubt_ms === undefined ? '' : `doubt from ${time(doubt_ms)}, wrong from ${time(wrong_ms)}`,
  },
  time_zone_mismatch: {
    pass: ({ difference_min }) =>
      difference_min === 0 ? 'The time of the place.' : `${plain(difference_min)}\u00a0min apart.`,
    found: ({ difference_min, utc_offset_min }) =>
      `${plain(difference_min)}\u00a0min apart: the device keeps UTC${offset(utc_offset_min)}.`,
    limit: (_, { difference_min }) =>
      difference_min === undefined ? '' : `under ${plain(difference_min)}\u00a0min`,
  },
};

function skew({ skew_ms }: Inputs): string {
  if (typeof skew_ms !== 'number') return 'not compared';
  if (Math.abs(skew_ms) < 50) return 'it agrees with our clock';
  return `${time(skew_ms)} ${skew_ms >= 0 ? 'ahead of' : 'behind'} our clock`;
}
function moved({ moved_ms, asleep_ms }: Inputs): string {
  if (typeof asleep_ms === 'number') return `asleep for ${time(asleep_ms)}`;
  if (moved_ms === null || moved_ms === undefined) return 'whether it moved is not known';
  return moved_ms === 0
    ? 'it did not move during the check'
    : `it moved by ${time(moved_ms)} during the check`;
}

function offset(minutes: unknown): string {
  if (typeof minutes !== 'number') return ' of an unknown offset';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
