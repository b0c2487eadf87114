import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './outcome.module.css';

export type OutcomeTone = 'pass' | 'fail' | 'review' | 'retry' | 'quiet';
const SHAPES: Record<OutcomeTone, IconName> = {
  pass: 'check',
  fail: 'cross',
  review: 'half',
  retry: 'redo',
  quiet: 'dash',
};

interface OutcomeProps {
  tone: OutcomeTone;
  /** The word; the colour is only the third way to say it. */
  children: ReactNode;
  /** On a tinted ground, for the head of a record. */
  badge?: boolean;
}

/** A shape, a word, and then a colour. */
export const Outcome = ({ tone, children, badge }: OutcomeProps) => (
  <span className={badge ? styles.badge : styles.outcome} data-tone={tone}>
    <Icon name={SHAPES[tone]} className={styles.shape} />
    {children}
  </span>
);
