import type { AnswerOf, CapKey, LimitKey, project } from '@standpoint/contract';
import { RATE_WORDS, SIZE_WORDS } from '@standpoint/contract/limit-words';

export type ShownLimit = AnswerOf<typeof project.readLimits>['limits'][number];
/** A rate is counted per the largest period in which it is at least 1, as people say it: 30 a minute. */
const PERIODS = [
  { seconds: 1, word: 'second' },
  { seconds: 60, word: 'minute' },
  { seconds: 3_600, word: 'hour' },
] as const;
export type Period = (typeof PERIODS)[number]['word'];
export const PERIOD_WORDS: readonly Period[] = PERIODS.map(({ word }) => word);

const secondsOf = (period: Period): number => PERIODS.find(({ word }) => word === period)!.seconds;
const rounded = (value: number): number => Math.round(value * 100) / 100;
export const numberWords = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: 2 });

export function spoken(rate: number): { amount: number; period: Period } {
  const { seconds, word } = PERIODS.find((each) => rate * each.seconds >= 1) ?? PERIODS[2];
  return { amount: rounded(rate * seconds), period: word };
}

const isRate = (name: string): name is LimitKey => Object.hasOwn(RATE_WORDS, name);
const isSize = (name: string): name is CapKey => Object.hasOwn(SIZE_WORDS, name);

/** What a limit counts; its own name for one of a newer service. */
export function limitWords(name: string): string {
  const words = isRate(name) ? RATE_WORDS[name] : isSize(name) ? SIZE_WORDS[name] : name;
  const plain = words.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Whether the size counts bytes; the others count pixels or codes. */
const inBytes = (name: string): boolean => name.endsWith('_bytes');
const KB = 1_024;

export function sizeWords(name: string, size: number): string {
  if (name === 'frame_pixels') return `${numberWords(size)}\u00a0pixels`;
  if (!inBytes(name)) return numberWords(size);
  if (size > 0 && size % (KB * KB) === 0) return `${numberWords(size / KB / KB)}\u00a0MB`;
  if (size % KB === 0) return `${numberWords(size / KB)}\u00a0KB`;
  return `${numberWords(size)}\u00a0bytes`;
}

export const SET_BY_WORDS: Record<ShownLimit['set_by'], string> = {
  default: 'the default',
  organization: 'this organization',
  operator: 'the operator',
};

/** What holds now, in words. */
export function holdsWords({ name, kind, rate, burst, size }: ShownLimit): string {
  if (kind === 'size') return size === undefined ? 'off' : sizeWords(name, size);
  if (!rate) return 'off';
  const { amount, period } = spoken(rate);
  return `${numberWords(amount)} ${period === 'hour' ? 'an' : 'a'} ${period}, ${numberWords(burst ?? 1)} at once`;
}

/** A limit as it is typed. */
export type LimitInput =
  | { kind: 'rate'; off: boolean; amount: number | ''; period: Period; burst: number | '' }
  | { kind: 'size'; size: number | '' };

export function inputOf({ kind, rate, burst, size }: ShownLimit): LimitInput {
  if (kind === 'size') return { kind, size: size ?? '' };
  const { amount, period } = spoken(rate || 1);
  return { kind, off: !rate, amount, period, burst: burst || 1 };
}

type Stored = number | { rate: number; burst: number };

/** What was typed, as the service takes it; or what is wrong with it, by field. */
export type Read = { value: Stored } | { problem: string; field: 'amount' | 'burst' | 'size' };

export function readInput(input: LimitInput, { name, most }: Pick<ShownLimit, 'name' | 'most'>): Read {
  if (input.kind === 'size') return readSize(input.size, name, most);
  if (input.off) return { value: 0 };
  const { amount, burst, period } = input;
  if (amount === '' || amount <= 0)
    return { field: 'amount', problem: 'Write a number above 0, or switch the limit off.' };
  if (burst === '' || burst < 1 || !Number.isInteger(burst))
    return { field: 'burst', problem: 'Write a whole number from 1: with less, no call would be let in.' };
  return { value: { rate: amount / secondsOf(period), burst } };
}

function readSize(size: number | '', name: string, most: number | undefined): Read {
  const bound = most === undefined ? '' : ` to ${sizeWords(name, most)}`;
  if (size === '' || !Number.isInteger(size) || size < 1 || (most !== undefined && size > most))
    return { field: 'size', problem: `Write a whole number from 1${bound}.` };
  return { value: size };
}

/** What an organization has set of its own, in the form of `orgs limits set`. */
const ownLimits = (limits: readonly ShownLimit[]): Record<string, Stored> =>
  Object.fromEntries(
    limits.flatMap(({ name, kind, set_by, rate, burst, size }): [string, Stored][] => {
      if (set_by !== 'organization') return [];
      if (kind === 'size') return [[name, size ?? 0]];
      return [[name, rate ? { rate, burst: burst ?? 1 } : 0]];
    }),
  );

/** The organization's limits with one changed, or (`null`) back at what holds without it. */
export function withLimit(limits: readonly ShownLimit[], name: string, value: Stored | null) {
  const { [name]: _before, ...others } = ownLimits(limits);
  return value === null ? others : { ...others, [name]: value };
}
