import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import styles from './chips.module.css';

interface ChipProps {
  name: string;
  /** Beside the name, quietly. */
  code?: string | undefined;
  remove?: (() => void) | undefined;
}

export const Chip = ({ name, code, remove }: ChipProps) => (
  <li className={styles.chip}>
    <b>{name}</b>
    {code && <span className="quiet">{code}</span>}
    {remove && (
      <button type="button" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="cross" />
      </button>
    )}
  </li>
);

export function Chips({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <span className={styles.label} id={id}>
        {label}
      </span>
      <ul className={styles.chips} aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}
