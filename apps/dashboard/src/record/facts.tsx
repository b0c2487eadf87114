import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values. A fact without a value is left out. */
export const Facts = ({ facts }: { facts: readonly (Fact | null | false)[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter((fact) => fact !== null && fact !== false)
      .map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A part of a record: a heading, and what stands below it. */
export const Block = ({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles.block}>
    <h2 className={styles.heading}>
      {title}
      {aside && <span className={styles.aside}>{aside}</span>}
    </h2>
    {children}
  </section>
);
