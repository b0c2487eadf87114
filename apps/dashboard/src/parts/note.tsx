import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './note.module.css';

export type Tone = 'plain' | 'info' | 'review' | 'fail' | 'pass';
const ICONS: Record<Tone, IconName> = {
  plain: 'dash',
  info: 'people',
  review: 'warning',
  fail: 'cross',
  pass: 'check',
};

interface NoteProps {
  tone?: Tone;
  icon?: IconName;
  /** One button. */
  action?: ReactNode;
  /** Read aloud when it appears. */
  live?: boolean;
  children: ReactNode;
}

/** A sentence on a tinted ground: what happened, and the one thing to do about it. */
export const Note = ({ tone = 'plain', icon = ICONS[tone], action, live, children }: NoteProps) => (
  <div className={styles.note} data-tone={tone} role={live ? 'alert' : undefined}>
    <Icon name={icon} className={styles.icon} />
    <div className={styles.words}>{children}</div>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
