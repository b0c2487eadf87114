import type { Filling, MadeUp } from './query.ts';

const number = (count: number): string => count.toLocaleString('en');
const counted = (count: number, one: string): string => `${number(count)} ${one}${count === 1 ? '' : 's'}`;

/** "120 of 300 verifications". */
export const stepWords = ({ step, done, of }: Pick<Filling, 'step' | 'done' | 'of'>): string => {
  if (step === 'Verifications' || step === 'Face sessions')
    return `${number(done)} of ${number(of)} ${step.toLowerCase()}`;
  return step === 'Reviews' ? 'Deciding the older reviews' : 'Getting ready';
};

/** "302 verifications of 90 customers, 20 face sessions, 12 open reviews". */
export const madeWords = ({
  verifications,
  customers,
  sessions,
  reviews_open,
}: NonNullable<Filling['made']>) =>
  `${counted(verifications, 'verification')} of ${counted(customers, 'customer')}, ` +
  `${counted(sessions, 'face session')}, ${counted(reviews_open, 'open review')}`;

/** What the button makes, said before it is pressed. */
export const planWords = ({ verifications, customers, sessions }: MadeUp): string =>
  `${counted(verifications, 'verification')} of ${counted(customers, 'customer')} and ` +
  `${counted(sessions, 'face session')}`;

/** What came of one that is over: the words, and whether all is well. */
export function endWords({ state, made }: Filling): { words: string; tone: 'pass' | 'review' | 'fail' } {
  const there = made ? `The sandbox has ${madeWords(made)}.` : 'What was made by then is there.';
  if (state === 'done') return { words: `Made-up people are there. ${there}`, tone: 'pass' };
  if (state === 'stopped') return { words: `Stopped. ${there}`, tone: 'review' };
  if (state === 'interrupted')
    return {
      words: `The service stopped in the middle. ${there} It does not go on by itself.`,
      tone: 'review',
    };
  return { words: `It failed, and the reason is in the service’s log. ${there}`, tone: 'fail' };
}
